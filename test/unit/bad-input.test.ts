import { describe, expect, it } from 'vitest';
import { run } from './run-command.test-support.ts';

const head =
  'apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n';
const patched = (patch: string) => `${head}  annotations:\n    kubevirt.kubevirt.io/jsonpatch: '${patch}'\n`;
const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`).join('\n')}\n`;

const cases: readonly (readonly [title: string, text: string, says: readonly (string | RegExp)[]])[] = [
  [
    'a word where a number belongs',
    `${head}spec:\n  resourceRequirements:\n    vmiCPUAllocationRatio: many\n`,
    [
      'file:7:5',
      'spec.resourceRequirements.vmiCPUAllocationRatio',
      'many',
      'is text, not a whole number',
      'write a whole number',
    ],
  ],
  [
    'text where a switch belongs',
    `${head}spec:\n  featureGates:\n    alignCPUs: "true"\n`,
    ['file:7:5', 'spec.featureGates.alignCPUs', 'is text, not true or false', 'write true or false'],
  ],
  [
    'a number out of range',
    `${head}spec:\n  higherWorkloadDensity:\n    memoryOvercommitPercentage: 5\n`,
    ['file:7:5', '5', '10'],
  ],
  [
    'a word that is none of the words',
    `${head}spec:\n  evictionStrategy: Sometimes\n`,
    ['file:6:3', 'Sometimes', 'write one of', 'LiveMigrate'],
  ],
  ['a list where an object belongs', `${head}spec: []\n`, ['file:5:1', 'spec', 'object']],
  ['a patch that is not JSON', patched('[{'), ['file:6:5', 'kubevirt.kubevirt.io/jsonpatch', 'is not JSON']],
  ['a patch that is no list', patched('{"op":"add"}'), ['is no list of RFC 6902 operations']],
  [
    'a patch of something else than the spec',
    patched('[{"op":"remove","path":"/metadata/name"}]'),
    ['"/metadata/name"', 'below /spec/'],
  ],
  [
    'a patch of a field that is not there',
    patched('[{"op":"remove","path":"/spec/nothing"}]'),
    ['operation 0 fails'],
  ],
  [
    'a patch to a wrong type',
    patched('[{"op":"add","path":"/spec/configuration/cpuModel","value":5}]'),
    ['spec.configuration.cpuModel'],
  ],
  [
    'an annotation of 2 MB',
    `${head}  annotations:\n    big: "${'x'.repeat(2_000_000)}"\n`,
    ['metadata.annotations', '262144'],
  ],
  ['9.6 MB', 'a: b # '.concat('x'.repeat(9_600_000)), ['9.2 MiB', '3.0 MiB that an API server takes']],
  ['aliases that multiply', `${bomb}${head}`, ['aliases']],
  ['two documents', `${head}---\n${head}`, ['more than one document', /file:5:|file:6:/]],
  ['another kind', head.replace('HyperConverged', 'KubeVirt'), ['file:2:1', 'kind', 'write HyperConverged']],
  [
    'another version',
    head.replace('v1beta1', 'v1'),
    ['file:1:1', 'apiVersion', 'write hco.kubevirt.io/v1beta1'],
  ],
  ['another name', head.replace('kubevirt-hyperconverged', 'mine'), ['file:4:3', 'metadata.name', 'mine']],
  ['nothing', '', ['is empty']],
  ['a scalar', 'hello', ['not an object']],
  ['broken YAML', 'a: [1\nb: 2', ['correct the YAML', /file:\d+:\d+/]],
  ['a key written twice', `${head}kind: HyperConverged\n`, ['unique', 'file:5:1']],
  ['more nested lists than are read', '['.repeat(2001), ['is nested too deeply']],
  ['nests of 100,000 lists', '['.repeat(100_000), [/nested|correct the YAML/]],
  [
    'a key that is a trap',
    `${head}__proto__:\n  polluted: true\nspec:\n  evictionStrategy: Never\n`,
    ['spec.evictionStrategy'],
  ],
];

describe('render and validate say what is wrong, and where', () => {
  it.each(cases)('%s', async (_, text, says) => {
    for (const command of ['render', 'validate']) {
      const { code, out, err } = await run([command, '-f', 'file', '--cluster', 'cluster'], {
        file: text,
        cluster: {},
      });
      expect(code).toBeGreaterThan(0);
      expect(out === '' || out.startsWith('refused')).toBe(true);
      for (const part of says)
        expect(err).toMatch(
          part instanceof RegExp ? part : new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
        );
      expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
      expect(err.length).toBeLessThan(4000);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('prunes unknown fields with a warning, reports them, or refuses them', async () => {
    const files = { file: `${head}spec:\n  evictionStrategi: None\n`, cluster: {} };
    const pruned = await run(['render', '-f', 'file', '--cluster', 'cluster'], files);
    expect(pruned.code).toBe(0);
    expect(pruned.err).toContain('file:6:3: warning: spec.evictionStrategi');
    expect((await run(['validate', '-f', 'file', '--cluster', 'cluster'], files)).code).toBe(1);
    const strict = await run(['render', '--strict', '-f', 'file', '--cluster', 'cluster'], files);
    expect([strict.code, strict.out]).toEqual([2, '']);
  });

  it.each([
    [['render'], /required option/],
    [['render', '-f', 'file', '-o', 'xml'], /xml/],
    [['rendr'], /render/],
    [['validate', '-f', 'file', '--operation', 'update'], /--old/],
    [['explain', 'spec.evictionStrategi'], /did you mean/],
  ])('refuses the wrong use %j', async (argv, says) => {
    const { code, err } = await run(argv, { file: head });
    expect(code).toBe(2);
    expect(err).toMatch(says);
  });

  it('names the field of a wrong cluster file', async () => {
    const { code, err } = await run(['render', '-f', 'file', '--cluster', 'cluster'], {
      file: head,
      cluster: 'nodes:\n- name: 5\n',
    });
    expect(code).toBe(2);
    expect(err).toContain('cluster:2:3: nodes[0].name: 5 must be text');
  });
});
