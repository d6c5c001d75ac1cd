import { type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';

/** How many IPv4 addresses whereabouts may give away; undefined where it cannot be told (IPv6, a wrong range). */
export function addressCount(ipam: JsonObject): number | undefined {
  const ranges = objectsAt(ipam, 'ipRanges');
  const counts = (ranges.length > 0 ? ranges : [ipam]).map(countOf);
  return counts.some((count) => count === undefined)
    ? undefined
    : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function countOf(ipam: JsonObject): number | undefined {
  const whole = rangeOf(textAt(ipam, 'range'));
  if (whole === undefined) return undefined;
  const first = numberOf(textAt(ipam, 'range_start')) ?? whole.first + 1;
  const last = numberOf(textAt(ipam, 'range_end')) ?? whole.last - 1;
  const excluded = textsAt(ipam, 'exclude').map(rangeOf);
  const taken = excluded.reduce(
    (sum, range) => sum + (range === undefined ? 0 : overlap(range, { first, last })),
    0,
  );
  return Math.max(0, last - first + 1 - taken);
}

function overlap(a: Range, b: Range): number {
  return Math.max(0, Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1);
}

/** `10.0.0.0/24`, or `10.0.0.5-10.0.0.9/24`. */
function rangeOf(text: string): Range | undefined {
  const [, start = '', end, bits = '32'] = /^([\d.]+)(?:-([\d.]+))?(?:\/(\d+))?$/.exec(text) ?? [];
  const address = numberOf(start);
  if (address === undefined || Number(bits) > 32) return undefined;
  const until = end === undefined ? undefined : numberOf(end);
  // the addresses of a range that is written out are all usable
  if (until !== undefined) return { first: address - 1, last: until + 1 };
  const size = 2 ** (32 - Number(bits));
  const first = Math.floor(address / size) * size;
  return { first, last: first + size - 1 };
}

function numberOf(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
    return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}
