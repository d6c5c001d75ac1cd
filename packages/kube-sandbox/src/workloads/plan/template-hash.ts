import { canonicalJson, type JsonValue } from '@archipelago/apimachinery';

/** No vowels and none that look alike: no words come about. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
const offset = 2_166_136_261;
const prime = 16_777_619;

/** A short text for a pod template, which fits into names and labels; `collisions` gives another one for the same template. */
export function templateHash(template: JsonValue | undefined, collisions = 0): string {
  const text = `${canonicalJson(template ?? null)}${collisions === 0 ? '' : collisions}`;
  let hash = offset;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime) >>> 0;
  return [...String(hash)].map((digit) => alphabet[digit.charCodeAt(0) % alphabet.length]).join('');
}
