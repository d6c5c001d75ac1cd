import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import {
  causeAt,
  desiredOf,
  type Given,
  refusalsOf,
  renderedAt,
  verdictOf,
  warningsOf,
} from './admission.test-support.ts';
import { operands } from './operands.ts';
import { readPatchAnnotation } from './patch-annotations.ts';

const keys: Readonly<Record<string, string>> = {
  KubeVirt: 'kubevirt.kubevirt.io/jsonpatch',
  CDI: 'containerizeddataimporter.kubevirt.io/jsonpatch',
  NetworkAddonsConfig: 'networkaddonsconfigs.kubevirt.io/jsonpatch',
  SSP: 'ssp.kubevirt.io/jsonpatch',
};
const key = 'kubevirt.kubevirt.io/jsonpatch';
const patched = (operations: readonly JsonObject[] | string, kind = 'KubeVirt'): Given => ({
  annotations: {
    [keys[kind] ?? '']: typeof operations === 'string' ? operations : JSON.stringify(operations),
  },
});
const inside = '/spec/configuration/cpuModel';
const value = 'x';

/** Pointers at what no patch may touch. */
const outside = [
  '',
  '/',
  '/spec',
  '/metadata/labels/app',
  '/apiVersion',
  '/kind',
  '/status/phase',
  '/specification/a',
  '/spec~1configuration',
  '//spec/configuration',
  'spec/configuration',
  '/metadata/../spec/configuration',
  '/Spec/configuration',
];

describe('a patch annotation', () => {
  it('exists for each operand that has a specification of its own', () => {
    const named = operands.flatMap(({ kind, patchAnnotation }) =>
      patchAnnotation === undefined ? [] : [[kind, patchAnnotation]],
    );
    expect(Object.fromEntries(named)).toEqual(keys);
  });

  it.each(outside)('may not lead to %j, whatever the operation', (path) => {
    const operations: readonly JsonObject[] = [
      { op: 'add', path, value },
      { op: 'replace', path, value },
      { op: 'remove', path },
      { op: 'test', path, value },
      { op: 'copy', from: inside, path },
      { op: 'move', from: inside, path },
      { op: 'move', from: path, path: inside },
    ];
    for (const operation of operations) {
      const { operations: kept, findings } = readPatchAnnotation(key, JSON.stringify([operation]));
      expect(kept, JSON.stringify(operation)).toEqual([]);
      expect(findings).toEqual([
        {
          level: 'error',
          at: `metadata.annotations["${key}"]`,
          reason: 'Invalid',
          message: `operation 0 changes ${JSON.stringify(path)}: only what is below /spec/ may be changed`,
          fix: expect.stringContaining('below /spec/'),
        },
      ]);
    }
  });

  it.each(['create', 'update'] as const)('that leads out of the spec is refused at %s', (operation) => {
    for (const kind of Object.keys(keys)) {
      for (const platform of ['kubernetes', 'openshift'] as const) {
        const given = patched([{ op: 'move', from: '/metadata/labels', path: '/spec/labels' }], kind);
        const verdict = verdictOf({ ...given, cluster: { platform } }, operation, {});
        expect(verdict.allowed).toBe(false);
        expect(refusalsOf(verdict).map(({ message }) => message)).toEqual([
          'operation 0 changes "/metadata/labels": only what is below /spec/ may be changed',
        ]);
      }
    }
  });

  it('may copy from anywhere, as that changes nothing there', () => {
    const { operands: rendered } = desiredOf(patched([{ op: 'copy', from: '/metadata/name', path: inside }]));
    expect(renderedAt(rendered, 'KubeVirt.spec.configuration.cpuModel')).toBe(
      'kubevirt-kubevirt-hyperconverged',
    );
    expect(renderedAt(rendered, 'KubeVirt.metadata.name')).toBe('kubevirt-kubevirt-hyperconverged');
  });

  it('names each operation that leads out, both ends of a move', () => {
    const { findings } = readPatchAnnotation(
      key,
      JSON.stringify([
        { op: 'add', path: inside, value },
        { op: 'move', from: '/kind', path: '/status' },
        { op: 'remove', path: '/kind' },
      ]),
    );
    expect(findings.map(({ message }) => /^operation \d changes "[^"]*"/.exec(message)?.[0])).toEqual([
      'operation 1 changes "/status"',
      'operation 1 changes "/kind"',
      'operation 2 changes "/kind"',
    ]);
  });

  it.each<[string, JsonObject, string, JsonValue | undefined]>([
    ['add', { op: 'add', path: inside, value }, 'cpuModel', 'x'],
    [
      'replace',
      { op: 'replace', path: '/spec/configuration/vmRolloutStrategy', value: 'Stage' },
      'vmRolloutStrategy',
      'Stage',
    ],
    [
      'remove',
      { op: 'remove', path: '/spec/configuration/vmRolloutStrategy' },
      'vmRolloutStrategy',
      undefined,
    ],
    [
      'copy',
      { op: 'copy', from: '/spec/configuration/vmRolloutStrategy', path: inside },
      'cpuModel',
      'LiveUpdate',
    ],
    [
      'move',
      { op: 'move', from: '/spec/configuration/vmRolloutStrategy', path: inside },
      'vmRolloutStrategy',
      undefined,
    ],
    [
      'test',
      { op: 'test', path: '/spec/configuration/vmRolloutStrategy', value: 'LiveUpdate' },
      'vmRolloutStrategy',
      'LiveUpdate',
    ],
    ['null, which is absence', { op: 'add', path: inside, value: null }, 'cpuModel', undefined],
    [
      'null inside of an object',
      { op: 'add', path: '/spec/configuration/ksmConfiguration', value: { nodeLabelSelector: null } },
      'ksmConfiguration',
      {},
    ],
  ])('does what it says: %s', (_, operation, member, expected) => {
    const { operands: rendered } = desiredOf(patched([operation]));
    expect(renderedAt(rendered, `KubeVirt.spec.configuration.${member}`)).toEqual(expected);
  });

  it('comes last, after every setting, and its operations one after the other', () => {
    const operations = [
      { op: 'test', path: inside, value: 'EPYC' },
      { op: 'replace', path: inside, value: 'first' },
      { op: 'test', path: inside, value: 'first' },
      { op: 'replace', path: inside, value: 'second' },
    ];
    const given = { ...patched(operations), spec: { defaultCPUModel: 'EPYC' } };
    expect(renderedAt(desiredOf(given).operands, 'KubeVirt.spec.configuration.cpuModel')).toBe('second');
  });

  it('touches its own operand only', () => {
    const path = '/spec/certConfig/ca/duration';
    const { operands: rendered } = desiredOf(patched([{ op: 'replace', path, value: '99h' }], 'CDI'));
    expect(renderedAt(rendered, 'CDI.spec.certConfig.ca.duration')).toBe('99h');
    expect(renderedAt(rendered, 'KubeVirt.spec.certificateRotateStrategy.selfSigned.ca.duration')).toBe(
      '48h0m0s',
    );
  });

  it('is the cause of what it changes, and of nothing else', () => {
    const operations = [
      { op: 'replace', path: '/spec/configuration/vmRolloutStrategy', value: 'Stage' },
      { op: 'replace', path: '/spec/configuration/network/defaultNetworkInterface', value: 'masquerade' },
      { op: 'remove', path: '/spec/configuration/developerConfiguration/featureGates/0' },
    ];
    const { operands: rendered } = desiredOf(patched(operations));
    const at = (field: string) => causeAt(rendered, `KubeVirt.spec.configuration.${field}`);
    const patch = { kind: 'patch', by: `metadata.annotations["${key}"]` };
    expect(at('vmRolloutStrategy')).toEqual(patch);
    expect(at('network.defaultNetworkInterface'), 'is the same as before').toMatchObject({ kind: 'opinion' });
    expect(at('developerConfiguration.featureGates[0]'), 'another gate stands there now').toEqual(patch);
    expect(at('developerConfiguration.memoryOvercommit')).toMatchObject({ kind: 'default' });
  });

  it('keeps the causes outside of the spec', () => {
    const given = {
      ...patched([{ op: 'add', path: inside, value }]),
      spec: { featureGates: { alignCPUs: true } },
    };
    const { operands: rendered } = desiredOf(given);
    const annotation =
      'KubeVirt.metadata.annotations["alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity"]';
    expect(causeAt(rendered, annotation)).toEqual({ kind: 'written', by: 'spec.featureGates.alignCPUs' });
    expect(renderedAt(rendered, annotation)).toBe('');
  });

  it.each<[string, string, string | RegExp]>([
    ['no JSON', '[{', /^is not JSON: /],
    [
      'no list',
      '{"op":"add"}',
      'is no list of RFC 6902 operations: a JSON patch must be a list of operations',
    ],
    ['nothing', '', /^is not JSON: /],
    [
      'an unknown operation',
      '[{"op":"test","path":"/spec/a","value":1},{"op":"merge","path":"/spec/a"}]',
      'is no list of RFC 6902 operations: operation 1: op must be one of add, remove, replace, move, copy, test',
    ],
    [
      'what is not there',
      '[{"op":"remove","path":"/spec/nothing"}]',
      /^operation 0 fails: .*there is no member "nothing"/,
    ],
    [
      'a test that fails',
      '[{"op":"add","path":"/spec/configuration/cpuModel","value":"x"},{"op":"test","path":"/spec/configuration/cpuModel","value":"y"}]',
      /^operation 1 fails: test failed/,
    ],
    [
      'a type that the operand refuses',
      '[{"op":"add","path":"/spec/configuration/cpuModel","value":5}]',
      /^makes spec\.configuration\.cpuModel wrong: /,
    ],
  ])('is refused for %s', (_, text, message) => {
    const stored = verdictOf(patched(text), 'update', patched(text));
    if (!stored.allowed) throw new Error('what is stored is refused');
    const kinds = stored.desired.operands.map(({ operand: { kind } }) => kind);
    expect(kinds, 'no half of it').toEqual(['PriorityClass', 'CDI', 'NetworkAddonsConfig']);
    for (const verdict of [verdictOf(patched(text)), verdictOf(patched(text), 'update', {})]) {
      expect(verdict.allowed).toBe(false);
      expect(refusalsOf(verdict)).toEqual([
        {
          level: 'error',
          at: `metadata.annotations["${key}"]`,
          reason: 'Invalid',
          message: expect.stringMatching(message),
          fix: expect.any(String),
        },
      ]);
    }
  });

  it.each([
    ['KubeVirt', 'imagePullPolicy'],
    ['CDI', 'priorityClass'],
    ['NetworkAddonsConfig', 'imagePullPolicy'],
    ['SSP', 'commonTemplates.namespace'],
  ])('is checked by the schema of its own operand: %s', (kind, field) => {
    const unknown = patched([{ op: 'add', path: '/spec/nope', value: 5 }], kind);
    const wrong = patched([{ op: 'add', path: `/spec/${field.replace('.', '/')}`, value: 5 }], kind);
    for (const platform of ['kubernetes', 'openshift'] as const) {
      const cluster = { platform };
      expect(warningsOf(verdictOf({ ...unknown, cluster }))).toMatchObject([
        {
          at: `metadata.annotations["${keys[kind]}"]`,
          message: 'sets spec.nope, which the operand does not have; it was dropped',
        },
      ]);
      expect(refusalsOf(verdictOf({ ...wrong, cluster }))).toMatchObject([
        {
          at: `metadata.annotations["${keys[kind]}"]`,
          message: expect.stringContaining(`makes spec.${field} wrong: `),
        },
      ]);
    }
  });

  it('drops fields that the operand does not have', () => {
    const given = patched([{ op: 'add', path: '/spec/configuration/nope', value: { a: 1 } }]);
    const { operands: rendered } = desiredOf(given);
    expect(renderedAt(rendered, 'KubeVirt.spec.configuration.nope')).toBeUndefined();
    expect(causeAt(rendered, 'KubeVirt.spec.configuration.nope.a')).toBeUndefined();
  });

  it('of an operand that this platform lacks is looked at all the same, and changes nothing', () => {
    const wrong = patched([{ op: 'remove', path: '/spec/nothing' }], 'SSP');
    expect(refusalsOf(verdictOf(wrong))).toMatchObject([
      { message: expect.stringContaining('operation 0 fails') },
    ]);
    const right = patched([{ op: 'replace', path: '/spec/templateValidator/replicas', value: 3 }], 'SSP');
    expect(renderedAt(desiredOf(right).operands, 'SSP.spec')).toBeUndefined();
    const onOpenShift = desiredOf({ ...right, cluster: { platform: 'openshift' } });
    expect(renderedAt(onOpenShift.operands, 'SSP.spec.templateValidator.replicas')).toBe(3);
  });

  it('drops backslashes at line ends, with a warning', () => {
    const text = `[ \\\n { "op": "add", \\\r\n "path": "${inside}", "value": "a\\\\b" } \\\n]`;
    const verdict = verdictOf(patched(text));
    if (!verdict.allowed) throw new Error(JSON.stringify(verdict.findings));
    expect(renderedAt(verdict.desired.operands, 'KubeVirt.spec.configuration.cpuModel')).toBe('a\\b');
    expect(verdict.findings).toMatchObject([
      { level: 'warning', message: 'has backslashes at line ends, which were dropped' },
    ]);
    expect(refusalsOf(verdictOf(patched('[ \\\n {')))).toHaveLength(1);
    expect(verdictOf(patched('[]')).findings).toEqual([]);
  });

  it('that is refused leaves the other operands as they are', () => {
    const verdict = verdictOf({
      annotations: { ...patched('[{').annotations, ...patched('[5]', 'CDI').annotations },
    });
    expect(refusalsOf(verdict).map(({ at }) => at)).toEqual([
      `metadata.annotations["${key}"]`,
      `metadata.annotations["${keys.CDI}"]`,
    ]);
  });
});
