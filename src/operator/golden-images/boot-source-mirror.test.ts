import { describe, expect, it } from 'vitest';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { resourceName } from '../../kubernetes/resource.ts';
import { SettableInformers } from '../settable-informers.test-support.ts';
import { bootSourceKinds, supportKinds } from './boot-source-kinds.ts';
import { BootSourceMirror } from './boot-source-mirror.ts';

const home = 'images';
const around = [
  ['namespaces', `metadata.name=${home}`, undefined],
  ['roles.rbac.authorization.k8s.io', 'metadata.name=os-images.kubevirt.io:view', home],
  ['rolebindings.rbac.authorization.k8s.io', 'metadata.name=os-images.kubevirt.io:view', home],
  ['clusterroles.rbac.authorization.k8s.io', 'metadata.name=os-images.kubevirt.io:edit', undefined],
] as const;
const all = [...Object.values(bootSourceKinds).map(resourceName), ...around.map(([name]) => name)];

function object(kind: string, name: string, resourceVersion = '1'): KubernetesObject {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: home, uid: name, resourceVersion } };
}

function mirror() {
  const informers = new SettableInformers();
  const told = { times: 0 };
  const made = new BootSourceMirror(informers.follow, home, () => {
    told.times += 1;
  });
  informers.know('complete');
  return { made, informers, told };
}

describe('the mirror of boot sources', () => {
  it('follows each kind everywhere, and what is around them by name', () => {
    const { made, informers } = mirror();
    made.start();
    expect(informers.all.every(({ isStarted }) => isStarted)).toBe(true);
    expect(informers.all.map(({ resource }) => resourceName(resource)).sort()).toEqual([...all].sort());
    for (const resource of Object.values(bootSourceKinds))
      expect(informers.of(resourceName(resource)).selection).toBeUndefined();
    for (const [name, fieldSelector, namespace] of around)
      expect(informers.of(name).selection).toEqual({ fieldSelector, namespace });
  });

  it.each(all)('has not read everything while %s is unread, and says why', (name) => {
    const { made, informers } = mirror();
    expect(made.unread()).toBeUndefined();
    informers.of(name).knowledge = 'unknown';
    expect(made.unread()).toBe(`${name} could not be read yet`);
    informers.of(name).refusal = 'you may not';
    expect([made.unread(), made.forbidden()]).toEqual([
      `${name} could not be read yet: you may not`,
      ['you may not'],
    ]);
    // what was read before still holds
    informers.of(name).knowledge = 'complete';
    expect([made.unread(), made.forbidden()]).toEqual([undefined, ['you may not']]);
    informers.of(name).knowledge = 'not-served';
    expect(made.unread()).toBeUndefined();
  });

  it.each([
    ['dataimportcrons.cdi.kubevirt.io', false],
    ['datasources.cdi.kubevirt.io', false],
    ['datavolumes.cdi.kubevirt.io', true],
    ['volumesnapshots.snapshot.storage.k8s.io', true],
  ])('without %s: CDI is there: %s', (name, isServed) => {
    const { made, informers } = mirror();
    expect(made.isServed()).toBe(true);
    informers.of(name).knowledge = 'not-served';
    expect(made.isServed()).toBe(isServed);
    informers.of(name).knowledge = 'unknown';
    expect(made.isServed()).toBe(isServed);
  });

  it('tells of what matters, and shows each kind in its place', () => {
    const { made, informers, told } = mirror();
    for (const [kind, resource] of Object.entries(bootSourceKinds)) {
      informers.of(resourceName(resource)).put(object(resource.kind, kind));
      expect(made.shown(resource, { namespace: home, name: kind })?.metadata.name).toBe(kind);
      expect(made.shown(resource, { namespace: home, name: 'other' })).toBeUndefined();
    }
    const observed = Object.entries(made.observed()).map(([kind, objects]) => [
      kind,
      objects.map(({ metadata }: KubernetesObject) => metadata.name),
    ]);
    expect(observed).toEqual(Object.keys(made.observed()).map((kind) => [kind, [kind]]));
    expect(told.times).toBe(5);
    informers.of('persistentvolumeclaims').put(object('PersistentVolumeClaim', 'claims', '2'));
    expect(told.times).toBe(5);
    const shown = made.shown(bootSourceKinds.claims, { namespace: home, name: 'claims' });
    expect(shown?.metadata.resourceVersion).toBe('2');
  });

  it('keeps what is around boot sources apart from them', () => {
    const { made, informers } = mirror();
    for (const { kind, ...resource } of Object.values(supportKinds))
      informers.of(resourceName({ kind, ...resource })).put(object(kind, kind));
    expect(made.support().map(({ kind }) => kind)).toEqual([
      'Namespace',
      'Role',
      'RoleBinding',
      'ClusterRole',
    ]);
    expect(Object.values(made.observed()).flat()).toEqual([]);
    expect(made.shown(supportKinds.roles, { namespace: home, name: 'Role' })?.kind).toBe('Role');
    expect(made.shown(supportKinds.roles, { namespace: home, name: 'ClusterRole' })).toBeUndefined();
  });
});
