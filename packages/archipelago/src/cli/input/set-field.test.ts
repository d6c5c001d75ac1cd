import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { setField } from './set-field.ts';

const gate = 'spec.featureGates.enableMultiArchBootImageImport';

describe('--set', () => {
  it.each([
    [{}, `${gate}=true`, { spec: { featureGates: { enableMultiArchBootImageImport: true } } }],
    [
      { spec: { featureGates: { alignCPUs: true } } },
      `${gate}=false`,
      { spec: { featureGates: { alignCPUs: true, enableMultiArchBootImageImport: false } } },
    ],
    [
      { spec: { featureGates: { alignCPUs: true } } },
      'spec.featureGates.alignCPUs=',
      { spec: { featureGates: {} } },
    ],
    [
      {},
      'spec.workloads.nodePlacement.nodeSelector={kubernetes.io/arch: arm64}',
      { spec: { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } } } },
    ],
    [
      {},
      'spec.storageImport.insecureRegistries=[a.example, "b.example:5000"]',
      { spec: { storageImport: { insecureRegistries: ['a.example', 'b.example:5000'] } } },
    ],
    [
      {},
      'metadata.annotations["a.example/b"]=[{"op":"add"}]',
      { metadata: { annotations: { 'a.example/b': '[{"op":"add"}]' } } },
    ],
    [{ metadata: { labels: { a: 'b' } } }, 'metadata.labels.a=', { metadata: { labels: {} } }],
    [{}, 'metadata.labels.a=true', { metadata: { labels: { a: 'true' } } }],
    [{}, 'metadata.annotations["a.example/b"]=c=d', { metadata: { annotations: { 'a.example/b': 'c=d' } } }],
  ])('%j with %s', (object, assignment, wanted) => {
    expect(setField(object, assignment)).toEqual(wanted);
  });

  it.each([
    ['nonsense', '--set nonsense: write path=value'],
    ['=true', 'write path=value'],
    ['spec.featureGates.enableMultiArchBootImageImports=true', `did you mean ${gate}`],
    ['kind=Pod', '--set kind: is no field of spec'],
    ['status.phase=x', 'is no field of spec'],
    ['metadata.name=x', 'is no field of spec'],
    ['metadata.annotationsx=y', 'is no field of spec'],
    ['spec.dataImportCronTemplates[0].metadata.name=x', 'set the list as a whole'],
    [`${gate}=[`, 'the value is no YAML'],
    [`${gate}=${'['.repeat(200)}`, 'the value is no YAML'],
    [`${gate}=${'['.repeat(100_000)}`, '100000 lists and members; at most 200'],
    [`${gate}=${'- '.repeat(50_000)}`, 'use -f'],
    [`spec.${'x'.repeat(100_000)}=1`, 'is no field of spec'],
    [`${gate}={a: &a [x], b: [*a,*a]}`, 'the value is no YAML'],
  ])('refuses %s', (assignment, message) => {
    expect(() => setField({}, assignment)).toThrow(message);
    expect(() => setField({}, assignment)).toThrow(expect.objectContaining({ name: 'UsageError' }));
  });

  it('sets fields or refuses, whatever is written, and pollutes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('spec.__proto__.x', 'metadata.labels.__proto__', gate)),
        fc.string(),
        (path, value) => {
          try {
            setField({}, `${path}=${value}`);
          } catch (error) {
            expect(error).toMatchObject({ name: 'UsageError' });
          }
          expect(Object.keys(Object.prototype)).toEqual([]);
        },
      ),
    );
  });

  it('prints nothing beside the command about tags nobody knows', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    expect(setField({}, 'spec.evictionStrategy=!mine Never')).toEqual({
      spec: { evictionStrategy: 'Never' },
    });
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
