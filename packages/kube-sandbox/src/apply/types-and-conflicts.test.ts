import type { JsonValue, StructuralSchema } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { typeErrors, typeErrorText } from './check-type.ts';
import { describeConflicts } from './conflicts.ts';
import { FieldSet } from './field-set.ts';
import { rootFieldType } from './field-type.ts';
import { itemElement, itemsByElement } from './list-items.ts';
import type { Manager } from './managers.ts';

const text: StructuralSchema = { type: 'string' };
const port: StructuralSchema = {
  type: 'object',
  properties: { number: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' }, name: text },
};
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    text,
    count: { type: 'integer' },
    share: { type: 'number' },
    flag: { type: 'boolean' },
    time: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', format: 'byte' },
    list: { type: 'array', items: text },
    object: { type: 'object', properties: { a: text } },
    labels: { type: 'object', additionalProperties: text },
    closed: { type: 'object', properties: { a: text }, additionalProperties: false },
    free: { type: 'object' },
    open: { type: 'object', properties: { a: text }, 'x-kubernetes-preserve-unknown-fields': true },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    ports: {
      type: 'array',
      items: port,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['number', 'protocol'],
    },
    named: {
      type: 'array',
      items: { type: 'object', properties: { name: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  },
};
const type = rootFieldType(schema);

describe('a value that does not fit its type', () => {
  const cases: readonly (readonly [JsonValue, readonly string[]])[] = [
    [null, []],
    [{}, []],
    ['x', ['expected map, got &{x}']],
    [[1], ['expected map, got &{[1]}']],
    [{ text: 'a', count: 1, share: 1.5, flag: true, time: 'now', bytes: 'eA==', list: ['a'] }, []],
    [{ text: null, list: null, object: null, labels: { a: null } }, []],
    [{ count: 12n }, []],
    [{ time: 5, free: { a: { b: [1] } }, open: { b: { c: 1 } } }, []],
    [{ text: 1 }, ['.text: expected string, got &value.valueUnstructured{Value:1}']],
    [{ text: true }, ['.text: expected string, got &value.valueUnstructured{Value:true}']],
    [
      { text: { b: ['x', null], a: 1 } },
      [
        '.text: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":1, "b":[]interface {}{"x", interface {}(nil)}}}',
      ],
    ],
    [{ bytes: 1 }, ['.bytes: expected string, got &value.valueUnstructured{Value:1}']],
    [{ count: 'x' }, ['.count: expected numeric (int or float), got string']],
    [{ share: true }, ['.share: expected numeric (int or float), got bool']],
    [{ flag: 1 }, ['.flag: expected boolean, got &{1}']],
    [{ time: {} }, ['.time: expected any scalar, got &{map[]}']],
    [{ list: 'x' }, ['.list: expected list, got &{x}']],
    [{ list: {} }, ['.list: expected list, got &{map[]}']],
    [{ list: ['a', 1] }, ['.list[1]: expected string, got &value.valueUnstructured{Value:1}']],
    [{ object: [] }, ['.object: expected map, got &{[]}']],
    [{ object: { b: 1 } }, ['.object.b: field not declared in schema']],
    [{ closed: { b: 1 } }, ['.closed.b: field not declared in schema']],
    [{ labels: { a: 1 } }, ['.labels.a: expected string, got &value.valueUnstructured{Value:1}']],
    // an unknown field ends the object it is in, and no other
    [
      { object: { b: 1, a: 1 }, text: 1 },
      [
        '.object.b: field not declared in schema',
        '.text: expected string, got &value.valueUnstructured{Value:1}',
      ],
    ],
    [{ set: ['a', 'b'], ports: [{ number: 1 }, { number: 1, protocol: 'UDP' }] }, []],
    [{ set: ['a', 'b', 'a'] }, ['.set: duplicate entries for key [="a"]']],
    [
      { ports: [{ number: 1 }, { number: 1, protocol: 'TCP' }] },
      ['.ports: duplicate entries for key [number=1,protocol="TCP"]'],
    ],
    [
      { named: [{ name: 'a' }, {}, 1] },
      [
        '.named: element 1: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
      ],
    ],
    [{ named: [null] }, ['.named: element 0: associative list with keys may not have a null element']],
    [{ named: ['a'] }, ['.named: element 0: associative list with keys may not have non-map elements']],
    [
      { set: [null] },
      [".set: element 0: associative list without keys has an element that's an explicit null"],
    ],
    [{ set: [[]] }, ['.set: element 0: not supported: associative list with lists as elements']],
    [{ set: [{}] }, [".set: element 0: associative list without keys has an element that's a map type"]],
    [
      { ports: [{ number: 1, name: 2 }] },
      ['.ports[number=1,protocol="TCP"].name: expected string, got &value.valueUnstructured{Value:2}'],
    ],
  ];

  test.each(cases.map(([value, errors]) => ({ value, errors })))('$value', ({ value, errors }) => {
    expect(typeErrors(value, type, 'refused')).toEqual(errors);
  });

  test('may have been stored with items that are the same', () => {
    expect(typeErrors({ set: ['a', 'a'] }, type, 'allowed')).toEqual([]);
  });

  test('is told in one line, or in one line for each', () => {
    expect(typeErrorText(['a'])).toBe('a');
    expect(typeErrorText(['a', 'b'])).toBe('errors:\n  a\n  b');
  });
});

describe('items of an associative list', () => {
  const keyed = { isAssociative: true, keys: ['name'], item: () => ({}) };
  const set = { isAssociative: true, keys: [], item: () => ({}) };

  test('are told apart by their keys, or by themselves', () => {
    expect(itemElement(keyed, { name: 'a', other: 1 })).toEqual({ ok: true, element: 'k:{"name":"a"}' });
    expect(itemElement(set, 'a')).toEqual({ ok: true, element: 'v:"a"' });
    expect(itemElement(set, 1)).toEqual({ ok: true, element: 'v:1' });
  });

  test('that nothing tells apart stand together, and those without a key are left out', () => {
    const [one, same, other] = [{ name: 'a', x: 1 }, { name: 'a', x: 2 }, { name: 'b' }];
    expect([...itemsByElement(keyed, [one, null, other, {}, same])]).toEqual([
      ['k:{"name":"a"}', [one, same]],
      ['k:{"name":"b"}', [other]],
    ]);
    expect([...itemsByElement(keyed, undefined)]).toEqual([]);
  });
});

describe('conflicts', () => {
  const manager = (name: string, more: Partial<Manager> = {}): Manager => ({
    name,
    operation: 'Apply',
    apiVersion: 'g/v1',
    subresource: '',
    fields: new FieldSet(),
    time: undefined,
    ...more,
  });
  const managers = new Map([
    ['1', manager('one')],
    ['2', manager('two', { operation: 'Update' })],
    ['3', manager('three', { operation: 'Update', subresource: 'status' })],
  ]);
  const fields = (...names: readonly string[]) => FieldSet.of(names.map((name) => ['f:spec', `f:${name}`]));

  test.each([
    ['1', '"one"'],
    ['2', '"two" using g/v1'],
    ['3', '"three" with subresource "status" using g/v1'],
    ['4', '""'],
  ])('with manager %s name it %s', (id, who) => {
    const message = `conflict with ${who}`;
    expect(describeConflicts(new Map([[id, fields('a')]]), managers)).toEqual({
      message: `Apply failed with 1 conflict: ${message}: .spec.a`,
      causes: [{ field: '.spec.a', reason: 'FieldManagerConflict', message }],
    });
  });

  test('with several managers stand in the order of their identities', () => {
    const conflicts = new Map([
      ['2', fields('c')],
      ['1', fields('b', 'a')],
    ]);
    const { message, causes } = describeConflicts(conflicts, managers);
    expect(message).toBe(
      [
        'Apply failed with 3 conflicts: conflicts with "one":',
        '- .spec.a',
        '- .spec.b',
        'conflicts with "two" using g/v1:',
        '- .spec.c',
      ].join('\n'),
    );
    expect(causes.map(({ field, message: text }) => `${field} ${text}`)).toEqual([
      '.spec.a conflict with "one"',
      '.spec.b conflict with "one"',
      '.spec.c conflict with "two" using g/v1',
    ]);
  });

  test('with two fields of one manager are two', () => {
    expect(describeConflicts(new Map([['1', fields('a', 'b')]]), managers).message).toBe(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.a\n- .spec.b',
    );
  });
});
