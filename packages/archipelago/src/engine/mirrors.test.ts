import type { KubernetesClient, ObjectName, Resource, Selection } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { Mirrors } from './mirrors.ts';

const roles: Resource = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  plural: 'roles',
  kind: 'Role',
  namespaced: true,
};
const byName = (name: string): Selection => ({ fieldSelector: `metadata.name=${name}`, namespace: 'ns' });

function mirrors() {
  const silent = (): Promise<never> => new Promise(() => undefined);
  const client: Pick<KubernetesClient, 'listPageOf' | 'watch'> = { listPageOf: silent, watch: silent };
  const changes = { count: 0 };
  const made = new Mirrors({
    client,
    isBuiltIn: () => true,
    onChange: () => {
      changes.count += 1;
    },
    onProblem: () => undefined,
    clock: new FakeClock(),
    random: () => 0.5,
    timing: {},
  });
  const follow = (selection?: Selection, resource = roles) =>
    made.follow(resource, {
      trim: ({ metadata }) => metadata.name,
      ...(selection === undefined ? {} : { selection }),
    });
  return { made, follow, changes };
}

async function write({ made }: ReturnType<typeof mirrors>, name: ObjectName, resource = roles) {
  const object = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { ...name, namespace: name.namespace ?? '', uid: 'u', resourceVersion: '5' },
  };
  return made.writeThrough(resource, name)(
    name,
    async () => 'answer',
    () => ({ state: 'written', object }),
  );
}

it('what is written shows in the informer that follows it by name, else in the one that follows all', async () => {
  const lab = mirrors();
  const all = lab.follow({ namespace: 'ns', labelSelector: 'ours' });
  const one = lab.follow(byName('a'));
  const elsewhere = lab.follow({ fieldSelector: 'metadata.name=a', namespace: 'other' });
  expect(await write(lab, { namespace: 'ns', name: 'a' })).toBe('answer');
  await write(lab, { namespace: 'ns', name: 'b' });
  expect([one, all, elsewhere].map(({ store }) => store.list())).toEqual([['a'], ['b'], []]);
});

it('what nobody follows is written all the same', async () => {
  const lab = mirrors();
  const one = lab.follow(byName('a'));
  const other = lab.follow(undefined, { ...roles, plural: 'clusterroles' });
  const foreign = lab.follow(undefined, { ...roles, group: 'example.com' });
  expect(await write(lab, { namespace: 'ns', name: 'b' })).toBe('answer');
  expect(await write(lab, { namespace: 'other', name: 'a' })).toBe('answer');
  expect([one, other, foreign].map(({ store }) => store.size)).toEqual([0, 0, 0]);
});

it('a write of ours is no change; who wants to hear of it does', async () => {
  const lab = mirrors();
  lab.follow();
  await write(lab, { namespace: 'ns', name: 'a' });
  expect(lab.changes.count).toBe(0);
  const heard: unknown[] = [];
  const other = mirrors();
  other.made.follow(roles, {
    trim: ({ metadata }) => metadata.name,
    onEvent: ({ type, isOwn }) => heard.push([type, isOwn]),
  });
  await write(other, { namespace: 'ns', name: 'a' });
  expect(heard).toEqual([['added', true]]);
});
