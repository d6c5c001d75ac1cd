import type { Cause } from '../config/framework/cause.ts';
import type { FieldPath } from '../config/framework/field-path.ts';
import type { Rendered } from '../config/render.ts';

/** Why an operand has what it has at a path: the cause of the leaf, or of one below; undefined: nothing asks for it. */
export function causeAt({ causes }: Rendered, path: FieldPath): Cause | undefined {
  return causes.find((one) => isPrefix(one.path, path) || isPrefix(path, one.path))?.cause;
}

function isPrefix(short: FieldPath, long: FieldPath): boolean {
  return short.length <= long.length && short.every((segment, index) => segment === long[index]);
}
