import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { nodeFactsOf } from '../../cluster-facts/node-facts-of.ts';
import { nodes } from '../../operator/mirror/cluster-resources.ts';
import { createSharedNodes } from './shared-nodes.ts';

const node = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { a: 'b' }, resourceVersion: '7', managedFields: [{ manager: 'kubelet' }] },
  spec: { podCIDR: '10.0.0.0/24', unschedulable: true },
  status: { nodeInfo: { architecture: 'arm64' }, images: [{ names: ['large'] }] },
});

/** A server that answers a list with two pages, or as `answers` say; tells what was asked of it. */
function server(...answers: (() => Promise<never>)[]) {
  const asked: string[] = [];
  const listPageOf = async (
    { plural }: Resource,
    keep: (object: KubernetesObject) => unknown,
    options: { readonly continue?: string; readonly labelSelector?: string } = {},
  ) => {
    asked.push(`${plural} ${options.labelSelector ?? ''}${options.continue ?? ''}`);
    const answer = answers.shift();
    if (answer !== undefined) return answer();
    const isLast = options.continue === 'second';
    const page = { items: [keep(node(isLast ? 'n2' : 'n1'))], resourceVersion: isLast ? '12' : '11' };
    return { ok: true, value: isLast ? page : { ...page, continue: 'second' } };
  };
  return { asked, client: { listPageOf } as unknown as KubernetesClient };
}

it('nodes are read once for all who ask in one look, each keeping what it needs', async () => {
  const { asked, client } = server();
  const shared = createSharedNodes();
  const answers = await Promise.all([
    shared.through(client).listPageOf(nodes, nodeFactsOf, { limit: 5_000 }),
    shared.through(client).listPageOf(nodes, (object) => object),
  ]);
  expect(asked).toEqual(['nodes ', 'nodes second']);
  const facts = { labels: { a: 'b' }, architecture: 'arm64' };
  const [first, second] = [
    { name: 'n1', ...facts },
    { name: 'n2', ...facts },
  ];
  expect(answers[0]).toEqual({ ok: true, value: { items: [first, second], resourceVersion: '11' } });
  const kept = JSON.stringify(answers[1]);
  expect(kept).toContain('"resourceVersion":"7"');
  expect(kept).not.toMatch(/large|kubelet|podCIDR/);
});

it('a selection of nodes, and other kinds, are asked for', async () => {
  const { asked, client } = server();
  const shared = createSharedNodes().through(client);
  await shared.listPageOf(nodes, nodeFactsOf, { labelSelector: 'a=b' });
  await shared.listPageOf({ ...nodes, plural: 'pods' }, nodeFactsOf);
  expect(asked).toEqual(['nodes a=b', 'pods ']);
});

it('what got no answer is asked for again', async () => {
  const { asked, client } = server(() => Promise.reject(new Error('away')));
  const shared = createSharedNodes().through(client);
  await expect(shared.listPageOf(nodes, nodeFactsOf)).rejects.toThrow('away');
  expect((await shared.listPageOf(nodes, nodeFactsOf)).ok).toBe(true);
  expect(asked).toHaveLength(3);
});
