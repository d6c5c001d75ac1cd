import { type KubernetesObject, systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { isLookedAfter } from '../../../api/is-looked-after.ts';
import { hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import { readSnapshot } from '../../cluster/read-snapshot.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { usualNamespace } from '../alerts/usual-namespace.ts';
import { alertsPart } from './alerts-part.ts';
import { buildsPart } from './builds-part.ts';
import { doctorParts } from './doctor-parts.ts';
import { hyperConvergedPart } from './hyper-converged-part.ts';
import { imagesPart } from './images-part.ts';
import { operandsPart } from './operands-part.ts';
import { operatorPart } from './operator-part.ts';
import { partNames, type StatusReport } from './status-schema.ts';
import type { HyperConvergedSeen, StatusView } from './status-view.ts';

/** How an installation is, each part for itself. Throws an UnreachableError where nobody answers, or nobody knows who asks. */
export async function lookAtStatus(options: ClusterOptions, io: Io): Promise<StatusReport> {
  const now =
    options.snapshot === undefined ? systemClock.now() : (await readSnapshot(options.snapshot)).takenAt;
  return withClient(options, async (client) => {
    const seen = await seeHyperConverged(client, options.namespace);
    const view: StatusView = { client, options, now, ...seen };
    const [operator, operands, images, builds, alerts, doctor] = await Promise.all([
      operatorPart(view),
      operandsPart(view),
      imagesPart(view),
      buildsPart(view),
      alertsPart(view),
      doctorParts(view, io),
    ]);
    const parts = {
      operator,
      hyperConverged: hyperConvergedPart(view),
      operands,
      images,
      builds,
      alerts,
      ...doctor,
    };
    const well = partNames.every((name) => ['well', 'absent'].includes(parts[name].state));
    const { findings, certificates } = doctor;
    return {
      well,
      namespace: view.namespace,
      at: new Date(now).toISOString(),
      operator,
      hyperConverged: parts.hyperConverged,
      operands,
      images,
      builds,
      findings,
      alerts,
      certificates,
    };
  });
}

async function seeHyperConverged(
  client: KubernetesClient,
  chosen: string | undefined,
): Promise<Pick<StatusView, 'hyperConverged' | 'namespace'>> {
  const namespace = chosen ?? usualNamespace;
  const listed = await client.list(hyperConvergeds, { namespace: chosen });
  if (listed.ok) {
    const { items } = listed.value;
    const object = items.find(isLookedAfter) ?? items.find(isAt(namespace)) ?? items[0];
    const hyperConverged: HyperConvergedSeen =
      object === undefined
        ? { state: 'none', elsewhere: await namespacesInUse(client) }
        : { state: 'there', object, others: items.filter((each) => each !== object) };
    return { hyperConverged, namespace: object?.metadata.namespace ?? namespace };
  }
  const { code, message } = listed.status;
  return { hyperConverged: code === 404 ? { state: 'notServed' } : { state: 'refused', message }, namespace };
}

/** Of HyperConvergeds; none that may not be listed. */
async function namespacesInUse(client: KubernetesClient): Promise<readonly string[]> {
  const listed = await client.list(hyperConvergeds);
  return listed.ok ? listed.value.items.map(({ metadata }) => metadata.namespace ?? '') : [];
}

const isAt = (namespace: string) => (object: KubernetesObject) => object.metadata.namespace === namespace;
