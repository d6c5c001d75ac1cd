import { type JsonObject, type KubernetesObject, objectAt, textsAt } from '@archipelago/apimachinery';
import { ownerReference } from './owner-reference.ts';
import type { WorkloadWrite } from './planned.ts';

/** What a pod gets beside what its template says. */
interface PodDetails {
  /** Chosen by the server, after `prefix`, when absent. */
  readonly name?: string;
  /** The owner's name when absent. */
  readonly prefix?: string;
  readonly labels?: JsonObject;
  readonly annotations?: JsonObject;
  /** Beside those of the template. */
  readonly finalizer?: string;
  readonly spec?: JsonObject;
}

/** Makes a pod of the owner's template. */
export function podFromTemplate(owner: KubernetesObject, details: PodDetails = {}): WorkloadWrite {
  const template = objectAt(owner, 'spec', 'template');
  const { labels, annotations } = objectAt(template, 'metadata');
  const finalizers = [
    ...textsAt(template, 'metadata', 'finalizers'),
    ...(details.finalizer === undefined ? [] : [details.finalizer]),
  ];
  const { name, namespace = '' } = owner.metadata;
  const object = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...(details.name === undefined
        ? { generateName: `${details.prefix ?? name}-` }
        : { name: details.name }),
      namespace,
      labels: { ...objectOf(labels), ...details.labels },
      annotations: { ...objectOf(annotations), ...details.annotations },
      ...(finalizers.length === 0 ? {} : { finalizers }),
      ownerReferences: [ownerReference(owner)],
    },
    spec: { ...objectAt(template, 'spec'), ...details.spec },
  };
  return { do: 'create', kind: 'Pod', object };
}

function objectOf(value: unknown): JsonObject {
  return objectAt({ value }, 'value');
}
