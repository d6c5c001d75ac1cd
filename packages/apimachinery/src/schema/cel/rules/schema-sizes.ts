import type { DeclaredType } from '../declared/declared-type.ts';
import type { SchemaSizes } from '../estimate/estimator.ts';

function below(declared: DeclaredType, step: string): DeclaredType | undefined {
  if (step === '@items' || step === '@values') return declared.element;
  return step === '@keys' ? declared.key : declared.fields?.get(step);
}

/** Largest sizes of values by their place below `self` (or `oldSelf`, of the same type). */
export function schemaSizesOf(root: DeclaredType): SchemaSizes {
  return (path) => {
    if (path.length === 0) return undefined;
    let at: DeclaredType | undefined = root;
    for (const step of path.slice(1)) at = at && below(at, step);
    return at && { min: 0n, max: at.maxElements };
  };
}
