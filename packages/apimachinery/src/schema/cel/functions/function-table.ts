import type { CelType } from '../values/cel-type.ts';
import type { CelValue } from '../values/cel-value.ts';

/** One signature of a function. `run` gives undefined when the values do not have the types of `args`. */
export interface Overload {
  readonly id: string;
  readonly member: boolean;
  /** A member's target stands first. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  readonly run: (args: readonly CelValue[]) => CelValue | undefined;
}

export interface CelFunction {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /**
   * True for the language's own functions, which dispatch on the values: their overload error does not list the
   * argument types.
   */
  readonly dispatchesOnValues: boolean;
}

export type FunctionTable = ReadonlyMap<string, CelFunction>;

/** Joins overloads of the same name, in order, to one table. */
export function functionTable(functions: readonly CelFunction[]): FunctionTable {
  const table = new Map<string, CelFunction>();
  for (const fn of functions) {
    const before = table.get(fn.name);
    table.set(
      fn.name,
      before === undefined ? fn : { ...before, overloads: [...before.overloads, ...fn.overloads] },
    );
  }
  return table;
}

/** Recognizes values of one type. */
export interface ArgumentType<T> {
  readonly type: CelType;
  /** The value, undefined when it is of another type. */
  read(value: CelValue): T | undefined;
}

export function libraryFunction(name: string, ...overloads: Overload[]): CelFunction {
  return { name, overloads, dispatchesOnValues: false };
}

export function nullary(id: string, result: CelType, run: () => CelValue): Overload {
  return { id, member: false, args: [], result, run };
}

export function unary<A>(id: string, a: ArgumentType<A>, result: CelType, run: (a: A) => CelValue): Overload {
  return {
    id,
    member: false,
    args: [a.type],
    result,
    run: ([first]) => {
      const x = first === undefined ? undefined : a.read(first);
      return x === undefined ? undefined : run(x);
    },
  };
}

export function binary<A, B>(
  id: string,
  [a, b]: readonly [ArgumentType<A>, ArgumentType<B>],
  result: CelType,
  run: (a: A, b: B) => CelValue,
): Overload {
  return {
    id,
    member: false,
    args: [a.type, b.type],
    result,
    run: ([first, second]) => {
      const x = first === undefined ? undefined : a.read(first);
      const y = second === undefined ? undefined : b.read(second);
      return x === undefined || y === undefined ? undefined : run(x, y);
    },
  };
}

export function ternary<A, B, C>(
  id: string,
  [a, b, c]: readonly [ArgumentType<A>, ArgumentType<B>, ArgumentType<C>],
  result: CelType,
  run: (a: A, b: B, c: C) => CelValue,
): Overload {
  return {
    id,
    member: false,
    args: [a.type, b.type, c.type],
    result,
    run: ([first, second, third]) => {
      const x = first === undefined ? undefined : a.read(first);
      const y = second === undefined ? undefined : b.read(second);
      const z = third === undefined ? undefined : c.read(third);
      return x === undefined || y === undefined || z === undefined ? undefined : run(x, y, z);
    },
  };
}

/** The same overload as a method of its first argument. */
export function method(overload: Overload): Overload {
  return { ...overload, member: true };
}
