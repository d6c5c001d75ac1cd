import { isIP } from 'node:net';

/**
 * The first of the CIDR ranges that an address is in; undefined: none, or it is no address. An IPv4 address that IPv6 holds (mapped,
 * or for a translator) is the IPv4 address. Brackets and zones are left out.
 */
export function addressRange(address: string, ranges: readonly string[]): string | undefined {
  const bits = bitsOf(address);
  return bits === undefined ? undefined : ranges.find((range) => isWithin(bits, range));
}

/** Whether a text is a range that addresses can be in. */
export function isAddressRange(text: string): boolean {
  return boundsOf(text) !== undefined;
}

function isWithin(bits: bigint, range: string): boolean {
  const bounds = boundsOf(range);
  return bounds !== undefined && bits >> bounds.free === bounds.network >> bounds.free;
}

const ipv6Length = 128;

function boundsOf(range: string): { readonly network: bigint; readonly free: bigint } | undefined {
  const [, base = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(range) ?? [];
  const longest = isIP(base) === 4 ? 32 : ipv6Length;
  const network = bitsOf(base);
  if (network === undefined || length === '' || Number(length) > longest) return undefined;
  return { network, free: BigInt(longest - Number(length)) };
}

/** All addresses as those of IPv6. */
function bitsOf(text: string): bigint | undefined {
  const address = text.replace(/^\[|\]$|%.*$/g, '');
  if (isIP(address) === 4) return ipv4Prefix | ipv4Bits(address);
  if (isIP(address) !== 6) return undefined;
  const bits = ipv6Bits(address);
  return bits >> ipv4Length === translated ? ipv4Prefix | (bits & lowest) : bits;
}

const ipv4Length = 32n;
const lowest = 0xffff_ffffn;
/** ::ffff:0:0/96 (RFC 4291). */
const ipv4Prefix = 0xffff_0000_0000n;
/** 64:ff9b::/96: a translator makes IPv4 of it (RFC 6052). */
const translated = 0x64_ff9b_0000_0000_0000_0000n;

function ipv4Bits(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6Bits(address: string): bigint {
  // an URL writes it in groups alone, without dots
  const { hostname } = new URL(`http://[${address}]/`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
