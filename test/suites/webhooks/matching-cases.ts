import type { JsonObject } from '@archipelago/apimachinery';
import {
  add,
  allow,
  configMap,
  configMaps,
  creates,
  deny,
  type Hook,
  patches,
  post,
  type Reply,
  rulesOf,
  type Step,
  type WebhookCase,
} from './webhook-case.ts';

const no = deny({ message: 'no' });

function hook(name: string, fields: JsonObject, reply: Reply = no): Hook {
  return { type: 'validating', name, fields: { rules: creates, ...fields }, reply };
}

function mutating(
  name: string,
  reply: Reply,
  more: Partial<Hook> & { readonly fields?: JsonObject } = {},
): Hook {
  return { type: 'mutating', name, reply, ...more, fields: { rules: creates, ...more.fields } };
}

function matching(title: string, fields: JsonObject, steps: readonly Step[] = [post]): WebhookCase {
  return { title, hooks: [hook('v', fields)], steps };
}

function condition(expression: string): JsonObject {
  return { matchConditions: [{ name: 'c', expression }] };
}

const labelled = { ...post, body: configMap('a', {}, { labels: { team: 'blue' } }) };
const namespaces = {
  rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['namespaces'] }],
};
const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
const deployments = '/apis/apps/v1/namespaces/$NS/deployments';
const container = { name: 'c', image: 'i' };
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
  },
};
const resourceRules = (...resources: readonly string[]): JsonObject => ({
  rules: [{ operations: ['*'], apiGroups: ['apps'], apiVersions: ['*'], resources }],
});
const scaling: readonly Step[] = [
  { method: 'PATCH', path: `${deployments}/d/scale`, body: { spec: { replicas: 3 } } },
  { method: 'PATCH', path: `${deployments}/d/status`, body: { status: { replicas: 1 } } },
];

/** Which hooks are asked, and in which order. */
export const matchingCases: readonly WebhookCase[] = [
  matching('objects that are selected', { objectSelector: { matchLabels: { team: 'blue' } } }, [
    post,
    labelled,
  ]),
  matching(
    'an object that was selected',
    { rules: rulesOf('UPDATE'), objectSelector: { matchLabels: { team: 'blue' } } },
    [labelled, { method: 'PATCH', path: `${configMaps}/a`, body: { metadata: { labels: { team: null } } } }],
  ),
  matching('namespaces that are not selected', { namespaceSelector: { matchLabels: { case: 'none' } } }),
  matching('other operations', { rules: rulesOf('UPDATE', 'DELETE', 'CONNECT') }),
  matching('no rules', { rules: [] }),
  matching('everything', { rules: everything }),
  matching('resources in namespaces', { rules: [{ ...everything[0], scope: 'Namespaced' }] }),
  matching('resources in none', { rules: [{ ...everything[0], scope: 'Cluster' }] }),
  matching(
    'a namespace by its own labels',
    { ...namespaces, namespaceSelector: { matchLabels: { own: '$CASE' } } },
    [
      {
        method: 'POST',
        path: '/api/v1/namespaces',
        body: { metadata: { name: 'new-$CASE', labels: { own: '$CASE' } } },
      },
      { method: 'PATCH', path: '/api/v1/namespaces/$NS', body: { metadata: { labels: { own: '$CASE' } } } },
      { method: 'PATCH', path: '/api/v1/namespaces/$NS', body: { metadata: { annotations: { a: 'b' } } } },
    ],
  ),
  matching('a condition that holds', condition("request.operation == 'CREATE' && object.data.a == '1'")),
  matching('a condition that does not hold', condition("object.data.a == '2'")),
  matching(
    'a condition about the user',
    condition("request.userInfo.username == 'jane' && 'blue' in request.userInfo.extra['team']"),
  ),
  matching('a condition that fails', condition("object.data.z == '1'")),
  matching('a condition that fails, and it does not matter', {
    ...condition("object.data.z == '1'"),
    failurePolicy: 'Ignore',
  }),
  matching('a condition that fails beside one that does not hold', {
    matchConditions: [
      { name: 'a', expression: "object.data.z == '1'" },
      { name: 'b', expression: 'false' },
    ],
  }),
  matching('two conditions that fail', {
    matchConditions: [
      { name: 'a', expression: "object.data.z == '1'" },
      { name: 'b', expression: "oldObject.data.y == '1'" },
    ],
  }),
  {
    title: 'two that deny: the first answer counts',
    hooks: [
      hook(
        'slow',
        {},
        { kind: 'response', response: { allowed: false, status: { message: 'slow' } }, delayMs: 400 },
      ),
      hook('fast', {}, deny({ message: 'fast' })),
    ],
    steps: [post],
  },
  {
    title: 'mutating hooks by configuration, then in order',
    hooks: [
      mutating('third', patches(add('/data/third', 'x')), { configuration: 'b' }),
      mutating('first', patches(add('/data/first', 'x')), { configuration: 'a' }),
      mutating('second', patches(add('/data/second', 'x')), { configuration: 'a' }),
      { type: 'validating', name: 'v', fields: { rules: creates }, reply: allow() },
    ],
    steps: [post],
  },
  {
    title: 'asked once more where others changed the object',
    hooks: [
      mutating('never', patches(add('/data/never', 'x')), { configuration: 'a' }),
      mutating('if-needed', patches(add('/data/needed', 'x')), {
        configuration: 'a',
        fields: { reinvocationPolicy: 'IfNeeded' },
      }),
      mutating('idle', allow(), { configuration: 'a', fields: { reinvocationPolicy: 'IfNeeded' } }),
      mutating('last', patches(add('/data/last', 'x')), {
        configuration: 'b',
        fields: { reinvocationPolicy: 'IfNeeded' },
      }),
    ],
    steps: [post],
  },
  {
    title: 'not asked once more where nothing changed',
    hooks: [
      mutating('a', patches(add('/data/a', '1')), { fields: { reinvocationPolicy: 'IfNeeded' } }),
      mutating('b', allow(), { fields: { reinvocationPolicy: 'IfNeeded' } }),
    ],
    steps: [post],
  },
  {
    title: 'a hook whose selector another hook makes match',
    hooks: [
      mutating('label', patches(add('/metadata/labels', { team: 'blue' })), { configuration: 'a' }),
      mutating('selected', patches(add('/data/selected', 'x')), {
        configuration: 'b',
        fields: { objectSelector: { matchLabels: { team: 'blue' } } },
      }),
      {
        type: 'validating',
        name: 'v',
        fields: { rules: creates, objectSelector: { matchLabels: { team: 'blue' } } },
        reply: no,
      },
    ],
    steps: [post],
  },
  {
    title: 'a mutating hook that denies keeps the others from being asked',
    hooks: [
      mutating('no', no, { configuration: 'a' }),
      mutating('later', allow(), { configuration: 'b' }),
      { type: 'validating', name: 'v', fields: { rules: creates }, reply: allow() },
    ],
    steps: [post],
  },
  {
    title: 'subresources by name',
    before: [[deployments, deployment]],
    hooks: [
      hook('scale', resourceRules('deployments/scale'), no),
      hook('status', resourceRules('*/status'), no),
    ],
    steps: scaling,
  },
  {
    title: 'a scale that is changed',
    before: [[deployments, deployment]],
    hooks: [
      mutating('m', patches({ op: 'replace', path: '/spec/replicas', value: 5 }), {
        fields: resourceRules('deployments/scale'),
      }),
      hook('v', resourceRules('deployments/scale'), allow()),
    ],
    steps: [
      {
        method: 'PUT',
        path: `${deployments}/d/scale`,
        body: {
          apiVersion: 'autoscaling/v1',
          kind: 'Scale',
          metadata: { name: 'd', namespace: '$NS' },
          spec: { replicas: 3 },
        },
      },
    ],
  },
  {
    title: 'defaults of a patched built-in kind',
    hooks: [
      mutating(
        'm',
        patches({ op: 'remove', path: '/spec/strategy' }, { op: 'remove', path: '/spec/replicas' }),
        { fields: resourceRules('deployments') },
      ),
      hook('v', resourceRules('deployments'), allow()),
    ],
    steps: [{ method: 'POST', path: `${deployments}?dryRun=All&fieldManager=suite`, body: deployment }],
  },
  {
    title: 'configurations of webhooks are nobody’s business',
    hooks: [
      hook('v', {
        rules: everything,
        namespaceSelector: {},
        matchConditions: [{ name: 'own', expression: "request.userInfo.username == 'jane'" }],
      }),
    ],
    steps: [
      {
        method: 'POST',
        path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations?dryRun=All',
        body: { metadata: { name: 'empty-$CASE' } },
      },
      { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'other-$CASE' } } },
    ],
  },
];
