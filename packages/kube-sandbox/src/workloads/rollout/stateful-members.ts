import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { podFromTemplate } from '../plan/pod-from-template.ts';
import { revisionLabel } from './controller-revisions.ts';

/** The number of a pod of a StatefulSet; -1 for one that has none. */
export function ordinalOf(pod: KubernetesObject, { metadata: { name } }: KubernetesObject): number {
  const rest = pod.metadata.name.startsWith(`${name}-`) ? pod.metadata.name.slice(name.length + 1) : '';
  return /^\d{1,9}$/.test(rest) ? Number(rest) : -1;
}

/** A pod of a StatefulSet, with the volumes of its claims. */
export function memberPod(
  set: KubernetesObject,
  ordinal: number,
  { template, revision }: { readonly template: JsonObject; readonly revision: string },
): WorkloadWrite {
  const name = `${set.metadata.name}-${ordinal}`;
  const claims = claimTemplates(set).map((claim) => {
    const volume = textAt(claim, 'metadata', 'name');
    return { name: volume, persistentVolumeClaim: { claimName: `${volume}-${name}` } };
  });
  const spec = objectAt(template, 'spec');
  const others = objectsAt(spec, 'volumes').filter(
    (volume) => !claims.some((one) => one.name === volume.name),
  );
  const volumes = [...others, ...claims];
  const owner = { ...set, spec: { ...objectAt(set, 'spec'), template } };
  return podFromTemplate(owner, {
    name,
    labels: {
      'apps.kubernetes.io/pod-index': String(ordinal),
      'statefulset.kubernetes.io/pod-name': name,
      [revisionLabel]: revision,
    },
    spec: {
      hostname: name,
      ...(textAt(set, 'spec', 'serviceName') === '' ? {} : { subdomain: textAt(set, 'spec', 'serviceName') }),
      ...(volumes.length === 0 ? {} : { volumes }),
    },
  });
}

function claimTemplates(set: KubernetesObject): readonly JsonObject[] {
  return objectsAt(set, 'spec', 'volumeClaimTemplates');
}

/** Claims that members have not got yet. They stay when a member, or the set, goes. */
export function memberClaims(
  set: KubernetesObject,
  ordinals: readonly number[],
  world: WorkloadWorld,
): readonly WorkloadWrite[] {
  const { name: owner, namespace = '' } = set.metadata;
  const labels = objectAt(set, 'spec', 'selector', 'matchLabels');
  return claimTemplates(set).flatMap((claim) =>
    ordinals
      .map((ordinal) => `${textAt(claim, 'metadata', 'name')}-${owner}-${ordinal}`)
      .filter((name) => world.get('PersistentVolumeClaim', name, namespace) === undefined)
      .map((name): WorkloadWrite => {
        const metadata = objectAt(claim, 'metadata');
        const object = {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { ...metadata, name, namespace, labels: { ...objectAt(metadata, 'labels'), ...labels } },
          spec: objectAt(claim, 'spec'),
        };
        return { do: 'create', kind: 'PersistentVolumeClaim', object };
      }),
  );
}
