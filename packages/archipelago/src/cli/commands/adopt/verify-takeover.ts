import { isConditionTrue, type JsonObject, numberAt, sleep, valueAt } from '@archipelago/apimachinery';
import { type LeaseRecord, leaseRecordOf, leases } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import { hyperConvergeds, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import type { PlannedOperand } from '../../../reconcile/forecast/planned-operands.ts';
import { type Operands, unplannedChanges } from '../../../reconcile/takeover/unplanned-changes.ts';
import { plainObject } from '../../cluster/live-cluster.ts';
import type { Adopting } from './adopting.ts';
import { pauseMs } from './carry-out.ts';
import { operandsOn, plannedOn } from './operands-on.ts';

/** Operands before anything was done, and what was planned for them. */
interface Before {
  readonly hyperConverged: JsonObject;
  readonly operands: Operands;
  readonly planned: readonly PlannedOperand[];
}

/** Waits until Archipelago leads and has reconciled; undefined: it does, and no operand changed but as planned. Else what is not so. */
export async function verifyTakeover(
  adopting: Adopting,
  before: Before,
  endsAt: number,
): Promise<string | undefined> {
  const isLed = leaderWatch(adopting);
  const missing = await waitUntil(adopting, endsAt, async () =>
    (await isLed())
      ? unreconciled(adopting, before.hyperConverged)
      : 'nobody renews the lease of Archipelago',
  );
  if (missing !== undefined) return missing;
  const after = await operandsOn(adopting.cluster, before.hyperConverged);
  const changed = unplannedChanges(before.operands, after, before.planned);
  return changed.length === 0 ? undefined : `changed, though the plan did not say so: ${changed.join(', ')}`;
}

/** Waits until an operator renews the lease: without one nothing is stopped. */
export function awaitLeader(adopting: Adopting, endsAt: number): Promise<string | undefined> {
  const isLed = leaderWatch(adopting);
  return waitUntil(adopting, endsAt, async () =>
    (await isLed()) ? undefined : 'nobody renews the lease of Archipelago',
  );
}

type Look = () => Promise<string | undefined>;

async function waitUntil({ clock }: Adopting, endsAt: number, look: Look): Promise<string | undefined> {
  for (;;) {
    const missing = await look();
    if (missing === undefined || clock.monotonic() > endsAt) return missing;
    await sleep(clock, pauseMs, never);
  }
}

const never = new AbortController().signal;

/** A lease that is held and fresh by our clock, or renewed while we look: clocks differ. */
function leaderWatch({ cluster: { client, namespace }, clock }: Adopting): () => Promise<boolean> {
  let first: LeaseRecord | undefined;
  return async () => {
    const found = await client.get(leases, { namespace, name: operatorName });
    if (!found.ok) return false;
    const record = leaseRecordOf(found.value);
    first ??= record;
    const ageMs = clock.now() - Date.parse(record.renewTime);
    const isFresh = Math.abs(ageMs) < record.durationSeconds * 1_000;
    return record.holder !== '' && (isFresh || record.renewTime !== first.renewTime);
  };
}

/** What of the HyperConverged or its operands Archipelago has not come to yet. */
async function unreconciled({ cluster }: Adopting, before: JsonObject): Promise<string | undefined> {
  const { client, namespace } = cluster;
  const found = await client.get(hyperConvergeds, { namespace, name: hyperConvergedName });
  const object = found.ok ? plainObject(found.value) : before;
  const name = `HyperConverged ${namespace}/${hyperConvergedName}`;
  // only Archipelago writes it
  const accepted = numberAt(object, 'status', 'lastAccepted', 'generation');
  if (accepted === undefined || accepted !== numberAt(valueAt(object, 'metadata'), 'generation'))
    return `${name}: Archipelago has not accepted it yet`;
  if (!isConditionTrue(object, 'ReconcileComplete')) return `${name}: ReconcileComplete is not True`;
  const left = plannedOn(cluster, object).filter(({ verb }) => verb !== 'wait');
  return left.length === 0 ? undefined : `${left.map((each) => each.object).join(', ')}: not written yet`;
}
