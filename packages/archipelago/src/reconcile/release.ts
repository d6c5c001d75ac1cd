import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';

/** The two numbers by which releases differ in what they know. */
type Release = readonly [major: number, minor: number];

/** Of a semantic version, with or without `v`; undefined: it is none. */
export function releaseOf(version: string): Release | undefined {
  const found = /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.\d+(?:[-+][\w.+-]*)?$/.exec(version);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

export function isNewer([major, minor]: Release, [otherMajor, otherMinor]: Release): boolean {
  return major === otherMajor ? minor > otherMinor : major > otherMajor;
}

/** Under which name the status has the release of Archipelago; the other one, `operator`, is upstream's. */
export const ownEntry = 'archipelago';

/** The version that configured the cluster last, as the status of the HyperConverged says; empty: it does not. */
export function versionIn(status: JsonObject, entry: 'operator' | typeof ownEntry = 'operator'): string {
  return textAt(
    objectsAt(status, 'versions').find(({ name }) => name === entry),
    'version',
  );
}
