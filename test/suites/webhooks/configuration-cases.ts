import type { JsonObject } from '@archipelago/apimachinery';
import {
  allow,
  configMap,
  configMaps,
  deny,
  post,
  rulesOf,
  type Step,
  type WebhookCase,
} from './webhook-case.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const webhook: JsonObject = {
  name: 'a.hooks.example.com',
  clientConfig: { url: 'https://127.0.0.1:9/x' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const without = (name: string): JsonObject =>
  Object.fromEntries(Object.entries(webhook).filter(([key]) => key !== name));

function configure(kind: 'Validating' | 'Mutating', webhooks: readonly JsonObject[]): Step {
  const path = `${group}/${kind.toLowerCase()}webhookconfigurations?dryRun=All&fieldManager=suite`;
  return {
    method: 'POST',
    path,
    body: { kind: `${kind}WebhookConfiguration`, metadata: { name: 'c' }, webhooks },
  };
}

function refused(title: string, ...webhooks: readonly JsonObject[]): WebhookCase {
  return { title, hooks: [], steps: [configure('Validating', webhooks)] };
}

const changed = (fields: JsonObject): JsonObject => ({ ...webhook, ...fields });
const url = (text: string): JsonObject => changed({ clientConfig: { url: text } });
const service = (fields: JsonObject): JsonObject =>
  changed({ clientConfig: { service: { namespace: 'n', name: 's', ...fields } } });
const rules = (fields: JsonObject): JsonObject => changed({ rules: [{ ...rule, ...fields }] });
const pods = '/api/v1/namespaces/$NS/pods';
const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** Configurations that are refused or completed, and what else stands beside webhooks. */
export const configurationCases: readonly WebhookCase[] = [
  {
    title: 'a configuration is completed',
    hooks: [],
    steps: [
      configure('Validating', [webhook]),
      configure('Mutating', [webhook]),
      configure('Validating', [service({})]),
      configure('Validating', []),
      configure('Mutating', [changed({ reinvocationPolicy: 'Always' })]),
    ],
  },
  refused('a short name', changed({ name: 'example.com' })),
  refused('no name', changed({ name: '' })),
  refused('a wrong name', changed({ name: 'A.b_c.d' })),
  refused('a name twice', webhook, webhook),
  refused('plain HTTP', url('http://127.0.0.1/x')),
  refused('no scheme', url('127.0.0.1/x')),
  refused('a user', url('https://me@127.0.0.1/x')),
  refused('a query and a fragment', url('https://127.0.0.1/x?a=b#c')),
  refused('no host', url('https:///x')),
  refused('an empty URL', url('')),
  refused('neither', changed({ clientConfig: {} })),
  refused(
    'both',
    changed({ clientConfig: { url: 'https://127.0.0.1/', service: { name: 's', namespace: 'n' } } }),
  ),
  refused('a service without names', service({ name: '', namespace: '' })),
  refused('a service on a port that is none', service({ port: 70_000 })),
  refused('a service at wrong paths', service({ path: 'x//Y' }), {
    ...service({ path: '//' }),
    name: 'b.hooks.example.com',
  }),
  refused('no side effects declared', without('sideEffects')),
  refused('side effects', changed({ sideEffects: 'Some' })),
  refused('no versions', without('admissionReviewVersions')),
  refused('versions nobody knows', changed({ admissionReviewVersions: ['v9', 'V_1', 'v9'] })),
  refused('too short a time', changed({ timeoutSeconds: 0 })),
  refused('too long a time', changed({ timeoutSeconds: 31 })),
  refused('policies nobody knows', changed({ failurePolicy: 'Maybe', matchPolicy: 'Some' })),
  refused(
    'selectors that are wrong',
    changed({
      namespaceSelector: { matchLabels: { 'a b': 'c' } },
      objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] },
    }),
  ),
  refused(
    'conditions that are wrong',
    changed({
      matchConditions: [
        { name: 'a', expression: 'object.x ==' },
        { name: 'a', expression: '1' },
        { name: '', expression: ' ' },
        { name: 'b c', expression: 'params.x == 1' },
      ],
    }),
  ),
  refused(
    'a rule without anything',
    rules({ operations: [], apiGroups: [], apiVersions: [], resources: [] }),
  ),
  refused(
    'wildcards beside others',
    rules({
      operations: ['*', 'CREATE'],
      apiGroups: ['*', ''],
      apiVersions: ['*', 'v1'],
      resources: ['*', 'pods'],
    }),
  ),
  refused(
    'wildcards of subresources',
    rules({ resources: ['pods/*', 'pods/log', '*/status', 'nodes/status', ''] }),
  ),
  refused('all resources beside others', rules({ resources: ['*/*', 'pods'], apiVersions: [''] })),
  refused('words nobody knows in a rule', rules({ operations: ['READ'], scope: 'Local' })),
  {
    title: 'a pod that is evicted',
    before: [[pods, pod]],
    hooks: [
      {
        type: 'mutating',
        name: 'm',
        fields: {
          rules: [
            { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods', 'pods/eviction'] },
          ],
        },
        reply: allow(),
      },
      {
        type: 'validating',
        name: 'v',
        fields: {
          rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/eviction'] }],
        },
        reply: deny({ message: 'it stays' }),
      },
    ],
    steps: [
      {
        method: 'POST',
        path: `${pods}/p/eviction`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: '$NS' } },
      },
    ],
  },
  {
    title: 'an object that is there already',
    hooks: [{ type: 'validating', name: 'v', fields: { rules: rulesOf('*') }, reply: allow() }],
    steps: [
      post,
      post,
      { method: 'PUT', path: `${configMaps}/a`, body: configMap('a', { a: '3' }, { resourceVersion: '1' }) },
      { method: 'DELETE', path: `${configMaps}/a`, body: { preconditions: { uid: 'x' } } },
    ],
  },
];
