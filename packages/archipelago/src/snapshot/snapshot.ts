import type { Resource } from '@archipelago/kube-client';
import type { Reading } from '../doctor/facts/facts.ts';

/** As a snapshot keeps it: of what was too much it says that it failed. */
export type SnapshotReading = Exclude<Reading, { readonly state: 'tooMany' }>;

/** A kind in a snapshot. */
export interface SnapshotPart {
  readonly resource: Resource;
  /** As it was when the snapshot was taken. */
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
