"""Hostile words: what a name, a title or an option may hold that some output could take for its own language."""

from random import Random

MARK = "h4ck"
"""What no output may have as an element, an attribute, a script or an address."""

WORDS = (
    *(f"<script>{MARK}()</script>", f"<{MARK}>", f'"><{MARK} onload={MARK}()>', f"' {MARK}='1", f"</title><{MARK}>"),
    *(
        f"]]><{MARK}/>",
        f"--><{MARK}/><!--",
        f"</style><{MARK}>",
        f"</script><{MARK}>",
        f"&lt;{MARK}&gt;",
        "&#0;",
        "&a;",
    ),
    *(f"javascript:{MARK}()", f"[a](javascript:{MARK}())", f"![a](http://192.0.2.1/{MARK})", "`a`", "|a|b|", "# a"),
    *(f"=cmd|' /C {MARK}'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "a,b;c", '"', "'", "''", "a\\"),
    *("\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x1b[2J", "\x9b31m", "\x08\x08", "\x00", "\x7f", "\x85", "\x0b"),
    *("a\r\nSet-Cookie: a=b", "a\nb", "\n", "\t", " ", "", "\u2028", "\u2029", "\ufeff", "\u00a0", "\u200b"),
    *("\u202egnp.exe", "\u2066a\u2069", "\u200f", "\u061c", "a\u0301" * 50, "\U0001f600", "İı", "ß", "٣", "\U0001d7d9"),
    *(
        "../../etc/passwd",
        "/etc/passwd",
        "..\\..\\a",
        "C:\\a",
        "a/b",
        "~",
        ".",
        "..",
        "-",
        "--help",
        "CON",
        "file:///a",
    ),
    *("$(touch a)", "`touch a`", "; touch a", "a & b", "%s%n", "{0}", "{{7*7}}", "%00", "%2e%2e%2f", "*", "[a", "a?b"),
    *("\ud800", "\udfff", "null", "NaN", "true", "nan", "inf", "1e999", "0x10", "1_000", "9" * 400, "a" * 3000),
)

NUMBERS = (
    *(0, 1, -1, 2, 7, 101, 1000, 10_001, 2**31 - 1, 2**31, 2**63, -(2**63), 2**64, 10**30, 10**300, 10**4000),
    *(0.0, -0.0, 0.5, 1e-9, 1e-300, 5e-324, 1e9, 1e9 + 1, -1e9, 1e15, 1e16, 1e99, 1e300, -1e308),
    *(float("nan"), float("inf"), float("-inf"), 2**0.5, 8**0.5),
)


def word(dice: Random) -> str:
    """Return a hostile word, or some of them one after the other."""
    return "".join(dice.choices(WORDS, k=dice.choice((1, 1, 1, 2, 5))))


def number(dice: Random) -> float:
    """Return a number that few expect."""
    return dice.choice((*NUMBERS, dice.uniform(-9, 9), dice.randint(-9, 99)))
