import { expect, it } from 'vitest';
import { inheritedAnnotations } from './inherited-annotations.ts';

it.each<readonly [string, Readonly<Record<string, string>>, boolean]>([
  ['1.2.0', {}, true],
  ['v1.0.9', { other: 'x' }, true],
  ['0.9.0', {}, true],
  ['1.2.0', { deployOVS: 'false' }, false],
  ['1.2.0', { deployOVS: 'true' }, false],
  ['1.3.0-unstable', {}, false],
  ['1.3.0', {}, false],
  ['1.16.0', {}, false],
  ['unknown', {}, false],
  ['', {}, false],
])(
  'Open vSwitch, which every release before 1.3 deployed, stays: from %s with %j',
  (version, annotations, stays) => {
    const status = { versions: [{ name: 'operator', version }] };
    expect(inheritedAnnotations(status, annotations)).toEqual(stays ? { deployOVS: 'true' } : {});
  },
);
