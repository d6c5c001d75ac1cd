import { quote } from '../../go-text/quote.ts';
import { parseIpAddress } from './parse-ip.ts';
import { invalidEscape, unescapeText } from './url-escapes.ts';

/** What no host may hold: only a percent sign and bytes above ASCII may be escaped in one. */
const notInHosts = /%(?!25|[89a-fA-F][0-9a-fA-F])|[ #/?@\\^`{|}]/;
/** A zone may also escape what it may hold, and spaces. */
const notInZones =
  /%(?!2[0-2]|2[4-9a-eA-E]|3[0-9a-eA-E]|[46][1-9a-fA-F]|5[0-9abdfABDF]|7[0-9aAeE])|[ #/?@\\^`{|}]/;

function hostTextProblem(text: string, forbidden = notInHosts): string | undefined {
  const match = forbidden.exec(text);
  if (match === null) return undefined;
  return match[0] === '%'
    ? invalidEscape(text, match.index)
    : `invalid character ${quote(match[0])} in host name`;
}

function portProblem(port: string): string | undefined {
  return /^(?::[0-9]*)?$/.test(port) ? undefined : `invalid port ${quote(port)} after host`;
}

/** Why a host with its port is none, if it is not. */
export function hostProblem(host: string, scheme: string): string | undefined {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return 'invalid IP-literal';
  if (bracket === 0) return literalProblem(host);
  // other schemes have lists of hosts with ports
  const strict = scheme === 'http' || scheme === 'https';
  const colon = strict ? host.indexOf(':') : host.lastIndexOf(':');
  return portProblem(colon < 0 ? '' : host.slice(colon)) ?? hostTextProblem(host);
}

/** Where the zone of an address in brackets begins. */
function zoneStart(literal: string): number {
  const at = literal.indexOf('%25');
  return at < 0 ? literal.length : at;
}

function literalProblem(host: string): string | undefined {
  const close = host.lastIndexOf(']');
  if (close < 0) return "missing ']' in host";
  const literal = host.slice(1, close);
  const zone = zoneStart(literal);
  return (
    portProblem(host.slice(close + 1)) ??
    hostTextProblem(literal.slice(0, zone)) ??
    hostTextProblem(literal.slice(zone), notInZones) ??
    addressProblem(unescapeText(literal))
  );
}

function addressProblem(text: string): string | undefined {
  const parsed = parseIpAddress(text);
  if (!parsed.ok) return `invalid host: ${parsed.message}`;
  return parsed.value.version === 4 ? 'invalid IP-literal' : undefined;
}
