/** How strictly an address is read: `sloppy` takes leading zeros, as stored data of old clusters has them. */
type Reading = 'strict' | 'sloppy';

/** The version of an IP address without a zone, or nothing. `::ffff:1.2.3.4` is version 6 text. */
export function ipVersion(text: string, reading: Reading): 4 | 6 | undefined {
  const separator = /[.:]/.exec(text)?.[0];
  if (separator === '.') return isIpv4(text, reading) ? 4 : undefined;
  return separator === ':' && isIpv6(text, reading) ? 6 : undefined;
}

/** True for `10.0.0.0/8` and `2001:db8::/32`; host bits may be set. */
export function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined || rest.length > 0 || !/^[0-9]{1,7}$/.test(bits)) return false;
  const version = ipVersion(address, 'sloppy');
  return version !== undefined && Number(bits) <= (version === 4 ? 32 : 128);
}

function isIpv4(text: string, reading: Reading): boolean {
  const parts = text.split('.');
  const part = reading === 'strict' ? /^(?:0|[1-9][0-9]{0,2})$/ : /^0*[0-9]{1,3}$/;
  return parts.length === 4 && parts.every((octet) => part.test(octet) && Number(octet) <= 255);
}

function isIpv6(text: string, reading: Reading): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const counts = halves.map((half, index) => groupCount(half, index === halves.length - 1, reading));
  const [first, second] = counts;
  if (first === undefined || (halves.length === 2 && second === undefined)) return false;
  return halves.length === 2 ? first + (second ?? 0) <= 7 : first === 8;
}

/** How many 16 bit groups a run of groups stands for; nothing when it is malformed. */
function groupCount(text: string, last: boolean, reading: Reading): number | undefined {
  if (text === '') return 0;
  const groups = text.split(':');
  const tail = groups.at(-1) ?? '';
  const embedded = last && tail.includes('.');
  if (embedded && !isIpv4(tail, reading)) return undefined;
  const hex = embedded ? groups.slice(0, -1) : groups;
  const group = reading === 'strict' ? /^[0-9a-fA-F]{1,4}$/ : /^0*[0-9a-fA-F]{1,4}$/;
  if (!hex.every((part) => group.test(part))) return undefined;
  return hex.length + (embedded ? 2 : 0);
}
