import type { JsonObject } from '@archipelago/apimachinery';
import {
  add,
  allow,
  configMap,
  configMaps,
  deny,
  patches,
  rulesOf,
  type Step,
} from '../webhooks/webhook-case.ts';
import {
  about,
  applying,
  collection,
  configMapCase,
  create,
  creating,
  labelling,
  type Policy,
  type PolicyCase,
  patching,
  rulesFor,
} from './policy-case.ts';

/** Counts how often it was asked. */
const counting = patching(
  '[JSONPatch{op: "add", path: "/data/count", value: string(int(object.data[?"count"].orValue("0")) + 1)}]',
);
const ifNeeded = { reinvocationPolicy: 'IfNeeded' };

function policy(mutation: JsonObject, rest: JsonObject = {}, name = ''): Policy {
  return { name, spec: { ...about(rulesFor('configmaps'), mutation), ...rest } };
}

const hookRules = { rules: rulesOf('CREATE', 'UPDATE') };
const apply = (manager: string, body: JsonObject, force = false): Step => ({
  method: 'PATCH',
  path: `${configMaps}/a?fieldManager=${manager}${force ? '&force=true' : ''}`,
  contentType: 'application/apply-patch+yaml',
  body,
});
const scaled: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
};
const deployments = collection('deployments', 'apps');
const missing = applying('Object{data: {"b": object.missing}}');
const failing = patching('[JSONPatch{op: "remove", path: "/data/none"}]');

/** Several policies, webhooks, who is asked again, errors, and the ways in which objects are written. */
export const flowCases: readonly PolicyCase[] = [
  configMapCase('two mutations, the second sees the first', [
    labelling('first', '"1"'),
    labelling('second', 'object.metadata.labels.first + "2"'),
  ]),
  {
    title: 'two policies',
    policies: [policy(labelling('one', '"1"')), policy(labelling('two', '"2"'), {}, '-b')],
    steps: [create],
  },
  {
    title: 'two bindings of one policy',
    policies: [{ ...policy(counting), bindings: [{}, {}] }],
    steps: [create],
  },
  { title: 'asked again', policies: [policy(counting, ifNeeded)], steps: [create] },
  { title: 'asked once', policies: [policy(counting)], steps: [create] },
  {
    title: 'asked again after another policy',
    policies: [policy(counting, ifNeeded), policy(labelling('one', '"1"'), {}, '-b')],
    steps: [create],
  },
  {
    title: 'asked again though nothing changed',
    policies: [policy(labelling('team', '"blue"'), ifNeeded)],
    hooks: [{ type: 'mutating', name: 'm', fields: { ...hookRules, ...ifNeeded }, reply: allow() }],
    steps: [create],
  },
  {
    title: 'before a webhook',
    policies: [policy(labelling('one', '"1"'))],
    hooks: [
      { type: 'mutating', name: 'm', fields: hookRules, reply: patches(add('/metadata/labels/hook', '1')) },
      { type: 'validating', name: 'v', fields: hookRules, reply: allow() },
    ],
    steps: [create],
  },
  {
    title: 'asked again after a webhook',
    policies: [
      policy(counting, ifNeeded),
      policy(
        applying('Object{data: {"seen": object.metadata.labels[?"hook"].orValue("no")}}'),
        ifNeeded,
        '-b',
      ),
    ],
    hooks: [
      { type: 'mutating', name: 'm', fields: hookRules, reply: patches(add('/metadata/labels/hook', 'yes')) },
    ],
    steps: [create],
  },
  {
    title: 'a webhook that is asked again after a policy',
    policies: [policy(counting, ifNeeded)],
    hooks: [
      {
        type: 'mutating',
        name: 'm',
        fields: { ...hookRules, ...ifNeeded },
        reply: patches(add('/metadata/labels/hook', 'yes')),
      },
    ],
    steps: [create],
  },
  {
    title: 'a webhook that is not asked again after a policy that is asked once',
    policies: [policy(counting)],
    hooks: [
      {
        type: 'mutating',
        name: 'm',
        fields: { ...hookRules, ...ifNeeded },
        reply: patches(add('/metadata/labels/hook', 'yes')),
      },
    ],
    steps: [create],
  },
  {
    title: 'a webhook that denies',
    policies: [policy(labelling('one', '"1"'))],
    hooks: [{ type: 'mutating', name: 'm', fields: hookRules, reply: deny({ message: 'no' }) }],
    steps: [create],
  },
  {
    title: 'a policy that fails before a webhook',
    policies: [policy(missing)],
    hooks: [{ type: 'mutating', name: 'm', fields: hookRules, reply: allow() }],
    steps: [create],
  },
  configMapCase('an expression that fails', [missing]),
  configMapCase('a first mutation that fails', [missing, labelling('second', '"2"')]),
  configMapCase('two mutations that fail', [missing, failing]),
  {
    title: 'failures that are ignored',
    policies: [
      policy(missing, { failurePolicy: 'Ignore', mutations: [missing, labelling('second', '"2"'), failing] }),
    ],
    steps: [create],
  },
  {
    title: 'a failure that is ignored, of a field that is not there',
    policies: [
      policy(patching('[JSONPatch{op: "add", path: "/spec", value: 1}]'), { failurePolicy: 'Ignore' }),
    ],
    steps: [create],
  },
  configMapCase('too costly', [
    applying(
      `Object{data: {"b": string([${Array.from({ length: 10 }, () => '[0,1,2,3,4,5,6,7,8,9]').join(',')}].all(a, a.all(b, [0,1,2,3,4,5,6,7,8,9].all(c, [0,1,2,3,4,5,6,7,8,9].all(d, [0,1,2,3,4,5,6,7,8,9].all(e, [0,1,2,3,4,5,6,7,8,9].all(f, e + f >= 0)))))))}}`,
    ),
  ]),
  {
    title: 'a dry run',
    policies: [policy(labelling('one', 'string(request.dryRun)'))],
    steps: [
      { ...create, path: `${configMaps}?dryRun=All&fieldManager=suite` },
      { method: 'GET', path: `${configMaps}/a` },
    ],
  },
  {
    title: 'server-side apply',
    policies: [policy(labelling('one', '"1"'))],
    steps: [
      apply('suite', configMap('a', { a: '1' })),
      apply('suite', configMap('a', { a: '1' })),
      apply('suite', configMap('a', { a: '1' }, { labels: { one: '2' } })),
      apply('other', configMap('a', {}, { labels: { one: '1' } })),
      apply('suite', configMap('a', { b: '1' })),
    ],
  },
  {
    title: 'who owns what a policy changed',
    policies: [policy(applying('Object{data: {"b": "2", "a": "policy"}}'))],
    steps: [
      create,
      { method: 'PUT', path: `${configMaps}/a?fieldManager=other`, body: configMap('a', { a: '3', c: '4' }) },
      { method: 'PATCH', path: `${configMaps}/a?fieldManager=third`, body: { data: { b: '9' } } },
    ],
  },
  {
    title: 'an update that changes nothing after the policy',
    policies: [policy(applying('Object{data: {"a": "1"}}'))],
    steps: [
      create,
      { method: 'PATCH', path: `${configMaps}/a?fieldManager=suite`, body: { data: { a: '2' } } },
    ],
  },
  {
    title: 'a scale',
    policies: [
      {
        spec: about(
          rulesFor('deployments/scale', 'apps'),
          applying('Object{spec: Object.spec{replicas: object.spec.replicas + 1}}'),
        ),
      },
    ],
    steps: [
      creating(deployments, scaled),
      { method: 'PATCH', path: `${deployments}/d/scale?fieldManager=suite`, body: { spec: { replicas: 3 } } },
      { method: 'GET', path: `${deployments}/d` },
    ],
  },
  {
    title: 'a status',
    policies: [
      {
        spec: about(
          rulesFor('deployments/status', 'apps'),
          applying('Object{status: Object.status{observedGeneration: 7}, spec: Object.spec{replicas: 9}}'),
        ),
      },
    ],
    steps: [
      creating(deployments, scaled),
      {
        method: 'PATCH',
        path: `${deployments}/d/status?fieldManager=suite`,
        body: { status: { replicas: 1 } },
      },
    ],
  },
  {
    title: 'a namespace',
    policies: [
      {
        spec: {
          ...about(rulesFor('namespaces'), labelling('seen', 'string(namespaceObject == null)')),
          matchConstraints: {
            objectSelector: { matchLabels: { made: '$CASE' } },
            resourceRules: rulesFor('namespaces'),
          },
        },
      },
    ],
    steps: [
      creating('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'made-$CASE', labels: { made: '$CASE' } },
      }),
    ],
  },
  configMapCase(
    'a name that is generated',
    [labelling('name', '"n" + request.name')],
    [{ ...create, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-aaaaa' } } }],
  ),
  {
    title: 'an eviction',
    policies: [{ spec: about(rulesFor('pods/eviction'), labelling('one', '"1"')) }],
    steps: [
      creating(collection('pods'), {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      }),
      {
        method: 'POST',
        path: `${collection('pods')}/p/eviction?dryRun=All`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
      },
    ],
  },
];
