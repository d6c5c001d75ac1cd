import { labelKeyErrors, labelValueErrors } from '@archipelago/apimachinery';
import { fieldBelow } from '../framework/field-path.ts';
import type { FieldFinding } from '../framework/setting.ts';
import { oddValue } from './odd-value.ts';

/** Labels that no node can have, so that no node is selected by them. */
export function reviewNodeLabels(
  at: string,
  labels: Readonly<Record<string, string>> | undefined,
): readonly FieldFinding[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => {
    const where = fieldBelow(at, key);
    return [
      ...labelKeyErrors(key).map((rule) =>
        oddValue(where, value, `has a key that no label can have: ${rule}`, 'write the key of a node label'),
      ),
      ...labelValueErrors(value).map((rule) =>
        oddValue(
          where,
          value,
          `is no value that a label can have: ${rule}`,
          'write the value of a node label',
        ),
      ),
    ];
  });
}
