/** Stands where something was that looked like a login. */
export const removed = '[removed]';

const secretName =
  '(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|dockerconfigjson|dockercfg|cookie|\\bauth|authorization)[_-]?\\d{0,3}';
const value =
  '(?:\\\\"[^"\\\\]*\\\\"|"(?:[^"\\\\]|\\\\.)*"|\'[^\']*\'|(?!true\\b|false\\b|null\\b|none\\b|[{[]|\\\\)[^\\s"\'&\\\\]+)';

type Rule = readonly [RegExp, string | ((found: string) => string)];

/** None of them looks ahead without a bound: a log may be hostile. */
const rules: readonly Rule[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g, removed],
  [/LS0tLS1CRUdJTi[A-Za-z0-9+/=]+/g, (found) => (isPrivateKey(found) ? removed : found)],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]{1,2000}@/gi, `$1${removed}@`],
  [/(authorization(?:\\?["'])?\s{0,5}[:=]\s{0,5}\[?(?:\\?["'])?)[^\r\n"'\\]+/gi, `$1${removed}`],
  [/\b(bearer|basic)(?:\s|%20|\+){1,5}[\w.~+/-]{8,}=*/gi, `$1 ${removed}`],
  [/\beyJ[\w+/-]{10,}={0,2}(?:\.[\w-]{2,}){0,4}/g, removed],
  [/sha256~[\w-]{10,}|\bAKIA[0-9A-Z]{16}\b|\b(?:gh[pousr]|glpat)[_-]\w{16,}/g, removed],
  [/(\blogin\s{1,5}\S{1,200}\s{1,5}password\s{1,5})\S+/gi, `$1${removed}`],
  [new RegExp(`(--[\\w-]{0,40}(?:password|token|secret|key)\\s{1,5})${value}`, 'gi'), `$1${removed}`],
  [
    new RegExp(`(${secretName}(?:\\\\?["'])?\\s{0,5}[:=]\\s{0,5})(?!\\[removed\\])${value}`, 'gi'),
    `$1${removed}`,
  ],
];

const suspicious = /[:=@\s~_-]|eyJ|LS0t|AKIA/;
const nameOfSecret = new RegExp(`${secretName}$`, 'i');

/** The text without what looks like a login: private keys, tokens, logins in addresses, and values that are called a password or the like. */
export function scrubText(text: string): string {
  if (!suspicious.test(text)) return text;
  return rules.reduce(
    (left, [pattern, by]) => (typeof by === 'string' ? left.replace(pattern, by) : left.replace(pattern, by)),
    text,
  );
}

/** Whether what has this name is a secret: `password`, `DB_TOKEN`, but not `secretName`. */
export function isNameOfSecret(name: string): boolean {
  return nameOfSecret.test(name);
}

/** The base64 of a PEM: of a certificate it is shown. */
function isPrivateKey(found: string): boolean {
  return Buffer.from(found.slice(0, 120), 'base64').toString('latin1').includes('PRIVATE KEY');
}
