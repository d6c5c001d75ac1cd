import type { JsonObject } from '@archipelago/apimachinery';
import { add, allow, deny, patches, rulesOf } from '../webhooks/webhook-case.ts';
import {
  about,
  applying,
  configMapCase,
  create,
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
];
