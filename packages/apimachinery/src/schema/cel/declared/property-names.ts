/** Part of the grammar itself: nothing of that name can be selected. */
const tokens: readonly string[] = ['true', 'false', 'null', 'in'];

const reserved: ReadonlySet<string> = new Set([
  ...[...tokens, 'as', 'break', 'const', 'continue', 'else', 'for', 'function', 'if'],
  ...['import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
]);

const escapes: ReadonlyMap<string, string> = new Map([
  ['__', '__underscores__'],
  ['.', '__dot__'],
  ['-', '__dash__'],
  ['/', '__slash__'],
]);

const unescapes: ReadonlyMap<string, string> = new Map(
  [...escapes].map(([plain, escaped]) => [escaped.slice(2, -2), plain] as const),
);

/** The name under which a property is selected in CEL: `a.b` is `a__dot__b`; undefined when it cannot be. */
export function escapePropertyName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[-./]/g, (part) => escapes.get(part) ?? part);
}

/** Every name under which a property is selected in CEL: a reserved word also as it is, where the grammar lets it stand. */
export function selectableNames(name: string): readonly string[] {
  const escaped = escapePropertyName(name);
  if (escaped === undefined) return [];
  return reserved.has(name) && !tokens.includes(name) ? [escaped, name] : [escaped];
}

/** The property a CEL name stands for; undefined when it stands for none. */
export function unescapePropertyName(escaped: string): string | undefined {
  let valid = true;
  const name = escaped.replaceAll(/__([^_]+)__/g, (whole, inner: string) => {
    const plain = unescapes.get(inner);
    if (plain !== undefined) return plain;
    if (!reserved.has(inner) || whole.length !== escaped.length) valid = false;
    return inner;
  });
  return valid ? name : undefined;
}
