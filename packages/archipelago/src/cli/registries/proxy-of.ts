import type { ProxySettings } from '@archipelago/oci-registry';

/** A proxy as the environment's usual variables have it; curl's lower case names, too. */
export function proxyOf(environment: Readonly<Record<string, string | undefined>>): ProxySettings {
  const either = (name: string) => environment[name] ?? environment[name.toLowerCase()];
  const [https, http, except] = [either('HTTPS_PROXY'), either('HTTP_PROXY'), either('NO_PROXY')];
  return {
    ...(https === undefined ? {} : { https }),
    ...(http === undefined ? {} : { http }),
    ...(except === undefined ? {} : { except }),
  };
}
