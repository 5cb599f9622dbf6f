"""Named tuples of tables, which compiled kernels take by one pointer.

numba takes a named tuple apart: each array becomes seven arguments of every function that is given the tuple, so 27
tables become 189. Most of the time of compiling went into them. A *bundle* is the same named tuple with a row of
numbers besides, the address and the shape of each table; functions are given the address of this row alone.

Only `kernels` imports this module, where numba is installed.
"""

import operator
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, cast

import numpy
from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_borrowed, lower_builtin, lower_getattr_generic
from numba.core.types.misc import CPointer
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import NativeValue, register_model, typeof_impl, unbox
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype

T = TypeVar("T", bound=tuple[Any, ...])

_NUMBER = ir.IntType(64)


class Bundle:
    """Mixed into a class of named tuples: its instances have the address of their row."""

    row: Any
    address: int
    type: "BundleType"


def bundled(tables: T) -> T:
    """Return a named tuple of tables as a bundle, which compiled kernels take."""
    made: Any = _class_of(type(tables))(*tables)
    made.row = numpy.array([number for table in tables for number in (table.ctypes.data, *table.shape)], numpy.int64)
    made.address = made.row.ctypes.data
    made.type = _type_of(type(tables), tuple(map(_array_of, tables)))
    return cast("T", made)


@lru_cache
def _class_of(kind: type[tuple[Any, ...]]) -> type[tuple[Any, ...]]:
    return type(kind.__name__, (Bundle, kind), {"__module__": kind.__module__})


def _array_of(table: Any) -> Any:
    if table.ndim == 1 and table.dtype == numpy.int64:
        return _INTEGERS
    return types.Array(_type_of_values(table.dtype), table.ndim, "C")


_type_of_values = lru_cache(from_dtype)


@lru_cache
def _type_of(kind: Any, arrays: tuple[Any, ...]) -> "BundleType":
    return BundleType(kind.__name__, dict(zip(kind._fields, arrays, strict=True)))


class Integers(types.Type):
    """The type of a row of integers in a bundle: where it begins, and how many they are.

    Kernels look places up in it, write there and ask for its length: an array of numpy has seven parts, for whatever
    may be asked of it. No place is counted from the end, so loops can do several places at a time.
    """


_INTEGERS = Integers("Integers")


@register_model(Integers)
class _Row(models.StructModel):
    def __init__(self, manager: Any, kind: Integers) -> None:
        super().__init__(manager, kind, [("data", CPointer(types.int64)), ("size", types.intp)])


def _place_of(builder: Any, row: Any, number: Any) -> Any:
    return builder.gep(builder.extract_value(row, 0), [number], inbounds=True)


@infer_global(operator.getitem)
class _Got(AbstractTemplate):
    def generic(self, args: Any, _: Any) -> Any:
        return signature(types.int64, args[0], types.intp) if args[0] is _INTEGERS else None


@lower_builtin(operator.getitem, Integers, types.Integer)
def _get_item(_: Any, builder: Any, __: Any, values: Any) -> Any:
    return builder.load(_place_of(builder, *values))


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    def generic(self, args: Any, _: Any) -> Any:
        return signature(types.none, args[0], types.intp, types.int64) if args[0] is _INTEGERS else None


@lower_builtin(operator.setitem, Integers, types.Integer, types.Integer)
def _set_item(context: Any, builder: Any, _: Any, values: Any) -> Any:
    row, number, value = values
    builder.store(value, _place_of(builder, row, number))
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, _: Any) -> Any:
        return signature(types.intp, *args) if args[0] is _INTEGERS else None


@lower_builtin(len, Integers)
def _length(_: Any, builder: Any, __: Any, values: Any) -> Any:
    return builder.extract_value(values[0], 1)


class BundleType(types.Type):
    """The type of bundles with the same names and types of tables."""

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self.places: dict[str, int] = {}
        place = 0
        for field, array in fields.items():
            self.places[field] = place
            place += 1 + getattr(array, "ndim", 1)
        super().__init__(f"{name}{list(fields.items())}")

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """Its part in names of functions: short, as it stands in them again and again."""
        return self.name.partition("[")[0], ()


@typeof_impl.register(Bundle)
def _typeof(bundle: Bundle, _: Any) -> BundleType:
    return bundle.type


@register_model(BundleType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BundleType) -> None:
        super().__init__(manager, kind, _NUMBER.as_pointer())


@unbox(BundleType)
def _unbox(_: BundleType, bundle: Any, context: Any) -> Any:
    number = context.pyapi.object_getattr_string(bundle, "address")
    address = context.pyapi.long_as_longlong(number)
    context.pyapi.decref(number)
    return NativeValue(context.builder.inttoptr(address, _NUMBER.as_pointer()))


@infer_getattr
class _Fields(AttributeTemplate):
    key = BundleType

    def generic_resolve(self, bundle: BundleType, name: str) -> Any:
        return bundle.fields.get(name)


@lower_getattr_generic(BundleType)
def _get(context: Any, builder: Any, bundle: BundleType, row: Any, name: str) -> Any:
    """Lower ``bundle.name``: make an array of what stands in the row."""
    kind = bundle.fields[name]

    def number(place: int) -> Any:
        loaded = builder.load(builder.gep(row, [ir.Constant(ir.IntType(32), place)]))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    first = bundle.places[name]
    if kind is _INTEGERS:
        data = builder.inttoptr(number(first), _NUMBER.as_pointer())
        begun = builder.insert_value(ir.Constant(context.get_value_type(kind), ir.Undefined), data, 0)
        return builder.insert_value(begun, number(first + 1), 1)
    shape = [number(first + 1 + i) for i in range(kind.ndim)]
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in shape[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    array = context.make_array(kind)(context, builder)
    data = builder.inttoptr(number(first), array.data.type)
    populate_array(array, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return impl_ret_borrowed(context, builder, kind, array._getvalue())
