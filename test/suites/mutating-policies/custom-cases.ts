import type { JsonObject } from '@archipelago/apimachinery';
import { about, applying, collection, creating, type PolicyCase, patching, rulesFor } from './policy-case.ts';

const group = 'policies.example.com';
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const named = { type: 'object', properties: { name: text, kind: text, value: { type: 'integer' } } };
const schema: JsonObject = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', maximum: 5 },
          ratio: { type: 'number' },
          color: { ...text, default: 'red' },
          on: { type: 'boolean' },
          either: { 'x-kubernetes-int-or-string': true },
          since: { ...text, format: 'date-time' },
          list: texts,
          set: { ...texts, 'x-kubernetes-list-type': 'set' },
          items: {
            type: 'array',
            items: { ...named, required: ['name'] },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name'],
          },
          pairs: {
            type: 'array',
            items: {
              ...named,
              properties: { ...named.properties, kind: { ...text, default: 'none' } },
              required: ['name'],
            },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['name', 'kind'],
          },
          map: { type: 'object', additionalProperties: text },
          atomic: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          nested: { type: 'object', properties: { a: { type: 'object', properties: { b: text, c: text } } } },
        },
      },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
};

function version(name: string, storage: boolean): JsonObject {
  const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
  return { name, served: true, storage, schema, subresources: { status: {}, scale } };
}

/** Served in two versions, with lists and maps of all types. */
export const gadgets: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `gadgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [version('v1', true), version('v2', false)],
  },
};

const path = (name = 'v1') => collection('gadgets', group, name);

function gadget(spec: JsonObject, name = 'v1'): JsonObject {
  return { apiVersion: `${group}/${name}`, kind: 'Gadget', metadata: { name: 'g' }, spec };
}

const full: JsonObject = {
  size: 1,
  list: ['a'],
  set: ['a', 'b'],
  items: [
    { name: 'a', value: 1 },
    { name: 'b', value: 2 },
  ],
  pairs: [{ name: 'a', kind: 'x', value: 1 }],
  map: { a: '1' },
  atomic: { a: '1' },
  free: { a: { b: 1 } },
  nested: { a: { b: '1' } },
};

function custom(
  title: string,
  mutations: readonly JsonObject[],
  rules = rulesFor('gadgets', group),
): PolicyCase {
  return {
    title: `a custom resource: ${title}`,
    policies: [{ spec: about(rules, ...mutations) }],
    steps: [creating(path(), gadget(full))],
  };
}

const spec = (fields: string) => applying(`Object{spec: Object.spec{${fields}}}`);
const anyVersion = rulesFor('gadgets', group, '*');

/** What policies do to custom resources. */
export const customCases: readonly PolicyCase[] = [
  custom('fields', [spec('size: 2, ratio: 0.5, on: true, either: "a", color: "blue"')]),
  custom('a set', [spec('set: ["c", "a"]')]),
  custom('items by name', [
    spec('items: [Object.spec.items{name: "c", value: 3}, Object.spec.items{name: "a", kind: "k"}]'),
  ]),
  custom('items as maps', [spec('items: [{"name": "b", "kind": "k"}]')]),
  custom('items by two keys', [
    spec(
      'pairs: [Object.spec.pairs{name: "a", value: 2}, Object.spec.pairs{name: "a", kind: "x", value: 3}]',
    ),
  ]),
  custom('items without their key', [spec('items: [Object.spec.items{value: 3}]')]),
  custom('an item twice', [spec('items: [Object.spec.items{name: "c"}, Object.spec.items{name: "c"}]')]),
  custom('maps', [spec('map: {"b": "2"}, nested: Object.spec.nested{a: Object.spec.nested.a{c: "2"}}')]),
  custom('an atomic list', [spec('list: ["b"]')]),
  custom('an atomic map', [spec('atomic: {"b": "2"}')]),
  custom('what no schema knows', [spec('free: Object.spec.free{c: [1, 2], d: Object.spec.free.d{e: 1.5}}')]),
  custom('a field that is not there', [spec('other: 1')]),
  custom('a value of another type in a set', [spec('set: [1]')]),
  custom('a value the schema refuses', [spec('size: 6')]),
  custom('null and nothing', [spec('size: null, ?color: optional.none()')]),
  custom('its status', [applying('Object{status: Object.status{a: 1}}')]),
  custom('a field is removed', [patching('[JSONPatch{op: "remove", path: "/spec/map/a"}]')]),
  custom('a default is removed', [patching('[JSONPatch{op: "remove", path: "/spec/color"}]')]),
  custom('a patch of an unknown field', [patching('[JSONPatch{op: "add", path: "/spec/other", value: 1}]')]),
  custom('a patch of another type', [patching('[JSONPatch{op: "add", path: "/spec/size", value: "a"}]')]),
  custom('a patch with an Object', [
    patching(
      '[JSONPatch{op: "add", path: "/spec/items/-", value: Object.spec.items{name: "c", value: size(object.spec.items)}}]',
    ),
  ]),
  custom('a text for a number', [spec('size: "2"')]),
  custom('a number for a boolean', [spec('on: 1')]),
  custom('a text for a number with a fraction', [spec('ratio: "a"')]),
  custom('a number for a moment', [spec('since: 1')]),
  custom('a map for a text', [spec('color: {"a": "b"}')]),
  custom('a boolean for an integer or text', [spec('either: true')]),
  custom('an integer for an integer or text', [spec('either: 5')]),
  custom('a null for an integer or text', [spec('either: null')]),
  custom('a null for a map', [spec('map: null')]),
  custom('a null for a list', [spec('set: null')]),
  custom('a null for an object', [spec('nested: null')]),
  custom('nulls where no schema is', [spec('free: Object.spec.free{c: null}')]),
  custom('maps in maps where no schema is', [spec('free: Object.spec.free{c: Object.spec.free.c{d: [1]}}')]),
  custom('a large number where no schema is', [spec('free: Object.spec.free{c: 9007199254740993}')]),
  custom('its own items', [spec('items: object.spec.items, set: object.spec.set')]),
  custom('some of its own items', [spec('items: object.spec.items.filter(i, i.name == "b")')]),
  custom('null where no schema is, by a patch', [
    patching('[JSONPatch{op: "add", path: "/spec/free/c", value: null}]'),
  ]),
  custom('its whole spec, by a patch', [
    patching(
      '[JSONPatch{op: "replace", path: "/spec", value: Object.spec{size: 1, items: [Object.spec.items{name: "z"}]}}]',
    ),
  ]),
  {
    title: 'a custom resource: another version',
    policies: [{ spec: about(rulesFor('gadgets', group), spec('map: {"version": object.apiVersion}')) }],
    steps: [creating(path('v2'), gadget(full, 'v2'))],
  },
  {
    title: 'a custom resource: any version',
    policies: [{ spec: about(anyVersion, spec('map: {"version": object.apiVersion}')) }],
    steps: [creating(path('v2'), gadget(full, 'v2'))],
  },
  {
    title: 'a custom resource: its subresources',
    policies: [
      {
        spec: about(rulesFor('gadgets/status', group), applying('Object{status: Object.status{seen: true}}')),
      },
      {
        name: '-scale',
        spec: about(rulesFor('gadgets/scale', group), spec('replicas: object.spec.replicas + 1')),
      },
    ],
    steps: [
      creating(path(), gadget(full)),
      { method: 'PATCH', path: `${path()}/g/status?fieldManager=suite`, body: { status: { size: 1 } } },
      { method: 'PATCH', path: `${path()}/g/scale?fieldManager=suite`, body: { spec: { replicas: 2 } } },
      { method: 'GET', path: `${path()}/g` },
    ],
  },
  {
    title: 'a custom resource: its scale, by a patch',
    policies: [
      {
        spec: about(
          rulesFor('gadgets/scale', group),
          patching('[JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 1}]'),
        ),
      },
    ],
    steps: [
      creating(path(), gadget(full)),
      { method: 'PATCH', path: `${path()}/g/scale?fieldManager=suite`, body: { spec: { replicas: 2 } } },
      { method: 'GET', path: `${path()}/g` },
    ],
  },
];
