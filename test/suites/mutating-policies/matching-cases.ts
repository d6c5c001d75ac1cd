import type { JsonObject } from '@archipelago/apimachinery';
import { configMap, configMaps } from '../webhooks/webhook-case.ts';
import {
  about,
  applying,
  collection,
  create,
  creating,
  inCase,
  labelling,
  type PolicyCase,
  patching,
  rulesFor,
} from './policy-case.ts';

const seen = labelling('seen', '"yes"');
const [rule] = rulesFor('configmaps');

function matching(title: string, fields: JsonObject, rest: JsonObject = {}): PolicyCase {
  const spec = { ...about(rulesFor('configmaps'), seen), ...rest };
  const matchConstraints = { ...inCase, resourceRules: rulesFor('configmaps'), ...fields };
  return {
    title: `matching: ${title}`,
    policies: [{ spec: { ...spec, matchConstraints } }],
    steps: [create],
  };
}

function conditions(title: string, ...expressions: readonly string[]): PolicyCase {
  const matchConditions = expressions.map((expression, index) => ({ name: `c${index}`, expression }));
  return matching(title, {}, { matchConditions });
}

function bound(title: string, ...bindings: readonly JsonObject[]): PolicyCase {
  return {
    title: `binding: ${title}`,
    policies: [{ spec: about(rulesFor('configmaps'), seen), bindings }],
    steps: [create],
  };
}

const param = (name: string, labels: JsonObject, data: JsonObject) =>
  [configMaps, configMap(name, data, { labels })] as const;
const reading = applying(
  'Object{metadata: Object.metadata{annotations: params == null ? {"none": "1"} : params.data}}',
);

interface Params {
  readonly kind?: JsonObject;
  readonly reference: JsonObject;
  readonly rest?: JsonObject;
  readonly mutation?: JsonObject;
}

function withParams(title: string, { kind, reference, rest, mutation = reading }: Params): PolicyCase {
  const paramKind = kind ?? { apiVersion: 'v1', kind: 'ConfigMap' };
  const paramRef = { parameterNotFoundAction: 'Deny', ...reference };
  return {
    title: `params: ${title}`,
    before: [param('p1', { param: 'yes' }, { one: '1' }), param('p2', { param: 'yes' }, { two: '2' })],
    policies: [
      { spec: { ...about(rulesFor('configmaps'), mutation), paramKind, ...rest }, bindings: [{ paramRef }] },
    ],
    steps: [create],
  };
}

const event: JsonObject = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'e' },
  eventTime: '2020-01-01T00:00:00.000000Z',
  type: 'Normal',
  reason: 'r',
  action: 'a',
  regarding: { kind: 'ConfigMap', name: 'a', namespace: '$NS' },
  reportingController: 'example.com/c',
  reportingInstance: 'i',
};

const variables = (...all: readonly (readonly [string, string])[]) => ({
  variables: all.map(([name, expression]) => ({ name, expression })),
});

/** What policies are about, and with which parameters. */
export const matchingCases: readonly PolicyCase[] = [
  matching('a namespace with other labels', { namespaceSelector: { matchLabels: { case: 'other' } } }),
  matching('an object with the labels', { objectSelector: { matchLabels: { team: 'blue' } } }),
  matching('an object with other labels', { objectSelector: { matchLabels: { team: 'red' } } }),
  matching('a name', { resourceRules: [{ ...rule, resourceNames: ['a'] }] }),
  matching('another name', { resourceRules: [{ ...rule, resourceNames: ['b'] }] }),
  matching('another scope', { resourceRules: [{ ...rule, scope: 'Cluster' }] }),
  matching('what is excluded', { excludeResourceRules: rulesFor('configmaps') }),
  matching('all operations', { resourceRules: [{ ...rule, operations: ['*'] }] }),
  conditions('a condition that holds', 'object.data.a == "1"', 'request.userInfo.username == "jane"'),
  conditions('a condition that does not hold', 'object.data.a == "2"'),
  conditions('a condition that fails', 'object.data.none == "2"'),
  conditions('two conditions that fail', 'object.data.none == "2"', 'object.none == "2"'),
  conditions('a condition that fails and one that does not hold', 'object.data.none == "2"', 'false'),
  matching(
    'a condition that fails and is ignored',
    {},
    {
      failurePolicy: 'Ignore',
      matchConditions: [{ name: 'c', expression: 'object.data.none == "2"' }],
    },
  ),
  bound('none'),
  bound('with other rules', { matchResources: { resourceRules: rulesFor('secrets') } }),
  bound('with a selector', { matchResources: { objectSelector: { matchLabels: { team: 'blue' } } } }),
  bound('with another selector', { matchResources: { objectSelector: { matchLabels: { team: 'red' } } } }),
  withParams('by name', { reference: { name: 'p1' } }),
  withParams('by selector', { reference: { selector: { matchLabels: { param: 'yes' } } } }),
  withParams('by selector, none', {
    reference: { selector: { matchLabels: { param: 'no' } }, parameterNotFoundAction: 'Allow' },
  }),
  withParams('missing', { reference: { name: 'p3' } }),
  withParams('missing and allowed', { reference: { name: 'p3', parameterNotFoundAction: 'Allow' } }),
  withParams('missing and ignored', { reference: { name: 'p3' }, rest: { failurePolicy: 'Ignore' } }),
  withParams('in another namespace', { reference: { name: 'p1', namespace: 'default' } }),
  withParams('of a kind that is not there', {
    kind: { apiVersion: 'example.com/v1', kind: 'Nothing' },
    reference: { name: 'p1' },
  }),
  withParams('of a kind without namespaces, with a namespace', {
    kind: { apiVersion: 'v1', kind: 'Namespace' },
    reference: { name: 'default', namespace: 'default' },
  }),
  withParams('in a condition', {
    reference: { name: 'p1' },
    rest: { matchConditions: [{ name: 'c', expression: 'params.data.one == "2"' }] },
  }),
  {
    title: 'params: of a kind, and no reference',
    policies: [
      {
        spec: {
          ...about(rulesFor('configmaps'), reading),
          paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        },
      },
    ],
    steps: [create],
  },
  matching(
    'variables',
    {},
    {
      ...variables(['a', 'object.data.a'], ['b', 'variables.a + "2"'], ['unused', 'object.none']),
      mutations: [labelling('b', 'variables.b'), labelling('c', 'variables.b + variables.a')],
    },
  ),
  matching(
    'a variable that fails',
    {},
    {
      ...variables(['a', 'object.none'], ['b', 'variables.a']),
      mutations: [labelling('b', 'variables.b')],
    },
  ),
  matching(
    'a variable that is a list',
    {},
    {
      ...variables(['names', '["x", "y"]'], ['labels', '{"l": "m"}']),
      mutations: [
        applying(
          'Object{metadata: Object.metadata{labels: variables.labels, finalizers: variables.names.map(n, "example.com/" + n)}}',
        ),
      ],
    },
  ),
  matching(
    'a variable sees what a mutation did',
    {},
    {
      ...variables(['team', 'object.metadata.labels.team']),
      mutations: [labelling('team', '"red"'), labelling('was', 'variables.team')],
    },
  ),
  matching(
    'the request and the namespace',
    {},
    {
      mutations: [
        applying(
          'Object{metadata: Object.metadata{annotations: {"who": request.userInfo.username, "operation": request.operation, "resource": request.resource.resource, "kind": request.kind.kind, "namespace": namespaceObject.metadata.name, "label": namespaceObject.metadata.labels.case, "old": string(oldObject == null), "dry": string(request.?dryRun.orValue(false))}}}',
        ),
      ],
    },
  ),
  ...[
    applying('Object{metadata: Object.metadata{labels: {"seen": "yes"}}}'),
    patching('[JSONPatch{op: "add", path: "/metadata/labels", value: {"seen": "yes"}}]'),
  ].map((mutation) => ({
    title: `matching: another version of the resource, by ${mutation.patchType}`,
    policies: [{ spec: about(rulesFor('events'), mutation) }],
    steps: [creating(collection('events', 'events.k8s.io'), event)],
  })),
  {
    title: 'matching: exactly the version of the rules',
    policies: [
      {
        spec: {
          ...about(rulesFor('events'), seen),
          matchConstraints: { ...inCase, matchPolicy: 'Exact', resourceRules: rulesFor('events') },
        },
      },
    ],
    steps: [creating(collection('events', 'events.k8s.io'), event)],
  },
];
