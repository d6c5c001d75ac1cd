import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PublishedAnswers } from '../../packages/archipelago/src/cli/published-answers.ts';
import { demandPublished } from '../support/demand-published.ts';
import { run } from './run-command.test-support.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const files = {
  'hc.yaml': read('examples/heterogeneous.yaml'),
  'objects.yaml': 'apiVersion: v1\nkind: Node\nmetadata: {name: a1, labels: {kubernetes.io/arch: amd64}}\n',
};

/** Those that need no cluster; what the others print is judged wherever a test runs them. */
const offline = [
  'dashboards -o json',
  'doctor -f objects.yaml -o json',
  'doctor -f objects.yaml --pre --show-ignored --skip VD301 -o json',
  'doctor list -o json',
  'doctor explain VD301 -o json',
  'doctor explain VD301 -f objects.yaml -o json',
  'explain KubeVirt.spec -f hc.yaml -o json',
  'explain spec.evictionStrategy -o json',
  'plan -f hc.yaml --cluster facts.yaml -o json',
  'runbook -o json',
  'runbook SSPDown -o json',
  'validate -f hc.yaml -o json',
  'version --client -o json',
];

const answers: Readonly<Record<keyof PublishedAnswers | 'status', true>> = {
  ...{ adopt: true, alerts: true, dashboards: true, doctor: true, 'doctor list': true, explain: true },
  ...{ 'doctor explain': true, 'layering assemble': true, 'layering rebuild': true, 'layering retry': true },
  ...{ images: true, 'images doctor': true, 'images inspect': true, machines: true },
  ...{ 'layering plan': true, 'layering status': true, plan: true, runbook: true, status: true },
  ...{ validate: true, version: true },
};

describe('what is printed for programs', () => {
  it.each(offline)('is as its schema says: %s', async (line) => {
    const { out, err } = await run(line.split(' '), { ...files, 'facts.yaml': 'nodes: []\n' });
    expect([JSON.parse(out) === null, err]).toEqual([false, expect.not.stringContaining('archipelago:')]);
  });

  it.each([
    [
      'a member too many',
      ['version'],
      '{"client":{"version":"1","node":"20","platform":"linux/amd64"},"more":1}',
    ],
    ['one that is missing', ['version'], '{"client":{"version":"1","node":"20"}}'],
    [
      'a wrong word',
      ['images', 'doctor'],
      '{"findings":[{"level":"bad","object":"","reason":"","message":"","fix":""}]}',
    ],
  ])('is refused with %s', (_, words, out) => {
    expect(() => demandPublished([...words, '-o', 'json'], out)).toThrow('does not allow');
  });

  it('has a schema that says what it is of', () => {
    const published = readdirSync('generated/schemas');
    expect(published).toEqual(
      Object.keys(answers)
        .map((name) => `${name.replaceAll(' ', '-')}.json`)
        .sort(),
    );
    for (const file of published) {
      const { $id, title } = JSON.parse(read(`generated/schemas/${file}`));
      expect([$id, title]).toEqual([
        file.replace('.json', '/v1'),
        `archipelago ${file.replace('.json', '').replaceAll('-', ' ')}`,
      ]);
    }
  });
});
