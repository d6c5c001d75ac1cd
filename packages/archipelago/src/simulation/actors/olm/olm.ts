import {
  digestOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { clusterServiceVersion, subscription } from '../../definitions/openshift/olm/olm-kinds.ts';
import type { Play, PlayedWorld, PlayedWrite } from '../players/play.ts';
import { injectConfig, mountsWithoutVolume } from './inject-config.ts';

const resources = {
  Subscription: subscription,
  ClusterServiceVersion: clusterServiceVersion,
  Deployment: {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    namespaced: true,
  },
} as const satisfies Readonly<Record<string, Resource>>;

type World = PlayedWorld<keyof typeof resources>;

const hashLabel = 'olm.deployment-spec-hash';

/** Plays what OLM does with an installed version: its Deployments, with `spec.config` of the Subscription, and how they fare. */
export const olm: Play<keyof typeof resources> = {
  name: 'operator lifecycle manager',
  resources,
  look(world) {
    const writes = world.list('Subscription').flatMap((one) => {
      const { namespace = '' } = one.metadata;
      const name = textAt(one, 'status', 'installedCSV');
      const version = world.get('ClusterServiceVersion', name, namespace);
      const isOurs = version?.metadata.annotations?.[simulatedAnnotation] === 'true';
      return version === undefined || !isOurs ? [] : versionWrites(one, version, world);
    });
    return { writes };
  },
};

function versionWrites(
  owner: KubernetesObject,
  version: KubernetesObject,
  world: World,
): readonly PlayedWrite[] {
  const config = objectAt(owner, 'spec', 'config');
  const wanted = objectsAt(version, 'spec', 'install', 'spec', 'deployments').map((one) => ({
    name: textAt(one, 'name'),
    ...injectConfig(objectAt(one, 'spec'), config),
  }));
  const mounts = [...new Set(wanted.flatMap(({ spec }) => mountsWithoutVolume(spec)))];
  if (mounts.length > 0) {
    const message = `simulated: install strategy failed: volumeMounts ${mounts.join(', ')}: not found among volumes`;
    return told(version, { phase: 'Failed', reason: 'InstallComponentFailed', message }, world);
  }
  const { namespace = '' } = version.metadata;
  const present = wanted.map((one) => ({ ...one, found: world.get('Deployment', one.name, namespace) }));
  const isWaiting = present.some(({ found }) => !isRolledOut(found));
  return [
    ...present.flatMap((one) => deploymentWrites(one, version)),
    ...told(version, isWaiting ? waiting : succeeded, world),
  ];
}

function isRolledOut(deployment: KubernetesObject | undefined): boolean {
  const { observedGeneration, replicas, updatedReplicas, availableReplicas } = objectAt(deployment, 'status');
  return (
    observedGeneration === deployment?.metadata.generation &&
    availableReplicas !== undefined &&
    updatedReplicas === replicas &&
    availableReplicas === replicas
  );
}

const waiting = {
  phase: 'Installing',
  reason: 'InstallWaiting',
  message: 'simulated: pods of a Deployment are Pending',
};
const succeeded = {
  phase: 'Succeeded',
  reason: 'InstallSucceeded',
  message: 'simulated: install strategy completed with no errors',
};

function told(
  version: KubernetesObject,
  status: Readonly<Record<string, string>>,
  { now }: World,
): readonly PlayedWrite[] {
  const { phase } = objectAt(version, 'status');
  if (phase === status.phase) return [];
  const patch = { status: { ...status, lastTransitionTime: timestamp(now), lastUpdateTime: timestamp(now) } };
  return [{ do: 'patchStatus', resource: resources.ClusterServiceVersion, object: version, patch }];
}

interface WantedDeployment {
  readonly name: string;
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
  readonly found: KubernetesObject | undefined;
}

/** Written anew when the version or the Subscription asks for something else; what people change in it is left to them until then. */
function deploymentWrites(wanted: WantedDeployment, version: KubernetesObject): readonly PlayedWrite[] {
  const { found, spec } = wanted;
  const resource = resources.Deployment;
  // a label holds neither + nor /
  const hash = digestOf(spec)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20);
  if (found === undefined) return [{ do: 'create', resource, object: newDeployment(wanted, version, hash) }];
  if (found.metadata.labels?.[hashLabel] !== hash) {
    const labels = { ...found.metadata.labels, [hashLabel]: hash };
    const annotations = { ...texts(wanted.annotations), ...found.metadata.annotations };
    const object = { ...found, metadata: { ...found.metadata, labels, annotations }, spec };
    return [{ do: 'update', resource, object }];
  }
  return [];
}

function newDeployment(
  { name, annotations, spec }: WantedDeployment,
  { metadata }: KubernetesObject,
  hash: string,
): KubernetesObject {
  const { name: owner, namespace = '', uid = '' } = metadata;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name,
      namespace,
      annotations: { [simulatedAnnotation]: 'true', ...texts(annotations) },
      labels: {
        'olm.managed': 'true',
        'olm.owner': owner,
        'olm.owner.kind': 'ClusterServiceVersion',
        'olm.owner.namespace': namespace,
        [hashLabel]: hash,
      },
      ownerReferences: [
        { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', name: owner, uid },
      ],
    },
    spec,
  };
}

function texts(values: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
