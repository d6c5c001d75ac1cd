import { quote } from '../../go-text/quote.ts';
import { escapeProblem, escapeText, unescapeText } from './url-escapes.ts';
import { hostProblem } from './url-host.ts';

/** A URL in the parts Go's net/url gives. `path` is decoded; `rawPath` is the text it came from. */
export interface GoUrl {
  readonly scheme: string;
  /** What stands before `@`, undefined without one. */
  readonly user: string | undefined;
  readonly host: string;
  readonly rawPath: string;
  readonly query: string;
  /** Decoded; a request has none. */
  readonly fragment: string;
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

/** Why a path that does not begin with a slash cannot stand alone. */
function unrootedProblem(path: string, reading: Reading): string | undefined {
  if (reading === 'request') return 'invalid URI for request';
  const [segment = ''] = path.split('/', 1);
  return segment.includes(':') ? 'first path segment in URL cannot contain colon' : undefined;
}

function parseUnrooted(text: string, { scheme, rest }: Scheme, query: string, reading: Reading): UrlResult {
  if (scheme !== '') return { ok: true, value: { ...emptyUrl, scheme, query, text } };
  const wrong = unrootedProblem(rest, reading) ?? escapeProblem(rest);
  return wrong === undefined
    ? { ok: true, value: { ...emptyUrl, rawPath: rest, query, text } }
    : refuse(text, wrong);
}

/** Parses what stands between scheme and query. */
function parseRest(text: string, start: Scheme, query: string, reading: Reading): UrlResult {
  if (!start.rest.startsWith('/')) return parseUnrooted(text, start, query, reading);
  const { authority, path } = splitAuthorityAndPath(start, reading);
  const wrong = authority?.problem ?? escapeProblem(path);
  if (wrong !== undefined) return refuse(text, wrong);
  const place = { user: authority?.user, host: unescapeText(authority?.host ?? ''), rawPath: path };
  return { ok: true, value: { ...emptyUrl, ...place, scheme: start.scheme, query, text } };
}

function parse(text: string, reading: Reading): UrlResult {
  if (hasControlCharacter(text)) return refuse(text, 'net/url: invalid control character in URL');
  if (text === '' && reading === 'request') return refuse(text, 'empty url');
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

/** Parses any reference, relative ones and those with a fragment too (Go's `url.Parse`). */
export function parseReference(text: string): UrlResult {
  const hash = text.indexOf('#');
  if (hash < 0) return parse(text, 'reference');
  const parsed = parse(text.slice(0, hash), 'reference');
  const fragment = text.slice(hash + 1);
  const problem = parsed.ok ? escapeProblem(fragment) : undefined;
  if (problem !== undefined) return refuse(text, problem);
  return parsed.ok
    ? { ok: true, value: { ...parsed.value, fragment: unescapeText(fragment), text } }
    : parsed;
}

const emptyUrl: GoUrl = {
  scheme: '',
  user: undefined,
  host: '',
  rawPath: '',
  query: '',
  fragment: '',
  text: '',
};

/** Name and password as Go prints them: decoded, then escaped where they have to be. */
export function userText(user: string): string {
  const colon = user.indexOf(':');
  const parts = colon < 0 ? [user] : [user.slice(0, colon), user.slice(colon + 1)];
  return parts.map((part) => escapeText(unescapeText(part), /[A-Za-z0-9\-._~$&+,;=]/)).join(':');
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
  return escapeText(unescapeText(url.rawPath), /[A-Za-z0-9\-._~$&+,/:;=@]/);
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
