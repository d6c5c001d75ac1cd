import { type Contents, checkpointLines } from './checkpoint-lines.ts';
import { withoutSecretValues } from './without-secret-values.ts';

/** Where a running cluster gives a snapshot of itself; `?secrets=false` leaves out the values of Secrets. */
export const snapshotPath = '/embedded-cluster/snapshot';

/** The lines of a snapshot: all objects at one moment, without the cluster's own credentials. */
export function snapshotLines(contents: Contents, withSecrets: boolean): Iterable<Buffer> {
  return withSecrets ? checkpointLines(contents) : checkpointLines(contents, withoutSecretValues);
}
