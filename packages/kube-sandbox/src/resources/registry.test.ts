import { expect, test } from 'vitest';
import { builtInTypes } from '../built-in/built-in-types.ts';
import { Registry } from './registry.ts';
import type { ResourceType } from './resource-type.ts';

test('versions of a group are listed as clients prefer them', () => {
  const [type] = builtInTypes;
  const versions = [
    'v1alpha1',
    'v1',
    'v1beta2',
    'other',
    'v2beta1',
    'v1beta1',
    'v10',
    'v2',
    'another',
    'v2alpha1',
  ];
  const types = versions.map((version): ResourceType => {
    if (type === undefined) throw new Error('no type');
    return { ...type, group: 'example.com', version };
  });
  expect(new Registry(types).groups()).toEqual([
    {
      group: 'example.com',
      versions: [
        'v10',
        'v2',
        'v1',
        'v2beta1',
        'v1beta2',
        'v1beta1',
        'v2alpha1',
        'v1alpha1',
        'another',
        'other',
      ],
    },
  ]);
});

test('custom groups are listed by name after the built-in ones, in whatever order they came', () => {
  const [type] = builtInTypes;
  if (type === undefined) throw new Error('no type');
  const builtIn = ['storage', 'batch'].map((group): ResourceType => ({ ...type, group, custom: false }));
  const custom = ['z.example', 'a.example'].map((group): ResourceType => ({ ...type, group, custom: true }));
  const groups = new Registry([...builtIn, ...custom]).groups().map(({ group }) => group);
  expect(groups).toEqual(['storage', 'batch', 'a.example', 'z.example']);
});
