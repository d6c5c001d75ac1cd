import { isJsonObject, type JsonValue, parseLabelSelector } from '@archipelago/apimachinery';
import { field } from '../json/json-access.ts';

/** A label selector, or the plain map of labels of older kinds, as tables show it. */
export function labelSelectorText(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return '<none>';
  const isSelector =
    field(value, 'matchLabels') !== undefined || field(value, 'matchExpressions') !== undefined;
  if (!isSelector) {
    const pairs = Object.entries(value).map(([key, text]) => `${key}=${String(text)}`);
    return pairs.length === 0 ? '<none>' : pairs.join(',');
  }
  const parsed = parseLabelSelector(value);
  return parsed.ok && parsed.selector.text !== '' ? parsed.selector.text : '<none>';
}
