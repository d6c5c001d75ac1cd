import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';

/** The registry of references that name no host. */
export const dockerHub = 'docker.io';

/** Where Docker Hub's API is; its name in references has no API of its own. */
const dockerHubApi = 'registry-1.docker.io';
const dockerHubNames: ReadonlySet<string> = new Set([dockerHub, 'index.docker.io', dockerHubApi]);

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const hostName = new RegExp(`^${label}(?:\\.${label})*$`);
const highestPort = 65_535;

/** A registry's host with an optional port, in lower case; the names of Docker Hub are one. */
export function parseRegistry(text: string): Parsed<string> {
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text.toLowerCase()) ?? [];
  if (!isHost(host))
    return refusal(
      'registry',
      text,
      'is no host name, IPv4 address or IPv6 address in brackets',
      'write host or host:port',
    );
  if (port !== undefined && !isPort(port))
    return refusal('registry', text, `has a port that is not 1 to ${highestPort}`, 'write host:port');
  if (dockerHubNames.has(host) && port === undefined) return accepted(dockerHub);
  return accepted(port === undefined ? host : `${host}:${Number(port)}`);
}

function isHost(host: string): boolean {
  return host.startsWith('[') ? URL.canParse(`http://${host}/`) : hostName.test(host);
}

function isPort(port: string): boolean {
  return /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= highestPort;
}

/** The host and port that serve a registry's API. */
export function apiHost(registry: string): string {
  return registry === dockerHub ? dockerHubApi : registry;
}
