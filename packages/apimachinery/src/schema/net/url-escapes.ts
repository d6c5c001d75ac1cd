import { quote } from '../../go-text/quote.ts';

const badEscape = /%(?![0-9a-fA-F]{2})/;

/** Why the escapes of a text are none, if they are not. */
export function escapeProblem(text: string): string | undefined {
  const match = badEscape.exec(text);
  return match === null ? undefined : invalidEscape(text, match.index);
}

/** The escape that begins at `at`, as Go refuses it. */
export function invalidEscape(text: string, at: number): string {
  return `invalid URL escape ${quote(text.slice(at, at + 3))}`;
}

/** The text that was escaped. */
export function unescapeText(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const decoded = bytes.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1').toString('utf8');
}

/** The text with everything escaped but `plain` characters. */
export function escapeText(text: string, plain: RegExp): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const char = String.fromCharCode(byte);
    return plain.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}
