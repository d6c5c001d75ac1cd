import type { JsonObject } from '@archipelago/apimachinery';
import { configMap, configMaps } from '../webhooks/webhook-case.ts';
import { configMapCase, create, creating, type PolicyCase, patching } from './policy-case.ts';

function patched(title: string, ...patches: readonly string[]): PolicyCase {
  const mutations = patches.map((one) => patching(`[${one}]`));
  return configMapCase(`a patch: ${title}`, mutations);
}

const op = (name: string, path: string, rest = '') =>
  `JSONPatch{op: "${name}", path: "${path}"${rest === '' ? '' : `, ${rest}`}}`;
const add = (path: string, value: string) => op('add', path, `value: ${value}`);

const bare: JsonObject = configMap('a', { a: '1' });

/** What a list of `JSONPatch` does. */
export const patchCases: readonly PolicyCase[] = [
  patched(
    'every operation',
    add('/data/b', '"2"'),
    op('replace', '/data/b', 'value: "3"'),
    op('copy', '/data/c', 'from: "/data/b"'),
    op('move', '/data/d', 'from: "/data/a"'),
    op('remove', '/data/b'),
  ),
  patched(
    'a name to be escaped',
    'JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a.b/c~d".replace("~d", "")), value: "2"}',
  ),
  patched(
    'an escaped tilde',
    'JSONPatch{op: "add", path: "/data/" + jsonpatch.escapeKey("a~/b"), value: "2"}',
  ),
  configMapCase('a patch: no operations', [
    patching('false ? [JSONPatch{op: "remove", path: "/data"}] : []'),
  ]),
  configMapCase(
    'a patch: below what is not there',
    [patching(`[${add('/metadata/annotations/b', '"2"')}]`)],
    [creating(configMaps, bare)],
  ),
  configMapCase(
    'a patch: what is not there, and below it',
    [patching(`[${add('/metadata/annotations', '{}')}, ${add('/metadata/annotations/b', '"2"')}]`)],
    [creating(configMaps, bare)],
  ),
  patched('what is not there is removed', op('remove', '/data/b')),
  patched('what is not there is replaced', op('replace', '/data/b', 'value: "1"')),
  patched('what is not there is copied', op('copy', '/data/b', 'from: "/data/c"')),
  patched('what is not there is moved', op('move', '/data/b', 'from: "/data/c"')),
  patched('a test that holds', `${op('test', '/data/a', 'value: "1"')}, ${add('/data/b', '"2"')}`),
  patched('a test that does not hold', `${add('/data/b', '"2"')}, ${op('test', '/data/a', 'value: "2"')}`),
  patched('a test of what is not there', `${op('test', '/data/b', 'value: "2"')}, ${add('/data/c', '"2"')}`),
  patched('a test, and another mutation', op('test', '/data/a', 'value: "2"'), add('/data/c', '"2"')),
  patched('an operation that is not there', op('append', '/data/b', 'value: "1"')),
  patched('no operation', 'JSONPatch{path: "/data/b", value: "1"}'),
  patched('no path', 'JSONPatch{op: "add", value: "1"}'),
  patched('no value', op('add', '/data/b')),
  patched('no from', op('move', '/data/b')),
  patched('a path without slash', op('add', 'data', 'value: {"b": "c"}')),
  patched(
    'the whole',
    op('replace', '', 'value: Object{apiVersion: "v1", kind: "ConfigMap", data: {"b": "2"}}'),
  ),
  patched('an Object as value', add('/metadata/labels', 'Object.metadata.labels{a: "b"}')),
  patched(
    'an Object of wrong types inside',
    add('/metadata', 'Object.metadata{labels: Object.labels{a: "b"}}'),
  ),
  patched(
    'a list at its end',
    `${add('/metadata/finalizers', '["example.com/a"]')}, ${add('/metadata/finalizers/-', '"example.com/b"')}, ${add('/metadata/finalizers/0', '"example.com/c"')}, ${add('/metadata/finalizers/7', '"example.com/d"')}`,
  ),
  patched('null', op('replace', '/data', 'value: null')),
  patched('another type', add('/data/b', '1')),
  patched('a field that is not there', add('/spec', '{"b": "c"}')),
  patched('a field that is there twice by case', add('/Data', '{"b": "c"}')),
  patched('a boolean', add('/immutable', 'true')),
  patched(
    'values of other types',
    `${add('/data/b', 'string(timestamp("2020-01-01T00:00:00Z"))')}, ${add('/data/c', 'timestamp("2020-01-01T00:00:00Z")')}, ${add('/data/d', 'duration("90s")')}, ${add('/data/e', 'b"abc"')}, ${add('/data/f', '9007199254740993')}, ${add('/data/g', 'quantity("1")')}`,
  ),
  patched(
    'a moment, a while, bytes and a large number',
    `${add('/data/c', 'timestamp("2020-01-01T00:00:00Z")')}, ${add('/data/d', 'duration("90s")')}, ${add('/data/e', 'b"abc"')}, ${add('/data/f', '9007199254740993')}`,
  ),
  patched('a quantity', add('/data/b', 'quantity("1")')),
  patched('the kind', op('remove', '/kind')),
  patched('a kind that is not there', op('replace', '/kind', 'value: "Nothing"')),
  patched('another version', op('replace', '/apiVersion', 'value: "v2"')),
  patched('a number for a name', op('replace', '/metadata/name', 'value: 5')),
  patched('a fraction', op('add', '/metadata/generation', 'value: 1.5')),
  patched('an empty test', op('test', '/data/b')),
  patched('a value that is an optional', add('/data/b', 'optional.of("2")')),
  patched('a value that is an optional without value', add('/data/b', 'optional.none()')),
  patched('a map with keys that are no texts', add('/data', '{1: "a"}')),
  patched('another name', op('replace', '/metadata/name', 'value: "b"')),
  patched('a quote in a path', add('/data/a\\"b', '"2"')),
  configMapCase(
    'a patch: operations from a list',
    [
      patching(
        'object.data.map(k, JSONPatch{op: "replace", path: "/data/" + k, value: object.data[k] + "!"})',
      ),
    ],
    [create, { method: 'PATCH', path: `${configMaps}/a?fieldManager=suite`, body: { data: { b: '2' } } }],
  ),
  configMapCase('a patch: fields of a patch', [
    patching(
      '[JSONPatch{op: "add", path: "/data/b", value: string(has(JSONPatch{op: "x"}.from)) + JSONPatch{op: "x"}.op + string(JSONPatch{op: "x"} == JSONPatch{op: "x"})}]',
    ),
  ]),
];
