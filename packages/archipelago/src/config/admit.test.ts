import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { nodeFacts, standardInputs } from '../cluster-facts/standard-cluster.ts';
import {
  engines,
  type Given,
  hyperConverged,
  refusalsOf,
  renderedAt,
  verdictOf,
  warningsOf,
} from './admission.test-support.ts';
import { admit } from './admit.ts';

const wrong: Given = { spec: { kubeSecondaryDNSNameServerIP: 'a' } };
const answers = {
  update: { KubeVirt: 'no update of KubeVirt', CDI: 'no update of CDI' },
  delete: { CDI: 'there are still DataVolumes', KubeVirt: 'there are still Virtual Machines' },
};
const refusing: Given = { operandRefusals: answers };

describe('a deletion', () => {
  it.each<[string, Given]>([
    ['what is stored', {}],
    ['what is wrong', wrong],
    ['what no schema accepts', { spec: { evictionStrategy: 5 } }],
    ['what lives elsewhere', { metadata: { namespace: 'elsewhere' } }],
    ['what keeps workloads', { spec: { uninstallStrategy: 'BlockUninstallIfWorkloadsExist' } }],
  ])('takes away %s', (_, given) => {
    const verdict = verdictOf(given, 'delete');
    expect(verdict).toMatchObject({ allowed: true, findings: [], unknownFields: [] });
  });

  it('is refused where operands refuse it, with what each of them says', () => {
    const verdict = verdictOf(refusing, 'delete');
    expect(verdict).toMatchObject({ allowed: false, decidedBy: 'validating' });
    expect(verdict.findings.map(({ level, at, reason, message }) => [level, at, reason, message])).toEqual([
      ['error', 'CDI', 'Forbidden', 'its API refuses the delete: there are still DataVolumes'],
      ['error', 'KubeVirt', 'Forbidden', 'its API refuses the delete: there are still Virtual Machines'],
    ]);
  });

  it('does not mind what operands say of an update', () => {
    const operandRefusals = { update: answers.update, delete: {} };
    expect(verdictOf({ operandRefusals }, 'delete').allowed).toBe(true);
  });
});

describe('what operands answer to a dry run', () => {
  const changed: Given = { ...refusing, spec: { defaultCPUModel: 'x' } };

  it('refuses an update', () => {
    const verdict = verdictOf(changed, 'update', {});
    expect(verdict.allowed).toBe(false);
    expect(refusalsOf(verdict).map(({ at, message }) => [at, message])).toEqual([
      ['KubeVirt', 'its API refuses the update: no update of KubeVirt'],
      ['CDI', 'its API refuses the update: no update of CDI'],
    ]);
  });

  it('does not count where the cluster does not have the operand', () => {
    const refusal = { SSP: 'no', AAQ: 'no', DaemonSet: 'no' };
    const operandRefusals = { update: refusal, delete: refusal };
    const on = (platform: 'kubernetes' | 'openshift') => ({
      ...changed,
      operandRefusals,
      cluster: { platform },
    });
    expect(verdictOf(on('kubernetes'), 'update', {})).toMatchObject({ allowed: true, findings: [] });
    expect(verdictOf(on('kubernetes'), 'delete')).toMatchObject({ allowed: true, findings: [] });
    const { findings } = verdictOf(on('openshift'), 'update', {});
    expect(findings.map(({ at }) => at)).toEqual(['SSP']);
  });

  it('does not count for a creation', () => {
    expect(verdictOf(changed, 'create')).toMatchObject({ allowed: true, findings: [] });
  });

  it('does not count where they say nothing of updates', () => {
    const operandRefusals = { update: {}, delete: answers.delete };
    expect(verdictOf({ ...changed, operandRefusals }, 'update', {}).allowed).toBe(true);
  });
});

describe('annotations', () => {
  const limit = 256 * 1024;
  const sized = (annotations: Readonly<Record<string, string>>): Given => ({ annotations });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['one as big as all may be', { k: 'x'.repeat(limit - 1) }],
    ['two that are as big together', { a: 'x'.repeat(1000), bc: 'x'.repeat(limit - 1003) }],
    ['letters of two bytes', { k: `x${'é'.repeat(limit / 2 - 1)}` }],
    ['a long key', { ['k'.repeat(limit)]: '' }],
  ])('may have 262144 bytes: %s', (_, annotations) => {
    expect(verdictOf(sized(annotations)).findings).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['one byte too long', { k: 'x'.repeat(limit) }],
    ['two that are too big together', { a: 'x'.repeat(1000), bc: 'x'.repeat(limit - 1002) }],
    ['letters of two bytes', { kk: `x${'é'.repeat(limit / 2 - 1)}` }],
    ['keys of letters of two bytes', { ['é'.repeat(limit / 2)]: 'x' }],
  ])('may not have one byte more: %s', (_, annotations) => {
    for (const verdict of [verdictOf(sized(annotations)), verdictOf(sized(annotations), 'update', {})]) {
      expect(verdict.allowed).toBe(false);
      expect(refusalsOf(verdict)).toMatchObject([
        { at: 'metadata.annotations', message: expect.stringContaining('have 262145 bytes together') },
      ]);
    }
  });

  it('that are no text do not count', () => {
    const metadata = { annotations: { 'hco.kubevirt.io/tuningPolicy': 5 } };
    expect(verdictOf({ metadata }).findings).toEqual([]);
    const asked = verdictOf({ metadata, spec: { tuningPolicy: 'annotation' } });
    expect(refusalsOf(asked)).toMatchObject([{ at: 'spec.tuningPolicy', reason: 'Missing' }]);
  });
});

describe('a verdict', () => {
  it('tells what rules say beside what is wrong with the shape, unless the shape cannot be read', () => {
    const certConfig = { ca: { duration: '5m', renewBefore: '1m' } };
    const wrong = { certConfig, higherWorkloadDensity: { memoryOvercommitPercentage: 1 } };
    const fields = (spec: JsonObject) => verdictOf({ spec }).findings.map(({ at }) => at);
    expect(fields(wrong)).toEqual([
      'spec.higherWorkloadDensity.memoryOvercommitPercentage',
      'spec.certConfig.ca.duration',
      'spec.certConfig.ca.renewBefore',
      'spec.certConfig',
    ]);
    expect(fields({ certConfig, defaultCPUModel: 5 })).toEqual(['spec.defaultCPUModel']);
  });

  it("is the definition's where a duration is longer than any can be", () => {
    const verdict = verdictOf({ spec: { certConfig: { ca: { duration: '99999999999h' } } } });
    expect(verdict).toMatchObject({ allowed: false, decidedBy: 'schema' });
  });

  it('of the schema comes first, and alone', () => {
    const given = { spec: { evictionStrategy: 'Never', kubeSecondaryDNSNameServerIP: 'a' } };
    const verdict = verdictOf(given);
    expect(verdict).toMatchObject({ allowed: false, decidedBy: 'schema' });
    expect(verdict.findings.map(({ at }) => at)).toEqual(['spec.evictionStrategy']);
  });

  it('names unknown fields, whatever it is', () => {
    for (const more of [{}, { evictionStrategy: 'Never' }, { kubeSecondaryDNSNameServerIP: 'a' }])
      expect(verdictOf({ spec: { nope: 1, ...more } }).unknownFields).toEqual(['spec.nope']);
  });

  it('keeps warnings beside refusals, and only warnings with an acceptance', () => {
    const odd = { certConfig: { ca: { duration: '48h', renewBefore: '48h' } } };
    expect(verdictOf({ spec: odd })).toMatchObject({ allowed: true, findings: [{ level: 'warning' }] });
    const refused = verdictOf({ spec: { ...odd, ...wrong.spec } });
    expect(refused.findings.map(({ level }) => level)).toEqual(['warning', 'error']);
    const untouched = verdictOf({ spec: { ...odd, ...wrong.spec } }, 'update', {
      spec: { ...odd, ...wrong.spec },
    });
    expect([untouched.allowed, untouched.findings.map(({ level }) => level)]).toEqual([
      true,
      ['warning', 'warning'],
    ]);
  });

  it('says once what is found twice', () => {
    const [kubevirt, cdi] = [
      'kubevirt.kubevirt.io/jsonpatch',
      'containerizeddataimporter.kubevirt.io/jsonpatch',
    ];
    const annotations = { [kubevirt]: '[]', [cdi]: '[]' };
    const error = { field: 'spec.a', message: 'is wrong' };
    const verdict = admit(
      {
        operation: 'create',
        object: hyperConverged({ annotations }),
        oldObject: undefined,
        inputs: standardInputs,
      },
      {
        ...engines,
        checks: () => (spec) => ({
          spec,
          unknownFields: [],
          errors: [error, error, { ...error, field: 'spec.b' }],
        }),
      },
    );
    expect(refusalsOf(verdict).map(({ at, message }) => [at, message])).toEqual(
      [kubevirt, cdi].flatMap((key) =>
        ['a', 'b'].map((name) => [`metadata.annotations["${key}"]`, `makes spec.${name} wrong: is wrong`]),
      ),
    );
  });

  it('carries the object as it is to be stored, with what depends on the cluster', () => {
    const verdict = verdictOf({
      spec: { nope: 1, mediatedDevicesConfiguration: { mediatedDevicesTypes: ['a'] } },
    });
    if (!verdict.allowed) throw new Error('refused');
    const spec = verdict.object.spec as JsonObject;
    expect(spec.nope).toBeUndefined();
    expect(spec.evictionStrategy).toBe('LiveMigrate');
    expect(spec.mediatedDevicesConfiguration).toEqual({ mediatedDevicesTypes: ['a'] });
    expect(spec.tlsSecurityProfile, 'follows the cluster').toBeUndefined();
  });

  it('gives operands the namespace and the uid of their owner', () => {
    const metadata = { namespace: 'kubevirt-hyperconverged', uid: 'u-1' };
    const verdict = verdictOf({ metadata });
    if (!verdict.allowed) throw new Error('refused');
    const { operands } = verdict.desired;
    expect(renderedAt(operands, 'KubeVirt.metadata.ownerReferences[0].uid')).toBe('u-1');
    expect(renderedAt(operands, 'KubeVirt.metadata.namespace')).toBe('kubevirt-hyperconverged');
    const offline = verdictOf({ deployment: { operatorNamespace: 'other' } });
    if (!offline.allowed) throw new Error('refused');
    expect(renderedAt(offline.desired.operands, 'KubeVirt.metadata.namespace')).toBe('other');
    expect(renderedAt(offline.desired.operands, 'KubeVirt.metadata.ownerReferences')).toBeUndefined();
  });
});

describe('architectures that SSP does not know', () => {
  const workers = ['amd64', 'riscv64', 'ppc64le'].map((arch) => nodeFacts(`w-${arch}`, arch, ['worker']));
  const control = nodeFacts('c', 'loong64', ['control-plane']);

  it('are named on OpenShift, those of workers and of control planes', () => {
    const given: Given = { cluster: { platform: 'openshift', nodes: [...workers, control] } };
    const warnings = warningsOf(verdictOf(given));
    expect(warnings.map(({ at }) => at)).toEqual(Array(3).fill('spec.workloads.nodePlacement'));
    expect(warnings.map(({ message }) => /"(\w+)"/.exec(message)?.[1])).toEqual([
      'loong64',
      'ppc64le',
      'riscv64',
    ]);
    expect(verdictOf({ cluster: { ...given.cluster, platform: 'kubernetes' } }).findings).toEqual([]);
  });

  it('are no matter where no workloads run', () => {
    const spec = { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } } };
    expect(verdictOf({ spec, cluster: { platform: 'openshift', nodes: workers } }).findings).toEqual([]);
  });

  it('are not the three that it knows', () => {
    const nodes = ['amd64', 'arm64', 's390x'].map((arch) => nodeFacts(`w-${arch}`, arch, ['worker']));
    expect(
      verdictOf({ cluster: { platform: 'openshift', nodes } }).findings.map(({ reason }) => reason),
    ).toEqual(['SeveralArchitectures']);
  });
});

describe('one golden image for nodes of several architectures', () => {
  const workers = (...names: string[]) => names.map((arch) => nodeFacts(`w-${arch}`, arch, ['worker']));
  const gate = 'spec.featureGates.enableMultiArchBootImageImport';
  const arm = { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } };

  it.each<[string, Given, boolean]>([
    ['is warned of', { cluster: { nodes: workers('amd64', 'arm64') } }, true],
    [
      'is warned of on OpenShift',
      { cluster: { platform: 'openshift', nodes: workers('amd64', 'arm64') } },
      true,
    ],
    [
      'is no matter where the gate is on',
      {
        spec: { featureGates: { enableMultiArchBootImageImport: true } },
        cluster: { nodes: workers('amd64', 'arm64') },
      },
      false,
    ],
    [
      'is no matter where workloads keep to one',
      { spec: { workloads: arm }, cluster: { nodes: workers('amd64', 'arm64') } },
      false,
    ],
    [
      'is no matter where there are no images',
      { spec: { enableCommonBootImageImport: false }, cluster: { nodes: workers('amd64', 'arm64') } },
      false,
    ],
    [
      'is no matter on nodes that run no machines',
      { cluster: { nodes: workers('amd64', 'ppc64le') } },
      false,
    ],
    [
      'is no matter where nobody imports',
      { cluster: { nodes: workers('amd64', 'arm64') }, deployment: { goldenImageImporter: 'ssp' } },
      false,
    ],
  ])('%s', (_, given, warns) => {
    const found = verdictOf(given).findings.filter(({ at }) => at === gate);
    expect(found.length === 1).toBe(warns);
    for (const { message, fix } of found) {
      expect(message).toContain('amd64 and arm64');
      expect(fix).toMatch(/enableMultiArchBootImageImport: true.* or .*nodePlacement/);
    }
  });
});
