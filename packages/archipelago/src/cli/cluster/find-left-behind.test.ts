import type { KubernetesClient } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { findLeftBehind } from './find-left-behind.ts';

const refused = (code: number): Awaited<ReturnType<KubernetesClient['list']>> => ({
  ok: false,
  status: { code, reason: '', message: 'no' },
});

/** A cluster that has a part of another operator, does not show routes, and serves nothing else. */
const list: KubernetesClient['list'] = async ({ plural, kind }, { labelSelector = '' } = {}) => {
  if (plural === 'routes') return refused(403);
  if (plural !== 'services') return refused(404);
  const labels = { name: 'hyperconverged-cluster-webhook' };
  const item = { apiVersion: 'v1', kind, metadata: { namespace: 'ns', name: 'hook', labels } };
  const items = labelSelector.startsWith('name in') ? [item] : [];
  return { ok: true, value: { items, resourceVersion: '1' } };
};

it('names what is there and what may not be seen, and says nothing of kinds that are not served', async () => {
  const said: string[] = [];
  const io = { err: (text: string) => said.push(text) };
  const found = await findLeftBehind({ list }, new Set(), io);
  expect(found.map(({ command }) => command)).toEqual(['kubectl delete services hook -n ns']);
  expect(said).toEqual([
    'note: what the HyperConverged Cluster Operator left behind may be more: routes.route.openshift.io could not be listed\n',
  ]);
});
