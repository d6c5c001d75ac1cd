import { systemClock } from '@archipelago/apimachinery';
import { createKubernetesClient } from '@archipelago/kube-client';
import type { Facts } from '../../../doctor/facts/facts.ts';
import { gatherFacts } from '../../../operator/doctor/gather-facts.ts';
import { snapshotTransport } from '../../../snapshot/snapshot-transport.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { readSnapshot } from '../../cluster/read-snapshot.ts';
import { isUnreachable } from '../../cluster/unreachable-error.ts';
import { type Io, UsageError } from '../../process/io.ts';
import type { DoctorSource } from './doctor-options.ts';
import { loadFacts } from './load-facts.ts';

/** What checks look at: of a cluster, of a snapshot (as of then), or of objects in a file. */
export async function factsOf(options: DoctorSource, io: Io): Promise<Facts> {
  const { filename, snapshot, facts: shared } = options;
  const now = systemClock.now();
  refuseTwo(options);
  if (filename !== undefined) return loadFacts(filename, io, now);
  if (snapshot === undefined) {
    const read = () => withClient(options, (client) => gatherFacts(client, now));
    return shared === undefined ? read() : shared.of(read).catch((error) => lost(options, error));
  }
  const read = await readSnapshot(snapshot);
  const transport = snapshotTransport(read);
  return gatherFacts(createKubernetesClient({ transport, userAgent: 'archipelago' }), read.takenAt);
}

/** Who waits for what another reads has not heard that it was lost. */
function lost({ onLost }: DoctorSource, error: unknown): never {
  if (isUnreachable(error)) onLost?.(error);
  throw error;
}

function refuseTwo({ filename, snapshot, kubeconfig, context }: DoctorSource): void {
  const ways = Object.entries({ filename, snapshot, kubeconfig: kubeconfig ?? context });
  const [first, second] = ways.filter(([, value]) => value !== undefined);
  if (first === undefined || second === undefined) return;
  throw new UsageError(
    `--${second[0]} ${second[1]}: --${first[0]} ${first[1]} stands for the cluster; leave one of them out`,
  );
}
