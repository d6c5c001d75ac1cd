import { type JsonObject, numberAt, objectAt, objectsAt } from '@archipelago/apimachinery';
import type { ObjectName, Resource } from '@archipelago/kube-client';
import { takeoverResources } from '../../packages/archipelago/src/cli/commands/adopt/takeover-resources.ts';
import {
  deployments,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { webhookNames } from '../../packages/archipelago/src/operator/webhook/webhook-names.ts';
import {
  customResourceDefinition,
  openMembers,
  type ResourceDefinition,
} from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { demand, kubernetesObject, type World } from './operator-world.ts';
import { statusOf } from './played-deployments.ts';

/** How the HyperConverged Cluster Operator was installed. */
export type Installation = 'plain' | 'olm';

const { Subscription, ClusterServiceVersion, ValidatingWebhookConfiguration, MutatingWebhookConfiguration } =
  takeoverResources;
const namesOf: Readonly<Record<Installation, readonly [string, string]>> = {
  plain: ['hyperconverged-cluster-operator', 'hyperconverged-cluster-webhook'],
  olm: ['hco-operator', 'hco-webhook'],
};
const version = 'kubevirt-hyperconverged-operator.v1.16.0';
const subscription = 'community-kubevirt-hyperconverged';

/** The Deployments, webhooks, and of OLM the objects that it installs from, with Archipelago beside it. */
export async function installHco(world: World, installation: Installation): Promise<void> {
  const { namespace } = world;
  const isOlm = installation === 'olm';
  if (isOlm) await world.define(['ClusterServiceVersion', 'Subscription'].map(definitionOf));
  const uid = isOlm ? await installVersion(world, namesOf.olm) : '';
  const ownerReferences = [
    { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: version, uid },
  ];
  for (const name of namesOf[installation])
    await deploy(world, { name, namespace, ...(isOlm ? { ownerReferences } : {}) }, 1);
  await deploy(world, { name: operatorName, namespace }, 2);
  const labels = { 'olm.owner': version };
  for (const [kind, name] of Object.entries(webhooks)) {
    const drawn = isOlm ? { name: `${name}-x7k2p`, labels } : { name };
    await create(world, webhookResources[kind], configuration(kind, name, drawn, namespace));
  }
  const own = { name: webhookNames.configuration };
  await create(
    world,
    ValidatingWebhookConfiguration,
    configuration('ValidatingWebhookConfiguration', webhookNames.changes, own, namespace),
  );
}

/** Removes what `installHco` made, for the next world on the same server. */
export async function removeHco(world: World): Promise<void> {
  const { namespace } = world;
  for (const name of [...Object.values(namesOf).flat(), operatorName])
    await remove(world, deployments, { name, namespace });
  for (const kind of [ValidatingWebhookConfiguration, MutatingWebhookConfiguration])
    for (const { metadata } of demand(await world.client.list(kind)).items)
      await remove(world, kind, metadata);
}

async function remove(world: World, resource: Resource, name: ObjectName): Promise<void> {
  const answer = await world.client.delete(resource, name, { propagation: 'Background' });
  if (!answer.ok && answer.status.code !== 404) demand(answer);
}

const webhooks = {
  ValidatingWebhookConfiguration: 'validate-hco.kubevirt.io',
  MutatingWebhookConfiguration: 'mutate-hco.kubevirt.io',
};
const webhookResources: Readonly<Record<string, Resource>> = {
  ValidatingWebhookConfiguration,
  MutatingWebhookConfiguration,
};

async function installVersion(world: World, names: readonly string[]): Promise<string> {
  const { namespace } = world;
  const others = { name: 'virt-operator', spec: { replicas: 2, selector: {}, template: {} } };
  const made = names.map((name) => ({ name, spec: { replicas: 1, selector: {}, template: {} } }));
  const spec = {
    version: '1.16.0',
    install: { strategy: 'deployment', spec: { deployments: [...made, others] } },
    webhookdefinitions: Object.values(webhooks).map((generateName) => ({
      ...{ generateName, deploymentName: names[1] ?? '', type: 'ValidatingAdmissionWebhook' },
    })),
  };
  const of = { apiVersion: 'operators.coreos.com/v1alpha1' };
  const stored = await create(world, ClusterServiceVersion, {
    ...of,
    kind: 'ClusterServiceVersion',
    metadata: { name: version, namespace },
    spec,
  });
  const phase = { type: 'merge', body: { status: { phase: 'Succeeded' } } } as const;
  demand(await world.client.patchStatus(ClusterServiceVersion, { name: version, namespace }, phase));
  await create(world, Subscription, {
    ...of,
    kind: 'Subscription',
    metadata: { name: subscription, namespace },
    spec: { name: subscription, channel: 'stable', installPlanApproval: 'Automatic' },
  });
  const installed = { type: 'merge', body: { status: { installedCSV: version } } } as const;
  demand(await world.client.patchStatus(Subscription, { name: subscription, namespace }, installed));
  return stored.metadata.uid ?? '';
}

function definitionOf(kind: string): JsonObject {
  const definition: ResourceDefinition = {
    ...{ group: 'operators.coreos.com', version: 'v1alpha1', kind, plural: `${kind.toLowerCase()}s` },
    ...{ shortNames: [], inCategoryAll: false, namespaced: true, statusSubresource: true },
    ...{ columns: [], members: openMembers, required: [] },
  };
  return customResourceDefinition(definition);
}

async function deploy(world: World, metadata: JsonObject & ObjectName, replicas: number): Promise<void> {
  const labels = { name: metadata.name };
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'operator', image: 'example/one' }] },
  };
  const spec = { replicas, selector: { matchLabels: labels }, template };
  await create(world, deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, labels },
    spec,
  });
  const body = { status: statusOf(replicas) };
  demand(await world.client.patchStatus(deployments, metadata, { type: 'merge', body }));
}

/** It asks about objects that there are none of: nobody serves it. */
function configuration(kind: string, name: string, metadata: JsonObject, namespace: string): JsonObject {
  const rule = {
    apiGroups: ['example.test'],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['nothings'],
  };
  const service = { namespace, name: 'hyperconverged-cluster-webhook-service', path: '/', port: 4343 };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata,
    webhooks: [
      {
        ...{
          name,
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          failurePolicy: 'Fail',
          timeoutSeconds: 1,
        },
        ...{ clientConfig: { service }, rules: [rule] },
      },
    ],
  };
}

async function create(world: World, resource: Resource | undefined, object: JsonObject) {
  if (resource === undefined) throw new Error(`no resource: ${JSON.stringify(object).slice(0, 200)}`);
  return demand(await world.client.create(resource, kubernetesObject(object)));
}

/** What of a cluster is compared: what people and operators write, nothing that the server counts. */
export async function storedOf(world: World) {
  const list = async (resource: Resource) => {
    const answer = await world.client.list(resource);
    return answer.ok
      ? answer.value.items.map((item): JsonObject => written(JSON.parse(JSON.stringify(item))))
      : [];
  };
  const all = await list(deployments);
  const validating = await list(ValidatingWebhookConfiguration);
  const isOwn = ({ metadata }: JsonObject) =>
    [operatorName, webhookNames.configuration].some((name) => name === objectAt(metadata).name);
  return {
    operands: new Map([...(await world.operands())].map(([key, operand]) => [key, written(operand)])),
    installation: {
      deployments: all.filter((each) => !isOwn(each)),
      versions: await list(ClusterServiceVersion),
      subscriptions: await list(Subscription),
      webhooks: [...validating.filter((each) => !isOwn(each)), ...(await list(MutatingWebhookConfiguration))],
    },
    own: {
      replicas: numberAt(all.find(isOwn), 'spec', 'replicas'),
      webhook: validating.some(isOwn),
    },
  };
}

function written({ spec, metadata, webhooks }: JsonObject): JsonObject {
  const { name, labels, annotations, ownerReferences } = objectAt(metadata);
  const asked = webhooks === undefined ? {} : { webhooks: objectsAt(webhooks) };
  return JSON.parse(
    JSON.stringify({ metadata: { name, labels, annotations, ownerReferences }, spec, ...asked }),
  );
}
