import { describe, expect, it } from 'vitest';
import { listAt, numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from './json-members.ts';

const document = {
  text: 't',
  number: 1,
  big: 12345678901234567890n,
  nothing: null,
  absent: undefined,
  object: { below: { deep: true } },
  list: ['a', { name: 'b' }, 3, null, ['c'], { name: 'd' }, 'e'],
  ...JSON.parse('{"__proto__": "own"}'),
};

describe('valueAt', () => {
  it.each([
    [[], document],
    [['text'], 't'],
    [['object', 'below', 'deep'], true],
    [['list', 1, 'name'], 'b'],
    [['big'], 12345678901234567890n],
    [['nothing'], null],
    [['nothing', 'below'], undefined],
    [['absent'], undefined],
    [['text', 'length'], undefined],
    [['list', 'length'], undefined],
    [['list', '1'], undefined],
    [['list', 9], undefined],
    [['list', -1], undefined],
    [['object', 'constructor'], undefined],
    [['object', '__proto__'], undefined],
    [['object', 'toString', 'name'], undefined],
  ])('follows %j', (path, found) => {
    expect(valueAt(document, ...path)).toEqual(found);
  });

  it('finds a member of its own that has the name of an inherited one', () => {
    const own = JSON.parse('{"__proto__": {"constructor": "own"}}');
    expect(valueAt(own, '__proto__', 'constructor')).toBe('own');
  });

  it.each([undefined, null, true, 1, 1n, 'text', []])('finds nothing in %s', (value) => {
    expect([valueAt(value, 'a'), valueAt(value, 'length')]).toEqual([undefined, undefined]);
  });
});

describe('each kind of value, and what stands for it where there is none', () => {
  it.each([
    ['text', { text: 't' }],
    ['number', { number: 1 }],
    ['big', {}],
    ['nothing', {}],
    ['absent', {}],
    ['constructor', {}],
    ['object', { object: document.object }],
    ['list', { list: document.list, objects: [{ name: 'b' }, { name: 'd' }], texts: ['a', 'e'] }],
  ])('%s', (name, found) => {
    const none = { text: '', number: undefined, object: {}, list: [], objects: [], texts: [] };
    expect({
      text: textAt(document, name),
      number: numberAt(document, name),
      object: objectAt(document, name),
      list: listAt(document, name),
      objects: objectsAt(document, name),
      texts: textsAt(document, name),
    }).toEqual({ ...none, ...found });
  });

  it('is the value itself without a path', () => {
    expect([textAt('a'), textAt(null), numberAt(1), objectAt(undefined), listAt([1])]).toEqual([
      'a',
      '',
      1,
      {},
      [1],
    ]);
  });
});
