import { apiHost } from '../references/registry-host.ts';

/**
 * Whether an address is at the host that an image names, at whatever port. What is allowed there by name (`insecure`) is not allowed
 * where a registry's answers lead: who stands between us and an insecure registry writes them.
 */
export function isOwnSite(url: URL, registry: string): boolean {
  return url.hostname === new URL(`https://${apiHost(registry)}`).hostname;
}
