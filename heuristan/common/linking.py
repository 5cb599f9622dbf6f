"""Machine code of whole programs: a function is optimised once, together with all that it calls.

numba optimises every function with what it calls, and links the outcome into its callers, where all of it is optimised
again; it also makes machine code of each, and a way to call it from Python. A kernel's functions lie ten deep, so most
of the time of compiling went into that. An *inner* function is lowered only, and becomes part of the functions that are
called from outside.

Only `kernels` imports this module, where numba is installed.
"""

from typing import Any

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.types.misc import unliteral

INNER = "-inner"
"""End of the qualified names of inner functions."""

_MANGLED_INNER = "_2dinner"
"""The same in names of machine code."""

INNER_OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of numba for inner functions."""

_ENVIRONMENT = "_ZN08NumbaEnv"
"""Start of the names that numba gives to the environments of functions."""


class _Library(JITCodeLibrary):
    """The code of a function, inner or not."""

    @property
    def is_inner(self) -> bool:
        return str(self.name).endswith(INNER)

    def add_linking_library(self, library: Any) -> None:
        """Link the code of an inner function, and of all that it calls; of other functions numba does so itself."""
        if library in self._linking_libraries:
            return
        super().add_linking_library(library)
        # after it: of numba's own functions those are left out that nothing linked before calls
        for each in library._linking_libraries if getattr(library, "is_inner", False) else ():
            self.add_linking_library(each)

    def _optimize_functions(self, module: Any) -> None:
        if self.is_inner:  # they are optimised as part of the whole
            module.data_layout = self._codegen._data_layout
        else:
            super()._optimize_functions(module)

    def finalize(self) -> None:
        if self.is_inner:
            self._raise_if_finalized()
            self._finalized = True
        else:
            super().finalize()

    def _get_module_for_linking(self) -> Any:
        # as it is: numba would mark its functions as ones that may be left out
        return self._final_module if self.is_inner else super()._get_module_for_linking()

    def _optimize_final_module(self) -> None:
        inner = [each for each in self._final_module.functions if _MANGLED_INNER in each.name]
        for function in inner:
            if not function.is_declaration:
                function.linkage = "internal"
        if not inner:
            super()._optimize_final_module()
            return
        # once: numba's first, cheap round brings counts of references together, of which kernels have none
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)

    def get_pointer_to_function(self, name: str) -> int:
        return 0 if self.is_inner else int(super().get_pointer_to_function(name))

    @property
    def codegen(self) -> Any:
        return _NO_ENVIRONMENT if self.is_inner else super().codegen


class _NoEnvironment:
    """Stands for numba's code generator where it tells a function, which has no machine code, its environment."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the function of which it becomes part has it told."""


_NO_ENVIRONMENT = _NoEnvironment()


_find_call_type = types.Function.get_call_type
_NUMBERS = (types.Number, types.Boolean)


def _call_type(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of an operation; one on numbers is sought once: numba tries dozens of ways each time."""
    if named or not all(isinstance(each, _NUMBERS) for each in arguments):
        return _find_call_type(function, context, arguments, named)
    found = vars(function).setdefault("_found", {})
    kinds = tuple(map(unliteral, arguments))
    if kinds not in found:
        found[kinds] = _find_call_type(function, context, kinds, named)
    return found[kinds]


def link_whole_programs() -> None:
    """Have numba treat functions with names of inner ones so from now on; all others become the same code as ever."""
    cpu_target.target_context.codegen()._library_class = _Library
    types.Function.get_call_type = _call_type  # type: ignore[assignment,method-assign]
