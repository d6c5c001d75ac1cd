import { textAt } from '@archipelago/apimachinery';
import { valueText } from './value-text.ts';

/** A text that a cluster wrote, at a path, fit to be shown; `''` where there is none. */
export function said(value: unknown, ...path: readonly (string | number)[]): string {
  const text = textAt(value, ...path);
  return text === '' ? '' : valueText(text);
}
