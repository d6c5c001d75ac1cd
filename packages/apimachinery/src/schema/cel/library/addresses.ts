import { quote } from '../../../go-text/quote.ts';
import type { Cidr, IpAddress } from '../../net/ip-address.ts';
import * as addresses from '../../net/ip-address.ts';
import { parseIpAddress } from '../../net/parse-ip.ts';
import { cidrText, ipText } from '../data/ip-text.ts';
import { parseCidr as parseNetwork } from '../data/parse-cidr.ts';
import { cidrArg, ipArg, stringArg } from '../functions/argument-types.ts';
import { binary, type CelFunction, libraryFunction, method, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, libraryTypes } from '../values/cel-value.ts';

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

function readIp(text: string): Parsed<IpAddress> {
  const parsed = parseIpAddress(text);
  const quoted = quote(text);
  if (!parsed.ok) {
    return {
      ok: false,
      message: `IP Address ${quoted} parse error during conversion from string: ${parsed.message}`,
    };
  }
  if (parsed.value.zone !== undefined)
    return { ok: false, message: `IP address ${quoted} with zone value is not allowed` };
  if (addresses.isMappedV4(parsed.value)) {
    return { ok: false, message: `IPv4-mapped IPv6 address ${quoted} is not allowed` };
  }
  return parsed;
}

function readCidr(text: string): Parsed<Cidr> {
  const parsed = parseNetwork(text);
  if (!parsed.ok) {
    return {
      ok: false,
      message: `network address parse error during conversion from string: ${parsed.message}`,
    };
  }
  if (!addresses.isMappedV4(parsed.value.ip)) return parsed;
  return { ok: false, message: `IPv4-mapped IPv6 address ${quote(text)} is not allowed` };
}

function ipValue(ip: IpAddress): CelValue {
  return { kind: 'ip', ip };
}

function parseIp(text: string): CelValue {
  const parsed = readIp(text);
  return parsed.ok ? ipValue(parsed.value) : celError(parsed.message);
}

function parseCidr(text: string): CelValue {
  const parsed = readCidr(text);
  if (parsed.ok) return { kind: 'cidr', cidr: parsed.value };
  return celError(`network address parse error during conversion from string: ${parsed.message}`);
}

function isCanonical(text: string): CelValue {
  const parsed = readIp(text);
  return parsed.ok ? ipText(parsed.value) === text : celError(parsed.message);
}

/** The top bits of an address. */
function top(ip: IpAddress, bits: number): bigint {
  return ip.bits >> BigInt(addresses.addressLength(ip) - bits);
}

function isLoopback(ip: IpAddress): boolean {
  return ip.version === 4 ? top(ip, 8) === 127n : ip.bits === 1n;
}

function isMulticast(ip: IpAddress): boolean {
  return ip.version === 4 ? top(ip, 4) === 0xen : top(ip, 8) === 0xffn;
}

function isLinkLocalMulticast(ip: IpAddress): boolean {
  return ip.version === 4 ? top(ip, 24) === 0xe00000n : (top(ip, 16) & 0xff0fn) === 0xff02n;
}

function isLinkLocalUnicast(ip: IpAddress): boolean {
  return ip.version === 4 ? top(ip, 16) === 0xa9fen : top(ip, 10) === 0xfe80n >> 6n;
}

function isGlobalUnicast(ip: IpAddress): boolean {
  if (ip.bits === 0n || (ip.version === 4 && ip.bits === 0xffffffffn)) return false;
  return !isLoopback(ip) && !isMulticast(ip) && !isLinkLocalUnicast(ip);
}

function containsCidr(outer: Cidr, inner: Cidr): boolean {
  return outer.prefix <= inner.prefix && addresses.containsAddress(outer, inner.ip);
}

function test(name: string, id: string, holds: (ip: IpAddress) => boolean): CelFunction {
  return libraryFunction(name, method(unary(id, ipArg, t.boolType, ({ ip }) => holds(ip))));
}

const unusable = celError('no such overload');

/** Kubernetes' IP addresses and networks. */
export const addressFunctions: readonly CelFunction[] = [
  libraryFunction(
    'ip',
    unary('string_to_ip', stringArg, libraryTypes.ip, parseIp),
    method(unary('cidr_ip', cidrArg, libraryTypes.ip, ({ cidr }) => ipValue(cidr.ip))),
  ),
  libraryFunction('family', method(unary('ip_family', ipArg, t.intType, ({ ip }) => BigInt(ip.version)))),
  libraryFunction('ip.isCanonical', unary('ip_is_canonical', stringArg, t.boolType, isCanonical)),
  libraryFunction(
    'isIP',
    unary('is_ip', stringArg, t.boolType, (text) => readIp(text).ok),
  ),
  libraryFunction(
    'isCIDR',
    unary('is_cidr', stringArg, t.boolType, (text) => readCidr(text).ok),
  ),
  test('isUnspecified', 'ip_is_unspecified', (ip) => ip.bits === 0n),
  test('isLoopback', 'ip_is_loopback', isLoopback),
  test('isLinkLocalMulticast', 'ip_is_link_local_multicast', isLinkLocalMulticast),
  test('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
  test('isGlobalUnicast', 'ip_is_global_unicast', isGlobalUnicast),
  libraryFunction(
    'string',
    unary('ip_to_string', ipArg, t.stringType, ({ ip }) => ipText(ip)),
    unary('cidr_to_string', cidrArg, t.stringType, ({ cidr }) => cidrText(cidr)),
  ),
  libraryFunction('cidr', unary('string_to_cidr', stringArg, libraryTypes.cidr, parseCidr)),
  libraryFunction(
    'containsIP',
    method(
      binary('cidr_contains_ip_string', [cidrArg, stringArg], t.boolType, ({ cidr }, text) => {
        const other = readIp(text);
        return other.ok ? addresses.containsAddress(cidr, other.value) : unusable;
      }),
    ),
    method(
      binary('cidr_contains_ip_ip', [cidrArg, ipArg], t.boolType, ({ cidr }, { ip }) =>
        addresses.containsAddress(cidr, ip),
      ),
    ),
  ),
  libraryFunction(
    'containsCIDR',
    method(
      binary('cidr_contains_cidr_string', [cidrArg, stringArg], t.boolType, ({ cidr }, text) => {
        const other = parseCidr(text);
        const inner = cidrArg.read(other);
        return inner === undefined ? other : containsCidr(cidr, inner.cidr);
      }),
    ),
    method(
      binary('cidr_contains_cidr', [cidrArg, cidrArg], t.boolType, (outer, inner) =>
        containsCidr(outer.cidr, inner.cidr),
      ),
    ),
  ),
  libraryFunction(
    'prefixLength',
    method(unary('cidr_prefix_length', cidrArg, t.intType, ({ cidr }) => BigInt(cidr.prefix))),
  ),
  libraryFunction(
    'masked',
    method(
      unary('cidr_masked', cidrArg, libraryTypes.cidr, ({ cidr }) => ({
        kind: 'cidr',
        cidr: { ip: addresses.maskAddress(cidr.ip, cidr.prefix), prefix: cidr.prefix },
      })),
    ),
  ),
];
