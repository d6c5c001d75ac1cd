import { describe, expect, it } from 'vitest';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import { objectKey } from '../config/framework/operand.ts';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { passt } from '../config/operands/passt/passt.ts';
import { operands } from '../config/operands.ts';
import { identities, refusalsOf, unwantedObjects } from './desired-objects.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'here', uid: 'u' };
const kubevirtPatch = 'kubevirt.kubevirt.io/jsonpatch';
const cdiPatch = 'containerizeddataimporter.kubevirt.io/jsonpatch';

function desired(annotations: Readonly<Record<string, string>>, platform: 'kubernetes' | 'openshift') {
  const inputs = inputsOf({ cluster: { platform }, deployment: { operatorNamespace: 'here' } });
  return desire(configure({ written: {}, spec: {}, annotations }, inputs), owner);
}

describe('every object that may be ours', () => {
  const all = identities(owner, desired({}, 'kubernetes'));

  it('is told by kind, name and namespace, with the label that makes it ours', () => {
    expect(all.map(({ operand }) => operand)).toEqual(operands);
    for (const { operand, manifest } of all) {
      const { name, namespace = '-' } = manifest.metadata as { name: string; namespace?: string };
      expect(name).toBe(operand.name(owner.name));
      expect(namespace).toBe(operand.namespaced ? (operand.namespace ?? 'here') : '-');
      expect(manifest.metadata).toMatchObject({ labels: { app: 'kubevirt-hyperconverged' } });
    }
  });
});

describe('what must not be', () => {
  it.each(['kubernetes', 'openshift'] as const)('is all that is not wanted on %s', (platform) => {
    const whole = desired({}, platform);
    const wanted = whole.operands.map(({ manifest }) => objectKey(manifest));
    const unwanted = unwantedObjects(whole, owner).map(({ manifest }) => objectKey(manifest));
    expect(unwanted.filter((key) => wanted.includes(key))).toEqual([]);
    expect(wanted.length + unwanted.length).toBe(operands.length);
    expect(unwanted).toContain(`ServiceAccount/here/${passt[0]?.name('')}`);
  });

  it.each<['kubernetes' | 'openshift', string, string]>([
    ['openshift', 'AAQ', 'spec.enableApplicationAwareQuota does not ask for it'],
    [
      'openshift',
      'SecurityContextConstraints',
      'spec.higherWorkloadDensity.memoryOvercommitPercentage does not ask for it',
    ],
    ['kubernetes', 'SSP', 'clusters like this one have none'],
    // a setting asks for it elsewhere
    ['kubernetes', 'SecurityContextConstraints', 'clusters like this one have none'],
  ])('says why: on %s %s, %s', (platform, kind, because) => {
    const found = unwantedObjects(desired({}, platform), owner).filter(
      ({ operand }) => operand.kind === kind,
    );
    expect(found.map((one) => one.because)).toContain(because);
  });

  it('is no operand that is only held back because its patch is refused', () => {
    const whole = desired({ [kubevirtPatch]: 'no JSON' }, 'kubernetes');
    expect(whole.operands.map(({ operand }) => operand)).not.toContain(kubevirt);
    const unwanted = unwantedObjects(whole, owner).map(({ operand }) => operand);
    expect(unwanted).not.toContain(kubevirt);
    expect(unwanted.length).toBeGreaterThan(0);
  });
});

describe('refusals', () => {
  const whole = desired({ [kubevirtPatch]: 'no JSON', [cdiPatch]: '[]' }, 'kubernetes');

  it('are those of an operand’s own patch', () => {
    const [refusal, ...others] = refusalsOf(kubevirt, whole);
    expect(refusal).toMatchObject({ level: 'error', at: `metadata.annotations["${kubevirtPatch}"]` });
    expect(others).toEqual([]);
    expect(refusalsOf(cdi, whole)).toEqual([]);
    for (const operand of passt) expect(refusalsOf(operand, whole)).toEqual([]);
  });

  it('are no warnings', () => {
    const findings = whole.findings.map((finding) => ({ ...finding, level: 'warning' as const }));
    expect(refusalsOf(kubevirt, { ...whole, findings })).toEqual([]);
  });
});
