import type { RegistryFailure } from '../outcomes/outcome.ts';
import type { RepositoryPlace } from '../pulling/repository-place.ts';
import { isOwnSite } from '../requests/is-own-site.ts';
import type { Answer } from '../requests/send-call.ts';

/**
 * Where an upload goes on: the Location of an answer, relative or absolute. Undefined when there is none or it must not be
 * followed: over plain HTTP to another host than the registry's.
 */
export function uploadAddress({ headers, url }: Answer, place: RepositoryPlace): URL | undefined {
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const address = new URL(location, url);
  if (address.protocol === 'https:') return address;
  const isAllowed = address.protocol === 'http:' && isOwnSite(address, place.repository.registry);
  return isAllowed ? address : undefined;
}

/** The address that ends an upload; what the registry wrote into the query stays as it is. */
export function closingAddress(address: URL, digest: string): URL {
  const joined = address.search === '' ? '?' : '&';
  return new URL(`${address.origin}${address.pathname}${address.search}${joined}digest=${digest}`);
}

/** How many bytes an upload has, as its Range says it; undefined when it says nothing clear: `0-0` is none or one. */
export function uploadedBytes({ headers }: Pick<Answer, 'headers'>): number | undefined {
  const [, last] = /^(?:bytes=)?0-(\d{1,15})$/.exec(headers.range?.trim() ?? '') ?? [];
  return last === undefined || Number(last) === 0 ? undefined : Number(last) + 1;
}

export function noAddress({ repository }: RepositoryPlace, asked: string): RegistryFailure {
  const reason = 'the registry does not say where to upload, or names an address that must not be followed';
  const fix = 'let the registry answer with a Location of its own';
  return { kind: 'refused', host: repository.registry, asked, reason, fix };
}
