import { type JsonObject, type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';

const resources = {
  Pod: ['', 'v1', 'pods'],
  DaemonSet: ['apps', 'v1', 'daemonsets'],
  Deployment: ['apps', 'v1', 'deployments'],
  StatefulSet: ['apps', 'v1', 'statefulsets'],
  ReplicaSet: ['apps', 'v1', 'replicasets'],
  Job: ['batch', 'v1', 'jobs'],
  CronJob: ['batch', 'v1', 'cronjobs'],
} as const;
type Kind = keyof typeof resources;

const container = { name: 'a', image: 'a:1' };
const labels = { app: 'a' };

/** A workload of that kind that is right but for the pod's spec, or members of its own spec. */
function workload(kind: Kind, pod: JsonObject, spec: JsonObject = {}): KubernetesObject {
  const whole = { containers: [container], ...pod };
  const template = { metadata: { labels }, spec: whole };
  const once = { template: { spec: { restartPolicy: 'Never', ...whole } }, ...spec };
  const bodies: Readonly<Record<Kind, JsonObject>> = {
    Pod: { ...whole, ...spec },
    DaemonSet: { selector: { matchLabels: labels }, template, ...spec },
    Deployment: { selector: { matchLabels: labels }, template, ...spec },
    StatefulSet: { selector: { matchLabels: labels }, serviceName: 'a', template, ...spec },
    ReplicaSet: { selector: { matchLabels: labels }, template, ...spec },
    Job: once,
    CronJob: { schedule: '0 0 * * *', jobTemplate: { spec: once } },
  };
  const [group, version] = resources[kind];
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: { name: 'a', namespace: 'default' },
    spec: bodies[kind],
  };
}

type Sketch = readonly [title: string, object: KubernetesObject];
/** A pod template that a kube-apiserver refuses, and the causes that it tells; none: it takes it. */
type PodTemplateCase = readonly [...Sketch, causes: readonly string[]];

const mount = (name: string, mountPath: string) => ({ volumeMounts: [{ name, mountPath }] });
const other = { matchLabels: { app: 'b' } };

const sketches: readonly Sketch[] = [
  ...(Object.keys(resources) as Kind[]).map((kind): Sketch => [`${kind} that is right`, workload(kind, {})]),
  ...(Object.keys(resources) as Kind[]).map(
    (kind): Sketch => [`${kind} without an image`, workload(kind, { containers: [{ name: 'a' }] })],
  ),
  ['no container', workload('DaemonSet', { containers: [] })],
  ['an image between blanks', workload('DaemonSet', { containers: [{ name: 'a', image: ' a:1 ' }] })],
  ['a container without a name', workload('DaemonSet', { containers: [{ image: 'a:1' }] })],
  ['a name in capitals', workload('DaemonSet', { containers: [{ ...container, name: 'A' }] })],
  [
    'a name that is too long',
    workload('DaemonSet', { containers: [{ ...container, name: 'a'.repeat(64) }] }),
  ],
  ['a name twice', workload('DaemonSet', { containers: [container, container] })],
  ['a name of a container that comes first', workload('DaemonSet', { initContainers: [container] })],
  ['no image of what comes first', workload('DaemonSet', { initContainers: [{ name: 'b' }] })],
  ['a mount of no volume', workload('DaemonSet', { containers: [{ ...container, ...mount('v', '/v') }] })],
  [
    'a mount without a path, and one without a name',
    workload('DaemonSet', {
      containers: [{ ...container, volumeMounts: [{ name: 'v' }, { mountPath: '/b' }] }],
      volumes: [{ name: 'v', emptyDir: {} }],
    }),
  ],
  [
    'two mounts at one place',
    workload('DaemonSet', {
      containers: [
        {
          ...container,
          volumeMounts: [
            { name: 'v', mountPath: '/v' },
            { name: 'v', mountPath: '/v' },
          ],
        },
      ],
      volumes: [{ name: 'v', emptyDir: {} }],
    }),
  ],
  [
    'volumes by one name, and by none that one can have',
    workload('DaemonSet', {
      volumes: [
        { name: 'v', emptyDir: {} },
        { name: 'v', emptyDir: {} },
        { name: 'V', emptyDir: {} },
        { emptyDir: {} },
      ],
    }),
  ],
  [
    'a pull policy that is none',
    workload('DaemonSet', { containers: [{ ...container, imagePullPolicy: 'Now' }] }),
  ],
  ['a restart policy that is none', workload('Pod', { restartPolicy: 'Sometimes' })],
  ['a DNS policy that is none', workload('Pod', { dnsPolicy: 'Sometimes' })],
  ['a DaemonSet that ends', workload('DaemonSet', { restartPolicy: 'Never' })],
  ['a Deployment that ends', workload('Deployment', { restartPolicy: 'OnFailure' })],
  ['a Deployment with no restart policy there is', workload('Deployment', { restartPolicy: 'Sometimes' })],
  ['a StatefulSet that ends', workload('StatefulSet', { restartPolicy: 'Never' })],
  ['a Job that never ends', workload('Job', { restartPolicy: 'Always' })],
  ['a Job with no restart policy there is', workload('Job', { restartPolicy: 'Sometimes' })],
  ['a CronJob that never ends', workload('CronJob', { restartPolicy: 'Always' })],
  ...(['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet'] as const).flatMap(
    (kind): readonly Sketch[] => [
      [`${kind} of other pods`, workload(kind, {}, { selector: other })],
      [`${kind} of all pods`, workload(kind, {}, { selector: {} })],
      [`${kind} of no pods`, workload(kind, {}, { selector: null })],
      [
        `${kind} by an operator that is none`,
        workload(kind, {}, { selector: { matchExpressions: [{ key: 'app', operator: 'gt' }] } }),
      ],
    ],
  ),
];

/** As kube-apiserver 1.36.2 refuses them: recorded, and asked again in `test/real`. What is not listed is taken. */
const recorded: Readonly<Record<string, readonly string[]>> = {
  'Pod without an image': ['spec.containers[0].image: Required value'],
  'DaemonSet without an image': ['spec.template.spec.containers[0].image: Required value'],
  'Deployment without an image': ['spec.template.spec.containers[0].image: Required value'],
  'StatefulSet without an image': ['spec.template.spec.containers[0].image: Required value'],
  'ReplicaSet without an image': ['spec.template.spec.containers[0].image: Required value'],
  'Job without an image': ['spec.template.spec.containers[0].image: Required value'],
  'CronJob without an image': ['spec.jobTemplate.spec.template.spec.containers[0].image: Required value'],
  'no container': ['spec.template.spec.containers: Required value'],
  'a container without a name': ['spec.template.spec.containers[0].name: Required value'],
  'a name in capitals': [
    "spec.template.spec.containers[0].name: Invalid value: \"A\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
  ],
  'a name that is too long': [
    'spec.template.spec.containers[0].name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
  ],
  'a name twice': ['spec.template.spec.containers[1].name: Duplicate value: "a"'],
  'a name of a container that comes first': [
    'spec.template.spec.initContainers[0].name: Duplicate value: "a"',
  ],
  'no image of what comes first': ['spec.template.spec.initContainers[0].image: Required value'],
  'a mount of no volume': ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "v"'],
  'a mount without a path, and one without a name': [
    'spec.template.spec.containers[0].volumeMounts[0].mountPath: Required value',
    'spec.template.spec.containers[0].volumeMounts[1].name: Required value',
    'spec.template.spec.containers[0].volumeMounts[1].name: Not found: ""',
  ],
  'two mounts at one place': [
    'spec.template.spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/v": must be unique',
  ],
  'volumes by one name, and by none that one can have': [
    'spec.template.spec.volumes[1].name: Duplicate value: "v"',
    "spec.template.spec.volumes[2].name: Invalid value: \"V\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    'spec.template.spec.volumes[3].name: Required value',
  ],
  'a pull policy that is none': [
    'spec.template.spec.containers[0].imagePullPolicy: Unsupported value: "Now": supported values: "Always", "IfNotPresent", "Never"',
  ],
  'a restart policy that is none': [
    'spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
  ],
  'a DNS policy that is none': [
    'spec.dnsPolicy: Unsupported value: "Sometimes": supported values: "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"',
  ],
  'a DaemonSet that ends': [
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ],
  'a Deployment that ends': [
    'spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"',
  ],
  'a Deployment with no restart policy there is': [
    'spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    'spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always"',
  ],
  'a StatefulSet that ends': [
    'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
  ],
  'a Job that never ends': [
    'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  ],
  'a Job with no restart policy there is': [
    'spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "OnFailure", "Never"',
    'spec.template.spec.restartPolicy: Unsupported value: "Sometimes": supported values: "OnFailure", "Never"',
  ],
  'a CronJob that never ends': [
    'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
  ],
  'DaemonSet of other pods': [
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'DaemonSet of all pods': ['spec.selector: Invalid value: {}: empty selector is invalid for daemonset'],
  'DaemonSet of no pods': [
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'DaemonSet by an operator that is none': [
    'spec.selector.matchExpressions[0].operator: Invalid value: "gt": not a valid selector operator',
  ],
  'Deployment of other pods': [
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'Deployment of all pods': ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
  'Deployment of no pods': [
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'Deployment by an operator that is none': [
    'spec.selector.matchExpressions[0].operator: Invalid value: "gt": not a valid selector operator',
    'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"gt"}]}: invalid label selector',
  ],
  'StatefulSet of other pods': [
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'StatefulSet of all pods': ['spec.selector: Invalid value: {}: empty selector is invalid for statefulset'],
  'StatefulSet of no pods': [
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'StatefulSet by an operator that is none': [
    'spec.selector.matchExpressions[0].operator: Invalid value: "gt": not a valid selector operator',
    'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"gt"}]}',
  ],
  'ReplicaSet of other pods': [
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'ReplicaSet of all pods': ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
  'ReplicaSet of no pods': [
    'spec.selector: Required value',
    'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
  ],
  'ReplicaSet by an operator that is none': [
    'spec.selector.matchExpressions[0].operator: Invalid value: "gt": not a valid selector operator',
    'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"gt"}]}: invalid label selector',
  ],
};

export const podTemplateCases: readonly PodTemplateCase[] = sketches.map(([title, object]) => [
  title,
  object,
  recorded[title] ?? [],
]);

/** What a server tells of the causes for which it refuses to make the object: `field: message`, in its order. */
export async function causesOf(
  client: KubernetesClient,
  object: KubernetesObject,
): Promise<readonly string[]> {
  const kind = object.kind;
  const entry = Object.entries(resources).find(([name]) => name === kind);
  if (entry === undefined) throw new Error(`no resource for ${kind}`);
  const [group, version, plural] = entry[1];
  const resource: Resource = { group, version, plural, kind, namespaced: true };
  const answer = await client.create(resource, object, { dryRun: true });
  if (answer.ok) return [];
  return objectsAt(answer.status.details, 'causes').map(
    (cause) => `${textAt(cause, 'field')}: ${textAt(cause, 'message')}`,
  );
}
