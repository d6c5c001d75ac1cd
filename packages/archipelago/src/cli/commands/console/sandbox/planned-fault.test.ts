import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { plannedFault } from './planned-fault.ts';

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

function planned(value: string, annotations: Readonly<Record<string, string>> = {}) {
  const bodies: unknown[] = [];
  const patch: KubernetesClient['patch'] = async (_resource, _name, sent) => {
    bodies.push(sent);
    return { ok: false, status: { code: 409, reason: 'Conflict', message: 'it has changed' } };
  };
  const metadata = { name: 'a1', resourceVersion: '7', annotations };
  const found = { apiVersion: 'v1', kind: 'Node', metadata };
  const wanted = { annotation: 'a/fails', value, before: '', namespace: '', name: 'a1', found };
  return { bodies, write: plannedFault({ patch }, nodes, wanted) };
}

it.each([
  ['yes', 'yes'],
  ['', null],
])('a fault %j is written to the object that was read, and to no other', async (value, written) => {
  const { bodies, write } = planned(value);
  expect(await write.run(false)).toMatchObject({ ok: false, status: { code: 409 } });
  const metadata = { annotations: { 'a/fails': written }, resourceVersion: '7' };
  expect(bodies).toEqual([{ type: 'merge', body: { metadata } }]);
});

it('a fault names who keeps the object in Git', () => {
  expect(planned('yes').write.keptBy).toBeUndefined();
  expect(planned('yes', { 'argocd.argoproj.io/tracking-id': 'x' }).write.keptBy).toBe('Argo CD');
});
