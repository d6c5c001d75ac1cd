import type { JsonObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';

/** What came of reading a kind when a snapshot was taken. */
export type SnapshotReading =
  | { readonly state: 'read'; readonly objects: readonly JsonObject[] }
  /** The cluster does not know the kind. */
  | { readonly state: 'absent' }
  /** `code`: the HTTP status; 403 where a right was missing. */
  | { readonly state: 'failed'; readonly code: number };

/** A kind in a snapshot. */
export interface SnapshotPart {
  readonly resource: Resource;
  readonly reading: SnapshotReading;
}

/** A cluster at one moment, without Secrets and without what no command looks at. */
export interface Snapshot {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** Version of the API server, e.g. `v1.36.2`. */
  readonly server: string;
  /** Names of nodes, namespaces and workloads were replaced. */
  readonly masked: boolean;
  readonly parts: readonly SnapshotPart[];
}

/** What `snapshot.json` says in `schema`. */
export const snapshotSchema = 'snapshot/v1';

/** The file of a kind: `nodes.v1.json`, `cdis.v1beta1.cdi.kubevirt.io.json`. */
export function fileOf({ group, version, plural }: Pick<Resource, 'group' | 'version' | 'plural'>): string {
  return `${[plural, version, ...(group === '' ? [] : [group])].join('.')}.json`;
}
