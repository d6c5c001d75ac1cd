import type { JsonObject } from '@archipelago/apimachinery';
import type { Finding } from '../../../api/finding.ts';
import { objectKey } from '../../../config/framework/operand.ts';
import { ownerOf, statusIn } from '../../../operator/hyper-converged.ts';
import { identities } from '../../../reconcile/desired-objects.ts';
import { downgradeRefusal } from '../../../reconcile/downgrade.ts';
import { otherOperators } from '../../../reconcile/other-operators.ts';
import { findLeftBehind } from '../../cluster/find-left-behind.ts';
import type { OpenCluster } from '../../cluster/open-cluster.ts';
import type { Io } from '../../process/io.ts';
import type { PlanReport } from './print-plan.ts';

/** Other operators of the same objects on a live cluster: what of them is in the way, and what they left. */
export async function othersOn(
  object: JsonObject,
  { access, inputs, hyperConverged }: OpenCluster,
  io: Io,
): Promise<Pick<PlanReport, 'withheld' | 'leftBehind'>> {
  if (access === undefined) return { withheld: [], leftBehind: [] };
  const { operatorNamespace, version } = inputs.deployment;
  const owner = ownerOf(object, operatorNamespace);
  const ours = new Set(identities(owner, inputs).map(({ manifest }) => objectKey(manifest)));
  const downgrade = downgradeRefusal(statusIn(hyperConverged ?? {}), version, operatorNamespace);
  const older: readonly Finding[] =
    downgrade === undefined ? [] : [{ level: 'error', reason: 'DowngradeRefused', message: downgrade }];
  return {
    withheld: [...running(access, io), ...older],
    leftBehind: await findLeftBehind(access.client, ours, access.isSnapshot ? undefined : io),
  };
}

function running({ mirror }: NonNullable<OpenCluster['access']>, io: Io): readonly Finding[] {
  const seen = mirror.otherOperators.seen();
  if (seen.state === 'known') return otherOperators(seen.deployments);
  const because = seen.state === 'forbidden' ? `: ${seen.message}` : '';
  io.err(`note: whether the HyperConverged Cluster Operator runs cannot be seen${because}\n`);
  return [];
}
