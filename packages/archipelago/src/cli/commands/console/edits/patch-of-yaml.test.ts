import { applyMergePatch, type JsonObject, objectAt, visibleText } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { printYaml } from '../../../text/print-yaml.ts';
import { editablePart } from './editable-part.ts';
import { patchOfYaml } from './patch-of-yaml.ts';

const stored = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: {
    name: 'kubevirt-hyperconverged',
    namespace: 'ns',
    uid: 'u',
    resourceVersion: '7',
    labels: { app: 'x' },
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  },
  spec: { defaultCPUModel: 'Haswell', featureGates: { alignCPUs: true } },
  status: { conditions: [] },
};

const head = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: ns
  labels:
    app: x
`;

const spec = `spec:
  defaultCPUModel: Haswell
  featureGates:
    alignCPUs: true
`;

describe('an edited text', () => {
  it('begins as what people edit', () => {
    expect(printYaml(editablePart(stored))).toBe(head + spec);
  });

  it.each<[string, string, JsonObject]>([
    ['nothing', head + spec, {}],
    ['a comment', `# why\n${head}${spec}`, {}],
    ['a value', head + spec.replace('Haswell', 'Skylake'), { spec: { defaultCPUModel: 'Skylake' } }],
    [
      'a value that is gone, and one that came',
      `${head}spec:\n  evictionStrategy: None\n  featureGates: {alignCPUs: true}\n`,
      { spec: { defaultCPUModel: null, evictionStrategy: 'None' } },
    ],
    ['no spec any more', `${head}spec: {}\n`, { spec: { defaultCPUModel: null, featureGates: null } }],
    ['an annotation', `${head}  annotations: {a: b}\n${spec}`, { metadata: { annotations: { a: 'b' } } }],
    ['only what is its own', `${head}${spec}status: {a: b}\n`, {}],
  ])('changes %s', (_, text, patch) => {
    expect(patchOfYaml(text, stored)).toEqual({ patch, findings: [] });
  });

  it.each<[string, string, object]>([
    ['no YAML', `${head}spec: {\n`, { line: 9, at: '', message: expect.any(String) }],
    ['a key twice', `${head}${spec}  defaultCPUModel: x\n`, { line: 12, at: '' }],
    ['another object', head.replace('name: kube', 'name: cube'), { line: 4, at: 'metadata.name' }],
    ['without a kind', head.replace('kind: HyperConverged\n', ''), { at: 'kind' }],
    [
      'of the wrong type',
      head + spec.replace('true', 'maybe'),
      { line: 11, at: 'spec.featureGates.alignCPUs', message: 'is text, not true or false' },
    ],
    ['empty', '', { at: '', message: 'is empty' }],
  ])('is refused where it is %s', (_, text, finding) => {
    const told = patchOfYaml(text, stored);
    expect(told.patch).toBeUndefined();
    expect(told.findings).toEqual(expect.arrayContaining([expect.objectContaining(finding)]));
  });

  it('is not refused for what is stored so', () => {
    const odd = { ...stored, spec: { featureGates: { alignCPUs: 'maybe' }, defaultCPUModel: 'a' } };
    const shown = printYaml(editablePart(odd)).replace('defaultCPUModel: a', 'defaultCPUModel: b');
    expect(patchOfYaml(shown, odd)).toEqual({ patch: { spec: { defaultCPUModel: 'b' } }, findings: [] });
  });

  it('names the line of a field that there is not, and goes on without it', () => {
    expect(patchOfYaml(`${head}${spec}  evictionStrategie: None\n`, stored)).toMatchObject({
      findings: [{ level: 'warning', line: 12, at: 'spec.evictionStrategie' }],
      patch: { spec: { evictionStrategie: 'None' } },
    });
  });

  it.each(['\u202eabc', 'a\u0007b', '\u{e0041}', 'a\tb\\u202e', ' : #'])('keeps %j', (text) => {
    const odd = objectAt(applyMergePatch(stored, { spec: { defaultCPUModel: text } }));
    const shown = visibleText(printYaml(editablePart(odd)), '\n');
    expect(shown).toBe(visibleText(shown, '\n'));
    expect(patchOfYaml(shown, odd)).toEqual({ patch: {}, findings: [] });
  });
});
