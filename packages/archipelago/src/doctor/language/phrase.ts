/** Sentences with `{params}` in one language, and in another. */
type Phrases = readonly (readonly [from: string, to: string])[];

/** The text as the first phrase that fits has it in the other language; as it is, where none fits. */
export function phrased(text: string, phrases: Phrases): string {
  for (const [from, to] of phrases) {
    const values = valuesIn(text, from);
    if (values !== undefined)
      return to.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values.get(name) ?? whole);
  }
  return text;
}

/** What stands in a text where a template has its `{params}`. Undefined: it is not made from this template. */
function valuesIn(text: string, template: string): ReadonlyMap<string, string> | undefined {
  const [first = '', ...parts] = template.split(/\{(\w+)\}/);
  if (!text.startsWith(first)) return undefined;
  const values = new Map<string, string>();
  let at = first.length;
  for (let index = 0; index < parts.length; index += 2) {
    const after = parts[index + 1] ?? '';
    const isLast = index + 2 >= parts.length;
    const end = isLast ? text.length - after.length : text.indexOf(after, at);
    if (end < at || !text.startsWith(after, end)) return undefined;
    values.set(parts[index] ?? '', text.slice(at, end));
    at = end + after.length;
  }
  return at === text.length ? values : undefined;
}
