"""Machine code of whole programs: a function is optimised once, together with all that it calls.

numba optimises every function with what it calls, and links the outcome into its callers, where all of it is optimised
again; it also makes machine code of each, and a way to call it from Python. A kernel's functions lie ten deep, so most
of the time of compiling went into that. An *inner* function is lowered only, and becomes part of the functions that are
called from outside.

Only `kernels` imports this module, where numba is installed.
"""

from functools import lru_cache
from typing import Any

from llvmlite.binding import PassBuilder, PipelineTuningOptions
from llvmlite.ir import Type
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference
from numba.core.types.misc import unliteral
from numba.core.untyped_passes import FixupArgs, TranslateByteCode

from heuristan.common.bundles import Integers

INNER = "-inner"
"""End of the qualified names of inner functions."""

_MANGLED_INNER = "_2dinner"
"""The same in names of machine code."""

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
        # once: numba's first, cheap round brings counts of references together, of which kernels have none; no loop is
        # unrolled, which takes a sixth of the time and makes none quicker
        options = PipelineTuningOptions(3)
        options.loop_unrolling = False
        builder = PassBuilder(self._codegen._tm, options)
        builder.getModulePassManager().run(self._final_module, builder)

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


class _Compiler(CompilerBase):
    """The steps of numba that a kernel needs.

    Left out are those for closures, calls in the place of which code is put, operations on whole arrays, variables of
    several types, and the ends of variables, where references are counted.
    """

    def define_pipelines(self) -> list[Any]:
        steps = PassManager("kernel")
        for step in (TranslateByteCode, FixupArgs, NopythonTypeInference, NativeLowering, NoPythonBackend):
            steps.add_pass(step, step.__name__)
        steps.finalize()
        return [steps]


OPTIONS: Any = {"_nrt": False, "pipeline_class": _Compiler}
"""Options of numba for functions that are called from outside.

They do without numba's runtime, which makes tables and frees them: kernels make none. With it, every call of a function
counts references to each of its tables, up and down again, which takes half of the time of a search.
"""

INNER_OPTIONS: Any = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Those for inner functions."""


def of_any_number(dispatcher: Any) -> Any:
    """Have a function compiled once: numba does so again for each number that stands as an argument of a call of it."""
    usual = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, named: usual(tuple(map(unliteral, arguments)), named)
    return dispatcher


_find_call_type = types.Function.get_call_type
_abi_size = lru_cache(Type.get_abi_size)
"""The size of a type, for which LLVM reads a text each time."""
_FOUND_ONCE = (types.Number, types.Boolean, types.Array, Integers)


def _call_type(function: Any, context: Any, arguments: Any, named: Any) -> Any:
    """Return the signature of an operation; one on numbers and tables is sought once: numba tries dozens each time."""
    if named or not all(isinstance(each, _FOUND_ONCE) for each in arguments):
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
    Type.get_abi_size = _abi_size
