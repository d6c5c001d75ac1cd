import { quote } from '../go-text/quote.ts';

/** A number, or the message of Go's error. */
type AtoiResult =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly message: string };

/** Go's strconv.Atoi on a 64 bit machine; values beyond ±2^53 come out rounded, too large for any index anyhow. */
export function atoi(text: string): AtoiResult {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return { ok: false, message: `strconv.Atoi: parsing ${quote(text)}: invalid syntax` };
  }
  const digits = text.replace(/^[+-]?0*/, '');
  const negative = text.startsWith('-');
  const limit = negative ? 2n ** 63n : 2n ** 63n - 1n;
  if (digits.length > 19 || BigInt(`0${digits}`) > limit) {
    return { ok: false, message: `strconv.Atoi: parsing ${quote(text)}: value out of range` };
  }
  const value = Number(`0${digits}`);
  return { ok: true, value: negative ? 0 - value : value };
}
