import { expect, test } from 'vitest';
import { isUpToDate } from './is-up-to-date.ts';

const conditions = (status: string) => [{ type: 'Available', status, reason: 'R', message: '' }];

test.each([
  ['of this generation', { conditions: conditions('True'), observedGeneration: 2 }, true],
  ['of the generation before an edit', { conditions: conditions('True'), observedGeneration: 1 }, false],
  ['of no generation', { conditions: conditions('True') }, false],
  ['not Available', { conditions: conditions('False'), observedGeneration: 2 }, false],
  ['no conditions yet', { observedGeneration: 2 }, false],
  ['no status yet', undefined, false],
])('a status %s', (_, status, expected) => {
  const metadata = { name: 'kubevirt-hyperconverged', generation: 2 };
  const object = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata };
  expect(isUpToDate(status === undefined ? object : { ...object, status })).toBe(expected);
});
