import { describe, expect, it } from 'vitest';
import { ToldInformers } from './boot-source-lab.test-support.ts';
import { BootSourceMirror } from './boot-source-mirror.ts';

const home = 'kubevirt-os-images';
const kinds = ['DataImportCron', 'DataSource', 'DataVolume', 'PersistentVolumeClaim', 'VolumeSnapshot'];
const support = ['Namespace', 'Role', 'RoleBinding'];

function lab() {
  const informers = new ToldInformers();
  let changes = 0;
  const mirror = new BootSourceMirror(informers.follow, home, () => {
    changes += 1;
  });
  const put = (kind: string, name: string, namespace?: string) =>
    informers.model.put({
      apiVersion: 'v1',
      kind,
      metadata: { name, ...(namespace === undefined ? {} : { namespace }), annotations: { note: 'x' } },
    });
  return { informers, mirror, put, changes: () => changes };
}

describe('the mirror of boot sources', () => {
  it('follows boot sources everywhere, and one object each of what is around them', () => {
    const { informers, mirror } = lab();
    expect(informers.all.filter(({ isStarted }) => isStarted)).toEqual([]);
    mirror.start();
    expect(informers.all.every(({ isStarted }) => isStarted)).toBe(true);
    const followed = informers.all.map(({ resource, shape }) => [resource.kind, shape.selection]);
    const by = (name: string, namespace?: string) => ({ fieldSelector: `metadata.name=${name}`, namespace });
    expect(followed).toEqual([
      ...kinds.map((kind) => [kind, undefined]).toSorted(byOrder(followed.map(([kind]) => String(kind)))),
      ['Namespace', by(home)],
      ['Role', by('os-images.kubevirt.io:view', home)],
      ['RoleBinding', by('os-images.kubevirt.io:view', home)],
    ]);
  });

  it.each([...kinds, ...support])('says what is not known while %s has not been read, and why', (kind) => {
    const { informers, mirror } = lab();
    expect(mirror.unread()).toBeUndefined();
    const one = informers.of(kind);
    one.knowledge = 'unknown';
    expect(mirror.unread()).toMatch(/^[a-z.0-9]+ could not be read yet$/);
    one.refusal = { code: 403, reason: 'Forbidden', message: 'you may not' };
    expect(mirror.unread()).toMatch(/ could not be read yet: you may not$/);
    expect(mirror.forbidden()).toEqual(['you may not']);
    one.knowledge = 'not-served';
    expect(mirror.unread()).toBeUndefined();
  });

  it.each(kinds)('knows whether CDI is there, by what it needs of it: without %s', (kind) => {
    const { informers, mirror } = lab();
    expect(mirror.isServed()).toBe(true);
    informers.of(kind).knowledge = 'not-served';
    expect(mirror.isServed()).toBe(kind !== 'DataImportCron' && kind !== 'DataSource');
  });

  it('shows each kind in its place', () => {
    const { mirror, put } = lab();
    for (const kind of kinds) put(kind, `${kind}-1`, 'anywhere');
    put('Namespace', home);
    put('Role', 'view');
    const { dataImportCrons, dataSources, dataVolumes, claims, snapshots } = mirror.observed();
    expect(
      [dataImportCrons, dataSources, dataVolumes, claims, snapshots].map((list) =>
        list.map(({ kind }) => kind),
      ),
    ).toEqual(kinds.map((kind) => [kind]));
    expect(mirror.support().map(({ metadata }) => metadata.name)).toEqual([home, 'view']);
    // of disks no annotation is kept, of roles all
    expect(claims[0]?.metadata).not.toHaveProperty('annotations');
    expect(mirror.support()[0]?.metadata).toMatchObject({ annotations: { note: 'x' } });
  });

  it.each([...kinds, ...support])('tells of changes and of knowledge of %s', (kind) => {
    const { informers, changes } = lab();
    const { shape } = informers.of(kind);
    shape.onKnowledge?.('complete');
    shape.onEvent?.({} as never);
    expect(changes()).toBe(2);
    const metadata = { name: 'x', resourceVersion: '1' };
    const object = { apiVersion: 'v1', kind, metadata };
    expect(shape.sameContent?.(object, { ...object, metadata: { ...metadata, resourceVersion: '2' } })).toBe(
      true,
    );
    expect(shape.sameContent?.(object, { ...object, metadata: { name: 'y' } })).toBe(false);
  });
});

/** Boot sources in the order in which they are followed. */
function byOrder(order: readonly string[]) {
  return ([a]: readonly unknown[], [b]: readonly unknown[]) =>
    order.indexOf(String(a)) - order.indexOf(String(b));
}
