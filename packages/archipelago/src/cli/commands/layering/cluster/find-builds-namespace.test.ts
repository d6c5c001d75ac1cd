import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, ObjectName, Resource } from '@archipelago/kube-client';
import { expect, test } from 'vitest';
import { operatorName } from '../../../../operator/mirror/cluster-resources.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { findBuildsNamespace } from './find-builds-namespace.ts';
import { findOperatorNamespace } from './find-operator-namespace.ts';
import { tellLeftovers } from './tell-leftovers.ts';

const object = (kind: string, name: string, namespace?: string, more: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  ...more,
});
const operatorIn = (namespace: string, ...args: readonly string[]) =>
  object('Deployment', operatorName, namespace, {
    spec: { template: { spec: { containers: [{ name: 'operator', args: ['operator', ...args] }] } } },
  });
const converged = (namespace: string) => object('HyperConverged', 'kubevirt-hyperconverged', namespace);
const job = (namespace: string) => object('Job', `b-${namespace}`, namespace);
const usual = object('Namespace', 'archipelago-builds');

/** A cluster of these objects, of which some kinds are not for us to list. */
function clusterOf(objects: readonly KubernetesObject[], unlisted: readonly string[] = []) {
  const listed = (kind: string) => objects.filter((each) => each.kind === kind);
  const client = {
    get: async ({ kind }: Resource, { name, namespace }: ObjectName) => {
      const value = listed(kind).find(
        ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
      );
      return value === undefined
        ? { ok: false, status: { code: 404, reason: '', message: 'not found' } }
        : { ok: true, value };
    },
    list: async ({ kind }: Resource) =>
      unlisted.includes(kind)
        ? { ok: false, status: { code: 403, reason: '', message: 'forbidden' } }
        : { ok: true, value: { items: listed(kind) } },
  };
  return {
    client: client as unknown as KubernetesClient,
    list: async ({ kind }: Resource) => listed(kind),
  };
}

type Case = [string, readonly KubernetesObject[], LayeringClusterOptions, string];

test('a HyperConverged that nobody looks after does not count beside one that is looked after', async () => {
  const { metadata, ...rest } = converged('b');
  const kept = { ...rest, metadata: { ...metadata, finalizers: ['kubevirt.io/hyperconverged'] } };
  const { list } = clusterOf([converged('a'), kept]);
  await expect(findOperatorNamespace({ list }, undefined)).resolves.toBe('b');
});

test.each<Case>([
  [
    'it is chosen',
    [operatorIn('virt', '--layering-namespace', 'told')],
    { layeringNamespace: 'chosen' },
    'chosen',
  ],
  [
    "the operator's Deployment says it, where the HyperConverged is",
    [converged('virt'), operatorIn('virt', '--layering-namespace', 'told'), usual],
    {},
    'told',
  ],
  [
    'it says so in a namespace that was chosen',
    [converged('a'), converged('b'), operatorIn('b', '--layering-namespace=told')],
    { namespace: 'b' },
    'told',
  ],
  [
    'nobody says it, and the usual one is there',
    [converged('virt'), usual, job('virt')],
    {},
    usual.metadata.name,
  ],
  ['a release before has built elsewhere', [operatorIn('virt'), converged('virt'), job('virt')], {}, 'virt'],
  [
    'only results of jobs are left of it',
    [converged('virt'), object('ConfigMap', 'result', 'virt')],
    {},
    'virt',
  ],
  ['there is nothing at all', [], {}, 'archipelago-builds'],
])('builds are looked for where %s', async (_, objects, options, expected) => {
  expect(await findBuildsNamespace(clusterOf(objects), options)).toBe(expected);
});

test.each<Case>([
  [
    'jobs run in two',
    [job('b'), job('a')],
    {},
    'there are builds in a and b; choose one with --layering-namespace',
  ],
  [
    'there are two HyperConvergeds',
    [converged('a'), converged('b')],
    {},
    'there is a HyperConverged in a and b; choose one with --namespace',
  ],
  ['it is none', [], { layeringNamespace: 'A b' }, '--layering-namespace "A b": must be'],
])('a namespace is asked for where %s', async (_, objects, options, says) => {
  await expect(findBuildsNamespace(clusterOf(objects), options)).rejects.toThrow(says);
});

async function told(cluster: ReturnType<typeof clusterOf>): Promise<string> {
  let said = '';
  await tellLeftovers(cluster, 'builds', {
    err: (text) => {
      said += text;
    },
  });
  return said;
}

test('what builds have left elsewhere is told with the command that takes it away', async () => {
  const left = [
    job('builds'),
    job('virt'),
    object('ConfigMap', 'c', 'virt'),
    object('ConfigMap', 'c', 'old'),
  ];
  expect((await told(clusterOf(left))).split('\n')).toEqual([
    'note: namespace old has 1 object of builds, which the operator does not look after: its builds are in builds; ' +
      'kubectl delete jobs,configmaps -n old -l layering.archipelago.dev/component takes them away',
    expect.stringContaining('namespace virt has 2 objects of builds'),
    '',
  ]);
  expect(await told(clusterOf(left.slice(0, 1)))).toBe('');
  // whoever may not look everywhere is not troubled
  expect(await told(clusterOf(left, ['Job', 'ConfigMap']))).toBe('');
});
