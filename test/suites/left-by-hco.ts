import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { demand, kubernetesObject, meta, type World } from './operator-world.ts';

const manager = 'hyperconverged-cluster-operator';

/** A measured HyperConverged (`test/vectors/render`): as it was defaulted, what it came to, and the status it had. */
export type Measured = Readonly<Record<string, JsonObject>>;

/** Fills a cluster with what the HyperConverged Cluster Operator leaves when it is stopped: nothing is told apart from a live one. */
export async function leaveByHco(world: World, vector: Measured, version = '1.16.0'): Promise<void> {
  const { defaulted = {}, expected = {}, status = {} } = vector;
  const stored = demand(await world.client.create(hyperConvergeds, hyperConverged(defaulted, expected)));
  const { dataImportSchedule } = objectAt(vector.cluster);
  const versions = [{ name: 'operator', version }];
  const since = { lastTransitionTime: '2026-01-01T00:00:00Z' };
  const conditions = objectsAt(status, 'conditions').map((condition) => ({ ...condition, ...since }));
  const body = { status: { ...status, dataImportSchedule, versions, conditions } };
  const name = { namespace: world.namespace, name: stored.metadata.name };
  demand(await world.client.patchStatus(hyperConvergeds, name, { type: 'merge', body }));
  for (const object of Object.values(expected))
    if (isJsonObject(object))
      await create(world, versioned(owned(object, stored.metadata.uid ?? ''), version));
}

/** Its webhook stored what depends on the cluster, too. */
function hyperConverged(defaulted: JsonObject, expected: JsonObject) {
  const kubevirt = Object.values(expected).find((object) => textAt(object, 'kind') === 'KubeVirt');
  const evictionStrategy = textAt(kubevirt, 'spec', 'configuration', 'evictionStrategy');
  const metadata = {
    ...meta(defaulted),
    labels: { ...objectAt(meta(defaulted), 'labels'), app: 'kubevirt-hyperconverged' },
    finalizers: ['kubevirt.io/hyperconverged'],
  };
  const spec = { ...(evictionStrategy === '' ? {} : { evictionStrategy }), ...objectAt(defaulted, 'spec') };
  return kubernetesObject({ ...defaulted, metadata, spec });
}

function owned(object: JsonObject, uid: string): JsonObject {
  const ownerReferences = objectsAt(object, 'metadata', 'ownerReferences').map((owner) => ({
    ...owner,
    uid,
  }));
  const metadata = { ...meta(object), ...(ownerReferences.length === 0 ? {} : { ownerReferences }) };
  return { ...object, metadata };
}

function versioned(object: JsonObject, version: string): JsonObject {
  const labels = { ...objectAt(meta(object), 'labels'), 'app.kubernetes.io/version': version };
  return { ...object, metadata: { ...meta(object), labels } };
}

async function create(world: World, object: JsonObject): Promise<void> {
  const operand = operands.find(
    (each) => each.kind === object.kind && meta(object).name === each.name('kubevirt-hyperconverged'),
  );
  if (operand === undefined) throw new Error(`no operand: ${JSON.stringify(object).slice(0, 200)}`);
  demand(await world.client.create(operand, kubernetesObject(object), { fieldManager: manager }));
}
