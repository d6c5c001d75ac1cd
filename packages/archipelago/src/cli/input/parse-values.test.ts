import type { JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { parseValues } from './parse-values.ts';

const list = `apiVersion: v1
items:
- a: |
    - b
    items:
- - 9007199254740993

# a comment
- c: yes
kind: List
metadata:
  resourceVersion: ""
`;
const listed = { apiVersion: 'v1', items: [{ a: '- b\nitems:\n' }, [9007199254740993n], { c: true }] };

test.each<[string, string, readonly JsonValue[]]>([
  ['nothing', '# nothing\n', []],
  ['documents', 'a: 1\n---\n---\nb: 2\n--- 3\n...\n', [{ a: 1 }, { b: 2 }, 3]],
  ['a document whose text holds what looks like a border', 'a: |\n  ---\n  b\n', [{ a: '---\nb\n' }]],
  ['a List of kubectl', list, [{ ...listed, kind: 'List', metadata: { resourceVersion: '' } }]],
  ['a List of Windows', 'items:\r\n- a\r\n- b\r\n', [{ items: ['a', 'b'] }]],
  ['a List whose items share a value', 'items:\n- &a b\n- *a\n', [{ items: ['b', 'b'] }]],
  ['a member __proto__', 'items:\n- a\n__proto__: 1\n', [JSON.parse('{"items": ["a"], "__proto__": 1}')]],
  ['JSON', ' {"a": [1, true, null]}', [{ a: [1, true, null] }]],
  ['YAML that begins as JSON does', '{a: b}', [{ a: 'b' }]],
  ['a version of YAML', '%YAML 1.2\n---\na: 1\n', [{ a: 1 }]],
])('of %s', (_, text, values) => {
  expect(parseValues(text)).toEqual({ ok: true, values });
});

test.each([
  ['a list with a mistake', 'items:\n- a\n- b: [\n', 'Flow sequence in block collection must', 4],
  ['a document with a mistake', 'a: 1\n---\n"b\n', 'Missing closing', 4],
  ['two members of one name', 'items:\n- a\nitems:\n- b\n', 'Map keys must be unique', 3],
  ['JSON with a mistake', '{"a": 1,\n"b" 2}', 'Missing , or : between flow map items', 2],
])('%s is refused, with the line', (_, text, message, line) => {
  expect(parseValues(text)).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
    position: { line },
  });
});

test.each([
  ['nests', `a: ${'['.repeat(5000)}`, 'is nested too deeply'],
  ['nests in one of many', `items:\n- a\n- ${'{a: '.repeat(5000)}\n`, 'is nested too deeply'],
  ['JSON nests', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'is nested too deeply'],
  ['aliases multiply', 'a: &a [x,x,x]\n'.concat(...bomb()), 'uses aliases that multiply'],
])('%s beyond reason: refused', (_, text, message) => {
  expect(parseValues(text)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

function bomb(): readonly string[] {
  const names = [...'abcdefghij'];
  return names.slice(1).map((name, index) => `${name}: &${name} [${`*${names[index]},`.repeat(9)}]\n`);
}

test('YAML has a limit, which is named, and so is the way around it', () => {
  expect(parseValues('#'.repeat(17 * 1024 * 1024))).toMatchObject({
    ok: false,
    message: 'has 17 MiB, more than the 16 MiB of YAML and 256 MiB of JSON that are read',
    fix: 'give JSON, as kubectl get -o json prints it, or less of it',
  });
  expect(parseValues(`[${' '.repeat(17 * 1024 * 1024)}]`)).toEqual({ ok: true, values: [[]] });
});

test('tells how far it has come', () => {
  const parts: number[] = [];
  const items = Array.from({ length: 8 }, (_, index) => `- a: ${index}\n`).join('');
  parseValues(`items:\n${items}`, (part) => parts.push(part));
  expect(parts.length).toBe(9);
  expect(parts).toEqual([...parts].sort((one, other) => one - other));
  expect(parts.at(-1)).toBeGreaterThan(0.9);
});
