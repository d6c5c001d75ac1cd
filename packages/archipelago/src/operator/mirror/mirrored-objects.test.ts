import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { nodeFactsOf } from '../../cluster-facts/node-facts-of.ts';
import { isSameNode, servedKindOf } from './mirrored-objects.ts';

const established = { conditions: [{ type: 'Established', status: 'True' }] };
const name = 'cdis.cdi.kubevirt.io';

function definition(more: Partial<KubernetesObject> & { metadata?: KubernetesObject['metadata'] } = {}) {
  const openAPIV3Schema = {
    properties: { spec: { properties: { a: { type: 'string', default: 'x' }, b: { type: 'string' } } } },
  };
  const versions = [
    { name: 'v1', served: true, schema: { openAPIV3Schema } },
    { name: 'v2', served: false },
  ];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name, generation: 3 },
    spec: { versions },
    status: established,
    ...more,
  };
}

const deletionTimestamp = '2026-01-01T00:00:00Z';
const part = { 'app.kubernetes.io/part-of': 'archipelago' };

describe('what is kept of a definition', () => {
  it('of a kind of ours is its generation and its defaults', () => {
    expect(servedKindOf(definition(), () => 'v1')).toEqual({
      name,
      established: true,
      isOurs: false,
      lack: undefined,
      generation: 3,
      defaults: {
        type: 'object',
        properties: { spec: { properties: { a: { type: 'string', default: 'x' } } } },
      },
    });
  });

  it('of another kind is only whether it is there', () => {
    expect(servedKindOf(definition(), () => undefined)).toEqual({
      name,
      established: true,
      isOurs: false,
      lack: undefined,
      generation: undefined,
      defaults: undefined,
    });
  });

  it.each<[string, KubernetesObject, string | undefined]>([
    ['v1', definition(), undefined],
    ['v1', definition({ metadata: { name, deletionTimestamp } }), 'is being deleted'],
    ['v1', definition({ status: { conditions: [] } }), 'is not established'],
    [
      'v1',
      definition({ status: { conditions: [{ type: 'Established', status: 'False' }] } }),
      'is not established',
    ],
    [
      'v1',
      definition({ status: { conditions: [{ type: 'NamesAccepted', status: 'True' }] } }),
      'is not established',
    ],
    ['v2', definition(), 'does not serve the version v2'],
    ['v3', definition(), 'does not serve the version v3'],
    ['v1', definition({ spec: {} }), 'does not serve the version v1'],
  ])('tells why no objects of it can be made: %s', (version, of, lack) => {
    expect(servedKindOf(of, () => version).lack).toBe(lack);
  });

  it.each<[Readonly<Record<string, string>>, boolean]>([
    [part, true],
    [{ ...part, more: 'x' }, true],
    [{ 'app.kubernetes.io/part-of': 'other' }, false],
    [{}, false],
  ])('tells by labels whether it came with us: %j %s', (labels, isOurs) => {
    expect(servedKindOf(definition({ metadata: { name, labels } }), () => undefined).isOurs).toBe(isOurs);
  });
});

describe('what is kept of a node', () => {
  const node = (status: JsonObject, labels?: Readonly<Record<string, string>>): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', ...(labels === undefined ? {} : { labels }) },
    status,
  });

  it('is its name, its labels and its architecture', () => {
    expect(nodeFactsOf(node({ nodeInfo: { architecture: 'arm64' } }, { a: 'b' }))).toEqual({
      name: 'n',
      labels: { a: 'b' },
      architecture: 'arm64',
    });
    for (const status of [{}, { nodeInfo: 7 }, { nodeInfo: {} }, { nodeInfo: { architecture: '' } }])
      expect(nodeFactsOf(node(status))).toEqual({ name: 'n', labels: {}, architecture: undefined });
  });

  it.each<[Readonly<Record<string, string>>, string, boolean]>([
    [{ a: '1', b: '2' }, 'arm64', true],
    [{ a: '1', b: '3' }, 'arm64', false],
    [{ a: '1' }, 'arm64', false],
    [{ a: '1', b: '2', c: '3' }, 'arm64', false],
    [{ a: '1', c: '2' }, 'arm64', false],
    [{ a: '1', b: '2' }, 'amd64', false],
  ])('is the same with %j, %s: %s', (labels, architecture, same) => {
    const old = { name: 'n', labels: { b: '2', a: '1' }, architecture: 'arm64' };
    expect(isSameNode(old, { name: 'n', labels, architecture })).toBe(same);
  });
});
