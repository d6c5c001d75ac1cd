/** An IP address: 32 or 128 bits. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly bits: bigint;
  readonly zone?: string;
}

/** An address with the length of its network prefix; bits after the prefix are kept. */
export interface Cidr {
  readonly ip: IpAddress;
  readonly prefix: number;
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

function fail(text: string, why: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `ParseAddr(${JSON.stringify(text)}): ${why}` };
}

function octetProblem(octet: string): string | undefined {
  if (octet === '') return 'IPv4 field must have at least one digit';
  if (!/^[0-9]+$/.test(octet)) return 'unexpected character';
  if (octet.length > 1 && octet.startsWith('0')) return 'IPv4 field has octet with leading zero';
  return Number(octet) > 255 ? 'IPv4 field has value >255' : undefined;
}

function parseV4Bits(text: string, whole: string): Parsed<bigint> {
  const octets = text.split('.');
  for (const octet of octets) {
    const problem = octetProblem(octet);
    if (problem === 'unexpected character') return unexpected(whole, octet);
    if (problem !== undefined) return fail(whole, problem);
  }
  if (octets.length < 4) return fail(whole, 'IPv4 address too short');
  if (octets.length > 4) return fail(whole, 'IPv4 address too long');
  return { ok: true, value: octets.reduce((bits, octet) => (bits << 8n) | BigInt(octet), 0n) };
}

function unexpected(whole: string, part: string): { readonly ok: false; readonly message: string } {
  const rest = part.slice(part.search(/[^0-9]/));
  return fail(whole, `unexpected character (at ${JSON.stringify(rest)})`);
}

/** The groups of one side of `::`, an embedded IPv4 address at the end counting for two. */
function parseGroups(side: string, whole: string): Parsed<readonly bigint[]> {
  if (side === '') return { ok: true, value: [] };
  const groups: bigint[] = [];
  const parts = side.split(':');
  for (const [index, part] of parts.entries()) {
    if (part.includes('.') && index === parts.length - 1) {
      const v4 = parseV4Bits(part, whole);
      if (!v4.ok) return v4;
      groups.push(v4.value >> 16n, v4.value & 0xffffn);
    } else {
      if (part === '') return fail(whole, 'each colon-separated field must have at least one digit');
      if (!/^[0-9a-fA-F]+$/.test(part))
        return fail(whole, `unexpected character (at ${JSON.stringify(part)})`);
      if (part.length > 4) return fail(whole, 'each group must have 4 or less digits');
      groups.push(BigInt(`0x${part}`));
    }
  }
  return { ok: true, value: groups };
}

function joinGroups(groups: readonly bigint[]): bigint {
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n);
}

function parseV6Bits(text: string, whole: string): Parsed<bigint> {
  const sides = text.split('::');
  if (sides.length > 2) return fail(whole, 'multiple :: in address');
  const head = parseGroups(sides[0] ?? '', whole);
  const tail = parseGroups(sides[1] ?? '', whole);
  if (!head.ok) return head;
  if (!tail.ok) return tail;
  const missing = 8 - head.value.length - tail.value.length;
  if (sides.length === 1 && missing > 0) return fail(whole, 'address string too short');
  if (missing < 0 || (sides.length === 2 && missing < 1)) {
    return fail(
      whole,
      sides.length === 2
        ? 'the :: must expand to at least one field of zeros'
        : 'trailing garbage after address',
    );
  }
  const zeros = Array.from({ length: missing }, () => 0n);
  return { ok: true, value: joinGroups([...head.value, ...zeros, ...tail.value]) };
}

/** Parses an address with Go's `netip.ParseAddr` rules and messages. */
export function parseIpAddress(text: string): Parsed<IpAddress> {
  const separator = text.search(/[.:%]/);
  if (separator < 0 || text[separator] === '%') {
    return fail(text, separator < 0 ? 'unable to parse IP' : 'missing IPv6 address');
  }
  if (text[separator] === '.') {
    const v4 = parseV4Bits(text, text);
    return v4.ok ? { ok: true, value: { version: 4, bits: v4.value } } : v4;
  }
  const percent = text.indexOf('%');
  const address = percent < 0 ? text : text.slice(0, percent);
  if (percent === text.length - 1) return fail(text, 'zone must be a non-empty string');
  const v6 = parseV6Bits(address, text);
  if (!v6.ok) return v6;
  const zone = percent < 0 ? {} : { zone: text.slice(percent + 1) };
  return { ok: true, value: { version: 6, bits: v6.value, ...zone } };
}

export function addressLength(ip: IpAddress): number {
  return ip.version === 4 ? 32 : 128;
}

/** True for an IPv4 address written as `::ffff:a.b.c.d`. */
export function isMappedV4(ip: IpAddress): boolean {
  return ip.version === 6 && ip.bits >> 32n === 0xffffn;
}

function prefixFail(text: string, why: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `netip.ParsePrefix(${JSON.stringify(text)}): ${why}` };
}

/** Parses `address/bits` with Go's `netip.ParsePrefix` rules and messages. */
export function parseCidr(text: string): Parsed<Cidr> {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return prefixFail(text, "no '/'");
  const ip = parseIpAddress(text.slice(0, slash));
  if (!ip.ok) return prefixFail(text, ip.message);
  if (ip.value.version === 6 && ip.value.zone !== undefined)
    return prefixFail(text, 'IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]{0,2})$/.test(bits))
    return prefixFail(text, `bad bits after slash: ${JSON.stringify(bits)}`);
  const prefix = Number(bits);
  if (prefix > addressLength(ip.value)) return prefixFail(text, 'prefix length out of range');
  return { ok: true, value: { ip: ip.value, prefix } };
}

/** The address with all bits after the prefix cleared. */
export function maskAddress(ip: IpAddress, prefix: number): IpAddress {
  const free = BigInt(addressLength(ip) - prefix);
  return { version: ip.version, bits: (ip.bits >> free) << free };
}

/** Whether the network contains the address. */
export function containsAddress(network: Cidr, ip: IpAddress): boolean {
  if (network.ip.version !== ip.version) return false;
  return maskAddress(network.ip, network.prefix).bits === maskAddress(ip, network.prefix).bits;
}
