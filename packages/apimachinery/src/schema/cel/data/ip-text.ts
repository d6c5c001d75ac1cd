import type { Cidr, IpAddress } from '../../net/ip-address.ts';

function v4Text(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join('.');
}

/** Start and length of the longest run of zero groups, at least two long. */
function longestZeros(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === '0') end += 1;
    if (end - start > best.length) best = { start, length: end - start };
  }
  return best;
}

function v6Text(bits: bigint): string {
  if (bits >> 32n === 0xffffn) return `::ffff:${v4Text(bits & 0xffffffffn)}`;
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  );
  const zeros = longestZeros(groups);
  if (zeros.start < 0) return groups.join(':');
  return `${groups.slice(0, zeros.start).join(':')}::${groups.slice(zeros.start + zeros.length).join(':')}`;
}

/** The canonical text (RFC 5952). */
export function ipText(ip: IpAddress): string {
  const zone = ip.zone === undefined ? '' : `%${ip.zone}`;
  return ip.version === 4 ? v4Text(ip.bits) : v6Text(ip.bits) + zone;
}

export function cidrText(cidr: Cidr): string {
  return `${ipText(cidr.ip)}/${cidr.prefix}`;
}
