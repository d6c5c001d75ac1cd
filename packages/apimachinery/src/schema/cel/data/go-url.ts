/** A URL in the parts Go's net/url gives. `path` is decoded; `rawPath` is the text it came from. */
export interface GoUrl {
  readonly scheme: string;
  readonly user: string | undefined;
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
/** In hosts only bytes above ASCII may be escaped. */
const badHostEscape = /%(?![89a-fA-F][0-9a-fA-F])/;

function escapeProblem(text: string, bad = badEscape): string | undefined {
  const match = bad.exec(text);
  if (match === null) return undefined;
  return `invalid URL escape ${JSON.stringify(text.slice(match.index, match.index + 3))}`;
}

function portProblem(host: string): string | undefined {
  const close = host.lastIndexOf(']');
  if (host.startsWith('[') && close < 0) return "missing ']' in host";
  const colon = host.startsWith('[') ? close + 1 : host.lastIndexOf(':');
  const port = colon < 0 ? '' : host.slice(colon);
  return port === '' || /^:[0-9]*$/.test(port)
    ? undefined
    : `invalid port ${JSON.stringify(port)} after host`;
}

/** A zone stands between `%25` and the bracket, and may have any escapes. */
const zonePattern = /^(\[[^\]]*?)%25([^\]]*)(\].*)$/;

function hostProblem(host: string): string | undefined {
  const zone = zonePattern.exec(host);
  const outside = zone === null ? host : `${zone[1]}${zone[3]}`;
  const bad = /[ #/?@\\^`{|}]/.exec(outside);
  const character = bad === null ? undefined : `invalid character ${JSON.stringify(bad[0])} in host name`;
  return (
    portProblem(host) ?? escapeProblem(outside, badHostEscape) ?? escapeProblem(zone?.[2] ?? '') ?? character
  );
}

/** The host with its escapes resolved. */
function decodedHost(host: string): string {
  const zone = zonePattern.exec(host);
  if (zone === null) return unescapeText(host);
  return `${unescapeText(zone[1] ?? '')}%${unescapeText(zone[2] ?? '')}${unescapeText(zone[3] ?? '')}`;
}

interface Authority {
  readonly user: string | undefined;
  readonly host: string;
  readonly problem: string | undefined;
}

function splitAuthority(authority: string): Authority {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at);
  const host = authority.slice(at + 1);
  const userFine = user === undefined || /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user);
  const problem = hostProblem(host) ?? (userFine ? escapeProblem(user ?? '') : 'net/url: invalid userinfo');
  return { user, host, problem };
}

interface Location {
  readonly authority: Authority | undefined;
  readonly path: string;
}

function splitAuthorityAndPath(scheme: string, rest: string): Location {
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'));
  if (!hasAuthority) return { authority: undefined, path: rest };
  const slash = rest.indexOf('/', 2);
  const end = slash < 0 ? rest.length : slash;
  return { authority: splitAuthority(rest.slice(2, end)), path: rest.slice(end) };
}

function refuse(text: string, why: string): UrlResult {
  return { ok: false, message: `parse ${JSON.stringify(text)}: ${why}` };
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((char) => char < ' ' || char === '\u007f');
}

/** Parses what stands between scheme and query. */
function parseRest(text: string, scheme: string, rest: string, query: string): UrlResult {
  if (!rest.startsWith('/')) {
    if (scheme === '') return refuse(text, 'invalid URI for request');
    return { ok: true, value: { ...emptyUrl, scheme, opaque: rest, query, text } };
  }
  const { authority, path } = splitAuthorityAndPath(scheme, rest);
  const wrong = authority?.problem ?? escapeProblem(path);
  if (wrong !== undefined) return refuse(text, wrong);
  const place = { user: authority?.user, host: decodedHost(authority?.host ?? ''), rawPath: path };
  return { ok: true, value: { ...emptyUrl, ...place, scheme, query, text } };
}

/** Parses what may stand in a request line: an absolute URL or an absolute path (Go's `url.ParseRequestURI`). */
export function parseRequestUri(text: string): UrlResult {
  if (hasControlCharacter(text)) return refuse(text, 'net/url: invalid control character in URL');
  if (text === '') return refuse(text, 'empty url');
  if (text === '*') return { ok: true, value: { ...emptyUrl, rawPath: '*', text } };
  const { scheme, rest, problem } = splitScheme(text);
  if (problem !== undefined) return refuse(text, problem);
  const question = rest.indexOf('?');
  if (question < 0) return parseRest(text, scheme, rest, '');
  return parseRest(text, scheme, rest.slice(0, question), rest.slice(question + 1));
}

const emptyUrl: GoUrl = {
  scheme: '',
  user: undefined,
  host: '',
  rawPath: '',
  opaque: '',
  query: '',
  text: '',
};

/** The URL without its fragment (Go's `url.Parse`): the second half of parsing one for CEL. */
export function withoutFragment(url: GoUrl): GoUrl {
  const cut = (part: string): string => part.split('#', 1)[0] ?? '';
  const hash = url.text.indexOf('#');
  if (hash < 0) return url;
  const parsed = parseRequestUri(url.text.slice(0, hash));
  if (parsed.ok) return { ...parsed.value, text: url.text };
  return {
    ...url,
    host: cut(url.host),
    rawPath: cut(url.rawPath),
    query: cut(url.query),
    opaque: cut(url.opaque),
  };
}

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
