import { quote } from '../../go-text/quote.ts';
import { parseIpAddress } from './parse-ip.ts';

/** A URL in the parts Go's net/url gives. `path` is decoded; `rawPath` is the text it came from. */
export interface GoUrl {
  readonly scheme: string;
  readonly host: string;
  readonly rawPath: string;
  readonly opaque: string;
  readonly query: string;
  readonly text: string;
}

type UrlResult =
  | { readonly ok: true; readonly value: GoUrl }
  | { readonly ok: false; readonly message: string };

interface Scheme {
  readonly scheme: string;
  readonly rest: string;
  readonly problem?: string;
}

function splitScheme(text: string): Scheme {
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text);
  if (match?.[1] !== undefined) return { scheme: match[1].toLowerCase(), rest: text.slice(match[0].length) };
  if (text.startsWith(':')) return { scheme: '', rest: text, problem: 'missing protocol scheme' };
  return { scheme: '', rest: text };
}

const badEscape = /%(?![0-9a-fA-F]{2})/;

function escapeProblem(text: string): string | undefined {
  const match = badEscape.exec(text);
  return match === null ? undefined : invalidEscape(text, match.index);
}

function invalidEscape(text: string, at: number): string {
  return `invalid URL escape ${quote(text.slice(at, at + 3))}`;
}

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

function hostProblem(host: string, scheme: string): string | undefined {
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

interface Authority {
  readonly user: string | undefined;
  readonly host: string;
  readonly problem: string | undefined;
}

function splitAuthority(authority: string, scheme: string): Authority {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at);
  const host = authority.slice(at + 1);
  const userFine = user === undefined || /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user);
  const problem =
    hostProblem(host, scheme) ?? (userFine ? escapeProblem(user ?? '') : 'net/url: invalid userinfo');
  return { user, host, problem };
}

interface Location {
  readonly authority: Authority | undefined;
  readonly path: string;
}

/** How a URL is read: as in a request line, or as any reference. */
type Reading = 'request' | 'reference';

function splitAuthorityAndPath({ scheme, rest }: Scheme, reading: Reading): Location {
  const authorityAlone = reading === 'reference' && !rest.startsWith('///');
  if (!rest.startsWith('//') || (scheme === '' && !authorityAlone)) {
    return { authority: undefined, path: rest };
  }
  const slash = rest.indexOf('/', 2);
  const end = slash < 0 ? rest.length : slash;
  return { authority: splitAuthority(rest.slice(2, end), scheme), path: rest.slice(end) };
}

function refuse(text: string, why: string): UrlResult {
  return { ok: false, message: `parse ${quote(text)}: ${why}` };
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((char) => char < ' ' || char === '\u007f');
}

/** Parses what stands between scheme and query. */
function parseRest(text: string, start: Scheme, query: string, reading: Reading): UrlResult {
  const { scheme, rest } = start;
  if (!rest.startsWith('/')) {
    if (scheme === '') return refuse(text, 'invalid URI for request');
    return { ok: true, value: { ...emptyUrl, scheme, opaque: rest, query, text } };
  }
  const { authority, path } = splitAuthorityAndPath(start, reading);
  const wrong = authority?.problem ?? escapeProblem(path);
  if (wrong !== undefined) return refuse(text, wrong);
  const host = unescapeText(authority?.host ?? '');
  return { ok: true, value: { ...emptyUrl, host, rawPath: path, scheme, query, text } };
}

function parse(text: string, reading: Reading): UrlResult {
  if (hasControlCharacter(text)) return refuse(text, 'net/url: invalid control character in URL');
  if (text === '') return refuse(text, 'empty url');
  if (text === '*') return { ok: true, value: { ...emptyUrl, rawPath: '*', text } };
  const { scheme, rest, problem } = splitScheme(text);
  if (problem !== undefined) return refuse(text, problem);
  const question = rest.indexOf('?');
  if (question < 0) return parseRest(text, { scheme, rest }, '', reading);
  return parseRest(text, { scheme, rest: rest.slice(0, question) }, rest.slice(question + 1), reading);
}

/** Parses what may stand in a request line: an absolute URL or an absolute path (Go's `url.ParseRequestURI`). */
export function parseRequestUri(text: string): UrlResult {
  return parse(text, 'request');
}

/** Parses what `parseRequestUri` takes as any reference, without its fragment (Go's `url.Parse`). */
export function parseReference(text: string): UrlResult {
  const hash = text.indexOf('#');
  const parsed = parse(hash < 0 ? text : text.slice(0, hash), 'reference');
  if (!parsed.ok) return parsed;
  const problem = hash < 0 ? undefined : escapeProblem(text.slice(hash + 1));
  return problem === undefined ? { ok: true, value: { ...parsed.value, text } } : refuse(text, problem);
}

const emptyUrl: GoUrl = {
  scheme: '',
  host: '',
  rawPath: '',
  opaque: '',
  query: '',
  text: '',
};

export function urlText(url: GoUrl): string {
  return url.text;
}

export function hostnameOf(url: GoUrl): string {
  if (url.host.startsWith('[')) return url.host.slice(1, url.host.lastIndexOf(']'));
  const colon = url.host.lastIndexOf(':');
  return colon < 0 ? url.host : url.host.slice(0, colon);
}

export function portOf(url: GoUrl): string {
  const tail = url.host.slice(url.host.lastIndexOf(']') + 1);
  const colon = tail.lastIndexOf(':');
  return colon < 0 ? '' : tail.slice(colon + 1);
}

const pathCharacters = /^[A-Za-z0-9\-._~$&+,/:;=@!'()*[\]%]*$/;

/** The path as escaped in the URL, or escaped anew when it was written with characters a path does not allow. */
export function escapedPathOf(url: GoUrl): string {
  if (pathCharacters.test(url.rawPath)) return url.rawPath;
  const bytes = Buffer.from(unescapeText(url.rawPath), 'utf8');
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte);
    const plain = /[A-Za-z0-9\-._~$&+,/:;=@]/.test(char);
    return plain ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function unescapeText(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  const decoded = bytes.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1').toString('utf8');
}

/** Query parameters in order, each with its values; pairs that cannot be decoded or hold a semicolon are left out. */
export function queryOf(url: GoUrl): ReadonlyMap<string, readonly string[]> {
  const result = new Map<string, string[]>();
  for (const pair of url.query.split('&')) {
    if (pair === '' || pair.includes(';') || escapeProblem(pair) !== undefined) continue;
    const equals = pair.indexOf('=');
    const key = unescapeText((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    const value = equals < 0 ? '' : unescapeText(pair.slice(equals + 1).replaceAll('+', ' '));
    result.set(key, [...(result.get(key) ?? []), value]);
  }
  return result;
}
