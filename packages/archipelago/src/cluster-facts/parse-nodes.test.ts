import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { parseNodes } from './parse-nodes.ts';
import { standardInputs } from './standard-cluster.ts';

const node = (metadata: JsonObject, architecture = 'arm64'): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata,
  status: { nodeInfo: { architecture } },
});

test.each([
  ['kubernetes', { 'kubernetes.io/arch': 'arm64' }],
  ['openshift', { 'node.openshift.io/os_id': 'rhel' }],
])('Nodes of %s are told, and all else is as usual', (platform, labels) => {
  expect(parseNodes([node({ name: 'a', labels }), node({ name: 'b' }, '')])).toEqual({
    ok: true,
    inputs: {
      ...standardInputs,
      facts: {
        ...standardInputs.facts,
        platform,
        nodes: [
          { name: 'a', labels, architecture: 'arm64' },
          { name: 'b', labels: {}, architecture: undefined },
        ],
      },
    },
  });
});

test.each<[string, readonly JsonObject[]]>([
  ['has no Node', []],
  ['has Pod p', [node({ name: 'a' }), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } }]],
  ['has Node a', [{ apiVersion: 'v2', kind: 'Node', metadata: { name: 'a' } }]],
  ['has an object of kind Deployment', [{ apiVersion: 'apps/v1', kind: 'Deployment' }]],
  ['has an object without kind', [{ apiVersion: 'v1' }]],
  ['has a Node without a name, or with labels that are no text', [node({})]],
  ['has a Node without a name, or with labels that are no text', [node({ name: 'a', labels: { b: 1 } })]],
])('%s: refused', (problem, objects) => {
  expect(parseNodes(objects)).toEqual({ ok: false, problem });
});
