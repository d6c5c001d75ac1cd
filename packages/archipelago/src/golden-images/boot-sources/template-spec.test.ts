import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { covers, sameSpec, templateSpecOf } from './template-spec.ts';

test.each<readonly [string, JsonObject, JsonObject]>([
  [
    'an empty metadata and status',
    { schedule: 'x', template: { metadata: {}, status: {}, spec: { a: 1 } } },
    { schedule: 'x', template: { spec: { a: 1 } } },
  ],
  [
    'a creationTimestamp of null',
    { template: { metadata: { creationTimestamp: null }, spec: {} } },
    { template: { spec: {} } },
  ],
  [
    'but not labels',
    { template: { metadata: { creationTimestamp: null, labels: { a: 'b' } }, spec: {} } },
    { template: { metadata: { labels: { a: 'b' } }, spec: {} } },
  ],
  ['nor anything where there is no template', { schedule: 'x' }, { schedule: 'x' }],
  ['nor where the template is none', { template: 'x', status: {} }, { template: 'x', status: {} }],
])("what CDI's clients write without meaning is left out: %s", (_, spec, compared) => {
  expect(templateSpecOf(spec)).toEqual(compared);
});

test.each<readonly [string, JsonValue | undefined, JsonValue | undefined, boolean]>([
  ['more than is wanted', { a: 1, b: 2 }, { a: 1 }, true],
  ['more, deep below', { a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 1 } } }, true],
  ['less', { a: 1 }, { a: 1, b: 2 }, false],
  ['something else', { a: 1 }, { a: 2 }, false],
  ['lists that are longer', { a: [1, 2] }, { a: [1] }, false],
  ['lists in another order', { a: [2, 1] }, { a: [1, 2] }, false],
  ['objects in another order', { a: [{ x: 1, y: 2 }] }, { a: [{ y: 2, x: 1 }] }, true],
  ['nothing', undefined, { a: 1 }, false],
  ['what every object has by birth', {}, { toString: 1 }, false],
  ['null where nothing is wanted', { a: null }, {}, true],
])('is there what is wanted? %s', (_, live, wanted, isThere) => {
  expect(covers(live, wanted)).toBe(isThere);
});

test('the same is the same both ways', () => {
  expect(sameSpec({ a: 1, template: { status: {} } }, { a: 1, template: {} })).toBe(true);
  expect(sameSpec({ a: 1, b: 2 }, { a: 1 })).toBe(false);
  expect(sameSpec({ a: 1 }, { a: 1, b: 2 })).toBe(false);
});
