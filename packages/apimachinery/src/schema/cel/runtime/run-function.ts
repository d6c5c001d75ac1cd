import type { CelFunction } from '../functions/function-table.ts';
import { type CelValue, celError, type ErrorValue, runtimeType } from '../values/cel-value.ts';

function argumentError(fn: CelFunction, args: readonly CelValue[]): ErrorValue {
  if (fn.dispatchesOnValues) return celError('no such overload');
  return celError(`no such overload: ${fn.name}(${args.map((arg) => runtimeType(arg).name).join(', ')})`);
}

/** Runs the chosen overload, or the first that takes the values. */
export function runFunction(
  fn: CelFunction,
  overload: string | undefined,
): (args: readonly CelValue[]) => CelValue {
  const overloads = overload === undefined ? fn.overloads : fn.overloads.filter(({ id }) => id === overload);
  return (args) => {
    for (const candidate of overloads) {
      const result = candidate.args.length === args.length ? candidate.run(args) : undefined;
      if (result !== undefined) return result;
    }
    return argumentError(fn, args);
  };
}
