import { type FieldError, requiredValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** A branch of a junctor, and the schema of the values it checks. */
interface Pair {
  readonly branch: StructuralSchema;
  readonly branchPath: string;
  readonly schema: StructuralSchema | undefined;
  readonly path: string;
}

/** Checks that junctors only speak of fields and items that are specified outside of them. */
export function checkCompleteness(schema: StructuralSchema, path: string, errors: FieldError[]): void {
  checkBranches({ branch: schema, branchPath: path, schema, path }, errors);
}

function checkBranches(pair: Pair, errors: FieldError[]): void {
  const { branch, branchPath } = pair;
  if (branch.not !== undefined) {
    checkPair({ ...pair, branch: branch.not, branchPath: childPath(branchPath, 'not') }, errors);
  }
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, next] of (branch[name] ?? []).entries()) {
      checkPair({ ...pair, branch: next, branchPath: indexPath(childPath(branchPath, name), index) }, errors);
    }
  }
}

function checkPair(pair: Pair, errors: FieldError[]): void {
  const { branch, branchPath, schema, path } = pair;
  if (schema === undefined) {
    errors.push(requiredValue(path, `because it is defined in ${branchPath}`));
    return;
  }
  checkBranches(pair, errors);
  if (branch.items !== undefined) {
    const [below, at] = [childPath(branchPath, 'items'), childPath(path, 'items')];
    checkPair({ branch: branch.items, branchPath: below, schema: schema.items, path: at }, errors);
  }
  for (const [name, property] of Object.entries(branch.properties ?? {})) {
    const below = keyPath(childPath(branchPath, 'properties'), name);
    const at = keyPath(childPath(path, 'properties'), name);
    const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
    checkPair({ branch: property, branchPath: below, schema: known, path: at }, errors);
  }
}
