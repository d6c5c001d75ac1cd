import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { AwaitedWrites } from './awaited-writes.ts';
import { bootSourceKinds } from './golden-images/boot-source-kinds.ts';

const kind = bootSourceKinds.dataSources;

function seen(resourceVersion: string, more: Partial<KubernetesObject['metadata']> = {}): KubernetesObject {
  const metadata = { name: 'fedora', namespace: 'images', uid: 'u', resourceVersion, ...more };
  return { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource', metadata };
}

const gone = { name: 'fedora', namespace: 'images', uid: 'u' };
const deletionTimestamp = '2026-11-21T00:00:00Z';

describe('a mirror after a write', () => {
  it.each([
    ['shows nothing yet', undefined, true],
    ['shows an older version', seen('9'), true],
    ['shows the version written', seen('10'), false],
    ['shows a newer version', seen('11'), false],
    ['shows a version that is no number', seen('abc'), true],
    ['shows another object of that name', seen('3', { uid: 'other' }), false],
  ])('that %s: behind? ', (_, shown, isBehind) => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.wrote(kind, seen('10'));
    expect(awaited.isBehind(() => shown)).toBe(isBehind);
  });

  it.each([
    ['shows the object', seen('9'), true],
    ['shows nothing', undefined, false],
    ['shows that it is going', seen('11', { deletionTimestamp }), false],
    ['shows another object of that name', seen('12', { uid: 'other' }), false],
  ])('that has deleted, and %s: behind?', (_, shown, isBehind) => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.removed(kind, gone);
    expect(awaited.isBehind(() => shown)).toBe(isBehind);
  });

  it('is behind while one of several writes is not shown; what was shown is not awaited again', () => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.wrote(kind, seen('10'));
    awaited.wrote(kind, seen('11', { name: 'rocky' }));
    const shown = new Map([['fedora', seen('10')]]);
    expect(awaited.isBehind((_, { name }) => shown.get(name))).toBe(true);
    shown.set('rocky', seen('11', { name: 'rocky' }));
    expect(awaited.isBehind((_, { name }) => shown.get(name))).toBe(false);
    expect(awaited.isBehind(() => undefined)).toBe(false);
  });

  it.each([
    ['another group', { ...kind, group: 'other.test' }, 'images'],
    ['another kind', bootSourceKinds.dataImportCrons, 'images'],
    ['another namespace', kind, 'mine'],
  ])('awaits objects of one name in %s each for itself', (_, resource, namespace) => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.wrote(kind, seen('10'));
    awaited.wrote(resource, seen('11', { namespace }));
    const other = seen('11', { namespace });
    const isOther = (asked: Resource, at?: string) => asked === resource && at === namespace;
    expect(awaited.isBehind((asked, name) => (isOther(asked, name.namespace) ? other : undefined))).toBe(
      true,
    );
    expect(awaited.isBehind(() => other)).toBe(false);
  });

  it('of what was written twice awaits the last, and of what was deleted and made again the new one', () => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.wrote(kind, seen('10'));
    awaited.wrote(kind, seen('12'));
    expect(awaited.isBehind(() => seen('11'))).toBe(true);
    expect(awaited.isBehind(() => seen('12'))).toBe(false);
    awaited.removed(kind, gone);
    awaited.wrote(kind, seen('20', { uid: 'new' }));
    expect(awaited.isBehind(() => undefined)).toBe(true);
    expect(awaited.isBehind(() => seen('20', { uid: 'new' }))).toBe(false);
  });

  it.each([
    ['9', '10'],
    ['999', '1000'],
    ['9007199254740993', '9007199254740994'],
  ])('compares versions as numbers of any length: %s is older than %s', (older, newer) => {
    const awaited = new AwaitedWrites(new FakeClock());
    awaited.wrote(kind, seen(newer));
    expect(awaited.isBehind(() => seen(older))).toBe(true);
    awaited.wrote(kind, seen(older));
    expect(awaited.isBehind(() => seen(newer))).toBe(false);
  });

  it('counts as told after a while, and without leadership', async () => {
    const clock = new FakeClock();
    const awaited = new AwaitedWrites(clock);
    awaited.wrote(kind, seen('10'));
    await clock.advance(9_999);
    expect(awaited.isBehind(() => undefined)).toBe(true);
    await clock.advance(1);
    expect(awaited.isBehind(() => undefined)).toBe(false);
    awaited.wrote(kind, seen('10'));
    awaited.forget();
    expect(awaited.isBehind(() => undefined)).toBe(false);
  });
});
