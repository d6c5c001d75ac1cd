import { labelSelectorErrors } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';

const fix =
  'write In or NotIn with values, Exists or DoesNotExist without, and keys and values that a label can have';

/**
 * What whoever reads the selector stops at. Upstream accepts all of it; an operator that does not exist is refused here, since
 * nothing can come of it.
 */
export function reviewLabelSelector(at: string, selector: unknown): readonly FieldFinding[] {
  return oddSelector(at, selector).map((finding) =>
    finding.at.endsWith('.operator') ? { ...finding, level: 'error' } : finding,
  );
}

/** The same, as warnings: for selectors of placements. */
export function oddSelector(at: string, selector: unknown): readonly FieldFinding[] {
  return labelSelectorErrors(selector, at).map(({ field, message }) => ({
    level: 'warning',
    at: field,
    reason: 'Invalid',
    message,
    fix,
  }));
}
