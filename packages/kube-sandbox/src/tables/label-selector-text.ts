import { isJsonObject, type JsonValue, parseLabelSelector, valueAt } from '@archipelago/apimachinery';

/** A label selector, or the plain map of labels of older kinds, as tables show it. */
export function labelSelectorText(value: JsonValue | undefined): string {
  if (!isJsonObject(value)) return '<none>';
  const isSelector =
    valueAt(value, 'matchLabels') !== undefined || valueAt(value, 'matchExpressions') !== undefined;
  if (!isSelector) {
    const pairs = Object.entries(value).map(([key, text]) => `${key}=${String(text)}`);
    return pairs.length === 0 ? '<none>' : pairs.join(',');
  }
  const parsed = parseLabelSelector(value);
  return parsed.ok && parsed.selector.text !== '' ? parsed.selector.text : '<none>';
}
