import { quote } from '../../go-text/quote.ts';
import type { IpAddress } from './ip-address.ts';

/** Thrown at the first problem; caught in parseIpAddress. */
class AddressProblem extends Error {}

function fail(problem: string, rest?: string): never {
  throw new AddressProblem(rest === undefined ? problem : `${problem} (at ${quote(rest)})`);
}

function checkDigit(octet: string): void {
  if (octet.length > 1 && octet.startsWith('0')) fail('IPv4 field has octet with leading zero');
  if (Number(octet) > 255) fail('IPv4 field has value >255');
}

function checkDot(text: string, at: number, dots: number): void {
  const misplaced = at === 0 || at === text.length - 1 || text[at - 1] === '.';
  if (misplaced) fail('IPv4 field must have at least one digit', text.slice(at));
  if (dots === 3) fail('IPv4 address too long');
}

/** The 32 bits of four decimal numbers, checked from left to right as Go does. */
function parseV4(text: string): bigint {
  const octets = [''];
  for (const [at, char] of Array.from(text).entries()) {
    if (/[0-9]/.test(char)) {
      const octet = `${octets.pop() ?? ''}${char}`;
      checkDigit(octet);
      octets.push(octet);
    } else if (char === '.') {
      checkDot(text, at, octets.length - 1);
      octets.push('');
    } else {
      fail('unexpected character', text.slice(at));
    }
  }
  if (octets.length < 4) fail('IPv4 address too short');
  return octets.reduce((bits, octet) => (bits << 8n) | BigInt(octet), 0n);
}

interface Groups {
  readonly values: bigint[];
  /** How many groups stand before `::`. */
  ellipsis: number | undefined;
}

/** Takes the separator after a group; gives what follows it. */
function afterColon(rest: string, groups: Groups): string {
  if (!rest.startsWith(':')) fail('unexpected character, want colon', rest);
  if (rest.length === 1) fail('colon must be followed by more characters', rest);
  if (rest[1] !== ':') return rest.slice(1);
  if (groups.ellipsis !== undefined) fail('multiple :: in address', rest.slice(1));
  groups.ellipsis = groups.values.length;
  return rest.slice(2);
}

function takeV4(rest: string, groups: Groups): void {
  if (groups.ellipsis === undefined && groups.values.length !== 6) {
    fail('embedded IPv4 address must replace the final 2 fields of the address', rest);
  }
  if (groups.values.length > 6)
    fail('too many hex fields to fit an embedded IPv4 at the end of the address', rest);
  const bits = parseV4(rest);
  groups.values.push(bits >> 16n, bits & 0xffffn);
}

function takeGroup(rest: string, groups: Groups): string {
  const [digits = ''] = /^[0-9a-fA-F]*/.exec(rest) ?? [];
  if (digits.length > 4) fail('each group must have 4 or less digits', rest);
  if (digits === '') fail('each colon-separated field must have at least one digit', rest);
  if (rest[digits.length] === '.') {
    takeV4(rest, groups);
    return '';
  }
  groups.values.push(BigInt(`0x${digits}`));
  return rest.slice(digits.length);
}

function expand({ values, ellipsis }: Groups): bigint {
  const missing = 8 - values.length;
  if (missing > 0 && ellipsis === undefined) fail('address string too short');
  if (missing === 0 && ellipsis !== undefined) fail('the :: must expand to at least one field of zeros');
  const zeros = Array.from({ length: missing }, () => 0n);
  const at = ellipsis ?? values.length;
  const all = [...values.slice(0, at), ...zeros, ...values.slice(at)];
  return all.reduce((bits, group) => (bits << 16n) | group, 0n);
}

function parseV6(text: string): bigint {
  const groups: Groups = { values: [], ellipsis: undefined };
  let rest = text;
  if (text.startsWith('::')) {
    groups.ellipsis = 0;
    rest = text.slice(2);
  }
  let open = rest !== '';
  while (open && groups.values.length < 8) {
    rest = takeGroup(rest, groups);
    if (rest !== '') rest = afterColon(rest, groups);
    open = rest !== '';
  }
  if (rest !== '') fail('trailing garbage after address', rest);
  return expand(groups);
}

function parseWithZone(text: string): IpAddress {
  const percent = text.indexOf('%');
  if (percent < 0) return { version: 6, bits: parseV6(text) };
  const zone = text.slice(percent + 1);
  if (zone === '') fail('zone must be a non-empty string');
  return { version: 6, bits: parseV6(text.slice(0, percent)), zone };
}

function parse(text: string): IpAddress {
  switch (/[.:%]/.exec(text)?.[0]) {
    case '.':
      return { version: 4, bits: parseV4(text) };
    case ':':
      return parseWithZone(text);
    case '%':
      return fail('missing IPv6 address');
    default:
      return fail('unable to parse IP');
  }
}

type ParsedAddress =
  | { readonly ok: true; readonly value: IpAddress }
  | { readonly ok: false; readonly message: string };

/** Parses an address with the rules and messages of Go's `netip.ParseAddr`. */
export function parseIpAddress(text: string): ParsedAddress {
  try {
    return { ok: true, value: parse(text) };
  } catch (error) {
    if (!(error instanceof AddressProblem)) throw error;
    return { ok: false, message: `ParseAddr(${quote(text)}): ${error.message}` };
  }
}
