/** What shows by itself to be a login, and what stands in its place. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]*-----|(?=")|$)/g, '(private key)'],
  [/\beyJ[\w-]{8,}\.[\w-]*(?:\.[\w-]*)*/g, '(token)'],
  [/\b(bearer|basic) [\w+/=.~-]{6,}/gi, '$1 (not shown)'],
  [/(:\/\/)[^\s/@"?#]+@/g, '$1…@'],
];

/**
 * A text without what looks like a login: private keys, tokens, what an `Authorization` header has, users in addresses. It is a net below
 * those who know where logins are and do not print them; JSON stays JSON.
 */
export function withoutLogins(text: string): string {
  return shapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text);
}
