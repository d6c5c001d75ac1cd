import { expect, test } from 'vitest';
import { processIo } from '../process/process-io.ts';
import { loadCluster } from './load-input.ts';

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
