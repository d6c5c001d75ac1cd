import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { paramText } from './check.ts';
import { shellWord } from './shell-word.ts';

/** A template with the values of `params` in the place of `{params}`; what it does not know stays. */
export function filled(
  template: string,
  params: JsonObject,
  print: (value: JsonValue) => string = paramText,
): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? print(params[name] ?? '') : whole,
  );
}

/** For commands: each member of a list is a word of its own. */
export function shellWords(value: JsonValue): string {
  const all: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return all.map((one) => shellWord(paramText(one))).join(' ');
}
