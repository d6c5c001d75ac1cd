import type { JsonObject } from '@archipelago/apimachinery';
import type { Step } from '../webhooks/webhook-case.ts';
import { applying, type PolicyCase, patching, rulesFor } from './policy-case.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const object = applying('Object{data: {"b": "2"}}');
const spec: JsonObject = {
  matchConstraints: { resourceRules: rulesFor('configmaps') },
  mutations: [object],
  reinvocationPolicy: 'Never',
};

function made(kind: 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicyBinding', body: JsonObject): Step {
  const plural = kind === 'MutatingAdmissionPolicy' ? 'mutatingadmissionpolicies' : `${kind.toLowerCase()}s`;
  return {
    method: 'POST',
    path: `${group}/${plural}?dryRun=All&fieldManager=suite`,
    body: { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name: 'p-$CASE' }, ...body },
  };
}

function policy(title: string, ...specs: readonly JsonObject[]): PolicyCase {
  const steps = specs.map((one) => made('MutatingAdmissionPolicy', { spec: { ...spec, ...one } }));
  return { title: `creation: ${title}`, policies: [], steps };
}

function binding(title: string, ...specs: readonly JsonObject[]): PolicyCase {
  const steps = specs.map((one) => made('MutatingAdmissionPolicyBinding', { spec: one }));
  return { title: `binding: ${title}`, policies: [], steps };
}

function applied(title: string, ...expressions: readonly string[]): PolicyCase {
  return policy(title, ...expressions.map((one) => ({ mutations: [applying(one)] })));
}

function patched(title: string, ...expressions: readonly string[]): PolicyCase {
  return policy(title, ...expressions.map((one) => ({ mutations: [patching(one)] })));
}

function operations(...all: readonly string[]): JsonObject {
  const [rule] = rulesFor('configmaps');
  return { matchConstraints: { resourceRules: [{ ...rule, operations: all }] } };
}

const variable = (name: string, expression: string) => ({ name, expression });
const matchConditions = (...expressions: readonly string[]) => ({
  matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
});

/** Policies and bindings that are refused, and some that are not. */
export const creationCases: readonly PolicyCase[] = [
  policy('a policy with its defaults', {}),
  policy('what is missing', {
    matchConstraints: undefined,
    mutations: undefined,
    reinvocationPolicy: undefined,
  }),
  policy('no rules', { matchConstraints: {} }, { matchConstraints: { resourceRules: [] } }),
  policy(
    'operations',
    operations('DELETE'),
    operations('*'),
    operations('CONNECT', 'CREATE'),
    operations('BAD'),
  ),
  policy('choices', { reinvocationPolicy: 'Always' }, { failurePolicy: 'Perhaps' }),
  policy(
    'patch types',
    { mutations: [{ applyConfiguration: { expression: 'Object{}' } }] },
    { mutations: [{ ...object, patchType: 'Merge' }] },
    { mutations: [{ patchType: 'JSONPatch' }, { patchType: 'ApplyConfiguration' }] },
    { mutations: [{ ...patching('[JSONPatch{op: "remove", path: "/a"}]'), ...object }] },
    { mutations: [{ ...object, patchType: 'JSONPatch' }] },
  ),
  policy('blank expressions', { mutations: [applying(''), applying('  '), patching(''), patching(' ')] }),
  applied(
    'expressions that do not parse',
    'Object{',
    'Object{data}',
    'Object{data: }',
    'Object{a: 1,, b: 2}',
  ),
  applied(
    'an Object of another type',
    '"text"',
    'Object.spec{}',
    'object',
    '[Object{}]',
    'true ? Object{} : Object.spec{}',
    '{"a": "b"}',
  ),
  applied('types that are not there', 'Invalid{}', 'Object2{}', 'spec.Object{}', 'string{}', 'request{}'),
  applied(
    'fields of an Object',
    'Object{a: 1, a: 2}',
    'Object{?a: 1}',
    'Object{?a: optional.none()}',
    'Object{a: optional.of(1)}',
    'Object{"a": 1}',
    'Object{namespace: 1}',
    'Object{a: [1, "b"]}',
    'Object{a: {"b": 1, "c": "d"}}',
    ' Object{a: missing} ',
    'Object{a: 1,}',
    '.Object{}',
    'Object{a: Object.a{b: Invalid{}}}',
  ),
  applied('an Object whose types do not fit its fields', 'Object{spec: Object.wrong{}}'),
  patched(
    'a patch of another type',
    'Object{}',
    '[]',
    '["text"]',
    'JSONPatch{op: "add", path: "/a"}',
    '[JSONPatch{op: "add"}, Object{}]',
    'true ? [JSONPatch{op: "add", path: "/a", value: 1}] : []',
    '[JSONPatch{}] + []',
  ),
  patched(
    'fields of a JSONPatch',
    '[JSONPatch{op: 1, path: "/a"}]',
    '[JSONPatch{op: "add", path: 1, from: 2, value: 3}]',
    '[JSONPatch{op: "add", path: "/a", value: Invalid{}}]',
    '[JSONPatch{op: "bad", path: "no pointer"}]',
    '[JSONPatch{?from: optional.of("a"), op: "move"}]',
    '[JSONPatch{op: dyn(1)}]',
  ),
  patched('escapeKey', '[JSONPatch{op: "add", path: jsonpatch.escapeKey(1)}]', '[jsonpatch.escapeKey("a")]'),
  applied('names that are not there', 'Object{a: params.b}', 'Object{a: variables.b}', 'Object{a: self}'),
  applied('selecting from an Object', 'Object{a: 1}.b', 'Object{spec: Object{a: 1}.?spec.orValue(1)}'),
  policy(
    'variables',
    { variables: [variable('', '1'), variable('a-b', ''), variable('in', '1')] },
    { variables: [variable('a', 'object.b + ')] },
    { variables: [variable('a', 'Object{}'), variable('b', '[JSONPatch{}]')] },
    { variables: [variable('a', 'jsonpatch.escapeKey("a")')] },
    { variables: [variable('a', '1')], mutations: [applying('variables.a')] },
    { variables: [variable('a', '1')], mutations: [applying('Object{b: variables.a.c}')] },
    { variables: [variable('a', 'variables.b'), variable('b', 'variables.a')] },
  ),
  policy(
    'conditions',
    matchConditions(
      '1',
      'Object{} == Object{}',
      'jsonpatch.escapeKey("a") == "a"',
      '',
      'variables.a',
      ' true ',
    ),
    {
      matchConditions: [
        { name: '', expression: 'true' },
        { name: 'a b', expression: 'true' },
      ],
    },
    { matchConditions: Array.from({ length: 2 }, () => ({ name: 'a', expression: 'true' })) },
    matchConditions(...Array.from({ length: 65 }, () => 'true')),
  ),
  policy(
    'params',
    { paramKind: {} },
    { paramKind: { apiVersion: 'a/b/c', kind: 'a b' } },
    { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, mutations: [applying('Object{a: params.b}')] },
  ),
  {
    title: 'creation: a name that is reserved',
    policies: [],
    steps: [made('MutatingAdmissionPolicy', { metadata: { name: 'a.static.k8s.io' }, spec })],
  },
  {
    title: 'creation: a policy that is updated',
    policies: [],
    steps: [
      {
        ...made('MutatingAdmissionPolicy', { metadata: { name: 'p-$CASE' }, spec }),
        path: `${group}/mutatingadmissionpolicies?fieldManager=suite`,
      },
      {
        method: 'PATCH',
        path: `${group}/mutatingadmissionpolicies/p-$CASE?fieldManager=suite`,
        body: { spec: { failurePolicy: 'Ignore' } },
      },
      {
        method: 'PATCH',
        path: `${group}/mutatingadmissionpolicies/p-$CASE?fieldManager=suite`,
        body: { spec: { mutations: [applying('Object{')] } },
      },
      { method: 'DELETE', path: `${group}/mutatingadmissionpolicies/p-$CASE` },
    ],
  },
  binding('a binding with its defaults', {
    policyName: 'p-$CASE',
    matchResources: { resourceRules: rulesFor('a') },
  }),
  binding('its policy', {}, { policyName: 'A b' }),
  binding(
    'its params',
    { policyName: 'p', paramRef: {} },
    { policyName: 'p', paramRef: { name: 'a', selector: {}, parameterNotFoundAction: 'Perhaps' } },
    { policyName: 'p', paramRef: { selector: {}, parameterNotFoundAction: 'Deny' } },
  ),
  binding('its rules', {
    policyName: 'p',
    ...{ matchResources: operations('DELETE').matchConstraints ?? {} },
  }),
];
