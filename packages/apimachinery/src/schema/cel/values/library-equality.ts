import { compareQuantities } from '../../../api/quantity.ts';
import { urlText } from '../../net/go-url.ts';
import { compareSemver } from '../data/semver.ts';
import type { CelValue } from './cel-value.ts';

type Box = Exclude<CelValue, null | string | number | bigint | boolean | Uint8Array>;
type SameKind<K extends Box['kind']> = readonly [Extract<Box, { kind: K }>, Extract<Box, { kind: K }>];

function both<K extends Box['kind']>(kind: K, a: Box, b: Box): SameKind<K> | undefined {
  const isKind = (value: Box): value is Extract<Box, { kind: K }> => value.kind === kind;
  return isKind(a) && isKind(b) ? [a, b] : undefined;
}

function equalAddresses(a: Box, b: Box): boolean {
  const ips = both('ip', a, b);
  if (ips !== undefined) return ips[0].ip.version === ips[1].ip.version && ips[0].ip.bits === ips[1].ip.bits;
  const cidrs = both('cidr', a, b);
  if (cidrs === undefined) return false;
  const [x, y] = [cidrs[0].cidr, cidrs[1].cidr];
  return x.ip.version === y.ip.version && x.ip.bits === y.ip.bits && x.prefix === y.prefix;
}

/** Equality of values of Kubernetes' libraries: quantities and versions by value, addresses and formats by identity. */
export function equalLibraryValues(a: Box, b: Box): boolean {
  const quantities = both('quantity', a, b);
  if (quantities !== undefined)
    return compareQuantities(quantities[0].quantity, quantities[1].quantity) === 0;
  const versions = both('semver', a, b);
  if (versions !== undefined) return compareSemver(versions[0].semver, versions[1].semver) === 0;
  const urls = both('url', a, b);
  if (urls !== undefined) return urlText(urls[0].url) === urlText(urls[1].url);
  const formats = both('format', a, b);
  if (formats !== undefined) return formats[0].format.name === formats[1].format.name;
  return equalAddresses(a, b);
}
