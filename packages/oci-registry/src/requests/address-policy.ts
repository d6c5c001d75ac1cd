import { addressRange } from './address-range.ts';
import { isOwnSite } from './is-own-site.ts';

/** Which addresses requests may reach. A name is judged by what it resolves to, at each connection. */
export interface AddressPolicy {
  /** CIDR ranges that are not reached. */
  readonly refused: readonly string[];
  /** More ranges: not reached where answers lead (redirect, token service, upload) from a registry that is not named to be there itself. */
  readonly refusedWhenLed: readonly string[];
  /** Hosts that are reached whatever their address: `host` for every port, or `host:port`. */
  readonly allowedHosts: readonly string[];
}

/** This machine, also under the addresses that mean "any", and what is told about it on its link: a cloud's metadata. */
export const localNetworks: readonly string[] = [
  '127.0.0.0/8',
  '0.0.0.0/8',
  '169.254.0.0/16',
  '::1/128',
  '::/128',
  'fe80::/10',
];

/** Whoever names an image may reach whatever he can reach; a registry may not lead him to his own machine. */
export const usualAddresses: AddressPolicy = {
  refused: [],
  refusedWhenLed: localNetworks,
  allowedHosts: [],
};

/** The ranges in which a request's host must not be; none where it is allowed by name. */
export function refusedRanges(
  { url, registry }: { readonly url: URL; readonly registry: string },
  { refused, refusedWhenLed, allowedHosts }: AddressPolicy,
): readonly string[] {
  const port = url.port === '' ? usualPorts[url.protocol] : url.port;
  const names = [url.hostname, `${url.hostname}:${port}`];
  if (allowedHosts.some((host) => names.includes(host.toLowerCase()))) return [];
  const isMeant = isOwnSite(url, registry) || isNamedWithin(registry, refusedWhenLed);
  return isMeant ? refused : [...refused, ...refusedWhenLed];
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** By its name alone: what a name resolves to is its owner's choice, not that of who named the image. */
function isNamedWithin(registry: string, ranges: readonly string[]): boolean {
  const { hostname } = new URL(`https://${registry}`);
  const address = /(^|\.)localhost$/.test(hostname) ? '127.0.0.1' : hostname;
  return addressRange(address, ranges) !== undefined;
}
