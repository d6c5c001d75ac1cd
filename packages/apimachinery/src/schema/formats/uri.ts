import { ipVersion } from './ip-address.ts';

const hostText = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\u{10ffff}]|%25|%[89a-fA-F][0-9a-fA-F])*$/u;
const zoneText = /^(?:[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"\u0080-\u{10ffff}]|%[0-9a-fA-F]{2})*$/u;
const userText = /^(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*$/;
const brokenEscape = /%(?![0-9a-fA-F]{2})/;

/** True for what Go's url.ParseRequestURI takes: an absolute URI or an absolute path. */
export function isRequestUri(text: string): boolean {
  // Nothing but visible characters, blanks and what is beyond ASCII.
  if (!/^[ -~\u0080-\uffff]+$/.test(text) || text.startsWith(':')) return false;
  if (text === '*') return true;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? '';
  const rest = scheme === '' ? text : text.slice(scheme.length + 1);
  const path = rest.split('?', 1).join();
  if (!path.startsWith('/')) return scheme !== '';
  return scheme !== '' && path.startsWith('//')
    ? isHierarchical(path.slice(2), scheme.toLowerCase())
    : !brokenEscape.test(path);
}

function isHierarchical(text: string, scheme: string): boolean {
  const slash = text.indexOf('/');
  const end = slash < 0 ? text.length : slash;
  return isAuthority(text.slice(0, end), scheme) && !brokenEscape.test(text.slice(end));
}

function isAuthority(authority: string, scheme: string): boolean {
  const at = authority.lastIndexOf('@');
  return (at < 0 || userText.test(authority.slice(0, at))) && isHost(authority.slice(at + 1), scheme);
}

function isHost(host: string, scheme: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return false;
  if (bracket === 0) return isLiteralHost(host);
  const strict = scheme === 'http' || scheme === 'https';
  const colon = strict ? host.indexOf(':') : host.lastIndexOf(':');
  return (colon < 0 || isPort(host.slice(colon))) && hostText.test(host);
}

function isLiteralHost(host: string): boolean {
  const end = host.lastIndexOf(']');
  if (end < 0 || !isPort(host.slice(end + 1))) return false;
  const [address = '', ...zone] = host.slice(1, end).split('%25');
  if (zone.length > 0 && (zone.join('%25') === '' || !zoneText.test(zone.join('%25')))) return false;
  return ipVersion(address, 'strict') === 6;
}

function isPort(text: string): boolean {
  return /^(?::[0-9]*)?$/.test(text);
}
