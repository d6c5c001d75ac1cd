/** A proxy's configuration, as the variables HTTPS_PROXY, HTTP_PROXY and NO_PROXY have it. */
export interface ProxySettings {
  /** For https addresses: `http://[user:password@]host:port`; a bare `host:port` is http. */
  readonly https?: string;
  readonly http?: string;
  /** Comma-separated: `*`, hosts (with everything below them), `.host` (only what is below), addresses, CIDR ranges; each with a port or without. */
  readonly except?: string;
}

/** The proxy for an address; undefined when it is reached directly. Loopback always is. */
export function chooseProxy(target: URL, settings: ProxySettings): URL | undefined {
  const text = target.protocol === 'https:' ? settings.https : settings.http;
  if (text === undefined || text.trim() === '' || isExempt(target, settings.except ?? '')) return undefined;
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

function isExempt(target: URL, except: string): boolean {
  const host = bareHost(target.hostname);
  if (host === 'localhost' || host === '::1' || /^127\./.test(host)) return true;
  const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
  return except
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && covers(entry, host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return inRange(entry, host);
  const [, name = '', wanted] = /^(\[[^\]]*\]|[^:]*|[^[\]]*:[^[\]]*:[^[\]]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (wanted !== undefined && wanted !== port) return false;
  const bare = bareHost(name).replace(/^\*(?=\.)/, '');
  if (bare === '') return false;
  return bare.startsWith('.') ? host.endsWith(bare) : host === bare || host.endsWith(`.${bare}`);
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').toLowerCase();
}

/** Whether an IPv4 address lies in a CIDR range; other addresses are compared as text before their host part. */
function inRange(range: string, host: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const [base, address, length] = [toNumber(network), toNumber(host), Number(bits)];
  if (base === undefined || address === undefined || !(length >= 0 && length <= 32)) return false;
  const size = 2 ** (32 - length);
  return Math.floor(base / size) === Math.floor(address / size);
}

function toNumber(address: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(address)) return undefined;
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}
