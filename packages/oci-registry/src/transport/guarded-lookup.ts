import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressRange } from '../requests/address-range.ts';
import { RefusedAddress } from '../requests/refused-address.ts';

/** Resolves a name to all of its addresses, as `lookup` of node:dns does. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Looks a name up for a connection and leaves out addresses in refused ranges. What is left is what is connected to: a name that
 * is looked up a second time, and then leads elsewhere, does not come into it.
 */
export function guardedLookup(resolve: Resolve, ranges: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const reachable = addresses.filter(({ address }) => addressRange(address, ranges) === undefined);
      const [first] = reachable;
      if (first === undefined) return callback(refusalOf(hostname, addresses, ranges), []);
      if (options.all === true) callback(null, reachable);
      else callback(null, first.address, first.family);
    });
  };
}

function refusalOf(
  hostname: string,
  [first]: readonly LookupAddress[],
  ranges: readonly string[],
): RefusedAddress {
  const address = first?.address ?? 'no address';
  return new RefusedAddress(hostname, address, addressRange(address, ranges) ?? '');
}
