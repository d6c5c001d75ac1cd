import type { JsonObject } from '@archipelago/apimachinery';
import { configMap, configMaps, deny, rulesOf, type Step } from '../webhooks/webhook-case.ts';
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

function policy(mutation: JsonObject): Policy {
  return { spec: about(rulesFor('configmaps'), mutation) };
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
const pod: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }] },
};
const deployments = collection('deployments', 'apps');

/** The ways in which objects are written, and their subresources. */
export const writeCases: readonly PolicyCase[] = [
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
        spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }] },
      }),
      {
        method: 'POST',
        path: `${collection('pods')}/p/eviction?dryRun=All`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
      },
    ],
  },
  {
    title: 'an eviction, by a patch',
    policies: [
      {
        spec: about(
          rulesFor('pods/eviction'),
          patching('[JSONPatch{op: "add", path: "/metadata/labels", value: {"one": "1"}}]'),
        ),
      },
    ],
    hooks: [
      {
        type: 'validating',
        name: 'v',
        fields: {
          rules: [
            { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods/eviction'] },
          ],
        },
        reply: deny({ message: 'no' }),
      },
    ],
    steps: [
      creating(collection('pods'), pod),
      {
        method: 'POST',
        path: `${collection('pods')}/p/eviction`,
        body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
      },
    ],
  },
  {
    title: 'a scale, by a patch',
    policies: [
      {
        spec: about(
          rulesFor('deployments/scale', 'apps'),
          patching('[JSONPatch{op: "replace", path: "/spec/replicas", value: object.spec.replicas + 1}]'),
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
    title: 'limits of a container that a policy adds',
    before: [
      [
        collection('limitranges'),
        {
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name: 'l' },
          spec: { limits: [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m' } }] },
        },
      ],
    ],
    policies: [
      {
        spec: about(
          rulesFor('pods'),
          applying('Object{spec: Object.spec{containers: [Object.spec.containers{name: "d", image: "j"}]}}'),
        ),
      },
    ],
    steps: [creating(collection('pods'), pod)],
  },
  {
    title: 'a validating policy after a mutating one',
    policies: [policy(labelling('one', '"1"'))],
    hooks: [
      {
        type: 'validating',
        name: 'v',
        fields: hookRules,
        reply: deny({ message: 'no' }),
      },
    ],
    steps: [create, { method: 'GET', path: `${configMaps}/a` }],
  },
];
