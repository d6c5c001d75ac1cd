import type { JsonObject } from '@archipelago/apimachinery';
import {
  add,
  allow,
  deny,
  type Hook,
  patches,
  type Reply,
  type Step,
  type WebhookCase,
} from './webhook-case.ts';

const group = 'hooks.example.com';
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer', maximum: 5 },
          color: { type: 'string', default: 'red' },
        },
      },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  },
};
const version = (name: string, storage: boolean): JsonObject => ({
  name,
  served: true,
  storage,
  schema,
  subresources: { status: {} },
});

/** Served in two versions. */
export const widgets: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [version('v1', true), version('v2', false), version('v3', false)],
  },
};

const collection = (name: string) => `/apis/${group}/${name}/namespaces/$NS/widgets`;

function widget(name: string, spec: JsonObject): JsonObject {
  return { apiVersion: `${group}/${name}`, kind: 'Widget', metadata: { name: 'w' }, spec };
}

function rule(...apiVersions: readonly string[]): JsonObject {
  return { operations: ['*'], apiGroups: [group], apiVersions, resources: ['widgets', 'widgets/status'] };
}

function hook(type: Hook['type'], reply: Reply, fields: JsonObject): Hook {
  return { type, name: type.slice(0, 1), fields: { rules: [rule('v1')], ...fields }, reply };
}

const create = (name: string, spec: JsonObject = { size: 1 }): Step => ({
  method: 'POST',
  path: `${collection(name)}?fieldManager=suite`,
  body: widget(name, spec),
});

/** Hooks about custom resources. */
export const customCases: readonly WebhookCase[] = [
  {
    title: 'a custom resource in another version',
    hooks: [hook('mutating', patches(add('/spec/color', 'blue')), {}), hook('validating', allow(), {})],
    steps: [
      create('v2'),
      {
        method: 'PATCH',
        path: `${collection('v2')}/w/status?fieldManager=suite`,
        body: { status: { a: 1 } },
      },
      { method: 'DELETE', path: `${collection('v2')}/w` },
    ],
  },
  {
    title: 'the rules say in which version',
    hooks: [hook('validating', deny({ message: 'no' }), { rules: [rule('v3'), rule('v1')] })],
    steps: [create('v2'), create('v1')],
  },
  {
    title: 'exactly the versions of the rules',
    hooks: [hook('validating', deny({ message: 'no' }), { matchPolicy: 'Exact' })],
    steps: [create('v2'), create('v1')],
  },
  {
    title: 'a custom resource that is patched against its schema',
    hooks: [hook('mutating', patches({ op: 'replace', path: '/spec/size', value: 7 }), {})],
    steps: [create('v1')],
  },
  {
    title: 'a custom resource whose defaults are removed',
    hooks: [
      hook('mutating', patches({ op: 'remove', path: '/spec/color' }), {}),
      hook('validating', allow(), {}),
    ],
    steps: [create('v1')],
  },
  {
    title: 'a custom resource whose status is patched at its creation',
    hooks: [hook('mutating', patches(add('/status', { a: '1' })), {})],
    steps: [create('v1')],
  },
];
