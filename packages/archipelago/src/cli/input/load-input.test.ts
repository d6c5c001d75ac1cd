import { expect, test } from 'vitest';
import { processIo } from '../process/process-io.ts';
import { loadCluster, loadHyperConverged } from './load-input.ts';

async function load(text: string) {
  let said = '';
  const io = {
    ...processIo(),
    read: async () => text,
    err: (line: string) => {
      said += line;
    },
  };
  return { ...(await loadCluster({ cluster: 'cluster.yaml' }, io)), said };
}

test('keys of a cluster file that nothing reads are named, with their place and the likely one', async () => {
  const { inputs, said } = await load(`openshift: true
operatorNamspace: kubevirt
nodes:
  - name: w0
    architecture: arm64
  - {name: w1, arch: arm64, role: [worker]}
__proto__: {}
`);
  expect(inputs.facts.platform).toBe('openshift');
  expect(inputs.facts.nodes.map(({ architecture }) => architecture)).toEqual([undefined, 'arm64']);
  expect(said.split('\n')).toEqual([
    'cluster.yaml:2:1: warning: operatorNamspace: nothing reads it; did you mean operatorNamespace?',
    expect.stringMatching(
      /^cluster\.yaml:7:1: warning: __proto__: nothing reads it; known are apiServerTLSProfile, /,
    ),
    'cluster.yaml:5:5: warning: nodes[0].architecture: nothing reads it; known are arch, labels, name, roles',
    'cluster.yaml:6:29: warning: nodes[1].role: nothing reads it; did you mean roles?',
    '',
  ]);
});

test('a cluster file as it is recorded has no unknown keys', async () => {
  const { said } = await load(
    '{"openshift": false, "nad": true, "workloadArchitectures": ["amd64"], "operandConditions": {}, "nodes": [{"name": "a", "arch": "amd64", "roles": [], "labels": {}}]}',
  );
  expect(said).toBe('');
});

test.each([
  ['a List', '{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Node, metadata: {name: a}}]}'],
  ['a NodeList', '{"apiVersion": "v1", "kind": "NodeList", "items": [{"metadata": {"name": "a"}}]}'],
  ['documents', 'apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n---\n'],
  ['an array', '[{apiVersion: v1, kind: Node, metadata: {name: a}}]'],
])('Nodes as kubectl prints them stand for the cluster: %s', async (_, text) => {
  const { inputs, said } = await load(text);
  expect(inputs.facts.nodes).toEqual([{ name: 'a', labels: {}, architecture: undefined }]);
  expect(said).toBe(
    'cluster.yaml: Nodes only (1): assuming plain Kubernetes, and of all else what is usual\n',
  );
});

test.each([
  ['apiVersion: v1\nkind: List\nitems: []\n', 'has no Node; give Nodes, as kubectl get nodes -o yaml'],
  ['apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n', 'has Pod p; give Nodes, as kubectl get'],
  ['nodes: []\n---\nnodes: []\n', 'has an object without kind; give Nodes, as kubectl get'],
  ['- {name: a, arch: arm64}\n', 'has an object without kind; give Nodes, as kubectl get'],
  ['', 'is empty; write one object'],
])('other objects do not, and what does is said: %j', async (text, refusal) => {
  await expect(load(text)).rejects.toThrow(refusal);
});

test('the one HyperConverged of a List is meant, and mistakes in it have their place', async () => {
  const text = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: hco.kubevirt.io/v1beta1\n  kind: Node\n';
  const io = { ...processIo(), read: async () => text.replace('Node', 'HyperConverged') };
  const { manifest } = await loadHyperConverged('list.yaml', io);
  expect([manifest.object.kind, manifest.positionOf(['kind'])]).toEqual([
    'HyperConverged',
    { line: 5, column: 3 },
  ]);
  await expect(loadHyperConverged('list.yaml', { ...io, read: async () => text })).rejects.toThrow(
    'list.yaml:5:3: kind: is "Node"; write HyperConverged',
  );
});

test('what no API server would take is refused before it is read', async () => {
  const io = { ...processIo(), read: async () => `a: ${'['.repeat(4 * 1024 * 1024)}` };
  await expect(loadHyperConverged('hc.yaml', io)).rejects.toThrow(
    'hc.yaml: has 4.0 MiB, more than the 3.0 MiB that an API server takes; give a smaller file',
  );
});
