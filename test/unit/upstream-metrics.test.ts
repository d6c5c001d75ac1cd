import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metricTable } from '../../packages/archipelago/src/observability/metric-table.ts';

/** One metric as upstream's operator exports it. */
interface UpstreamMetric {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** Metrics of ours that upstream does not have, by how their names begin, and why they are there. */
const additions: readonly (readonly [string, string])[] = [
  [
    'archipelago_',
    'what upstream does not tell: queues, plans, admission, certificates, registries, nodes of pools',
  ],
  ['ocl_', 'names of the Machine Config Operator, for builds that are made in its place'],
  ['process_', 'what every Prometheus client tells of its process'],
  ['nodejs_', 'the same of the engine that runs it'],
];
/** Upstream's that we do not have, and why; every name and label is kept. */
const missing: Readonly<Record<string, string>> = {};
/** Upstream's whose value says more here. */
const wider: Readonly<Record<string, string>> = {
  kubevirt_hco_dataimportcrontemplate_with_architecture_annotation: '1 also where the registry told',
  kubevirt_hco_dataimportcrontemplate_with_supported_architectures:
    'also without an annotation, by what the registry told',
  kubevirt_hco_misconfigured_descheduler: '0 also where evictions in the background are switched on',
};

const { metrics }: { metrics: readonly UpstreamMetric[] } = JSON.parse(
  readFileSync('test/metrics/upstream.json', 'utf8'),
);
const ours = Object.values(metricTable);

describe("upstream's metrics", () => {
  it.each(metrics.filter(({ name }) => missing[name] === undefined))(
    '$name is the same here',
    ({ name, type, labels }) => {
      const found = ours.find((each) => each.name === name);
      expect(found).toMatchObject({ name, type });
      expect(found?.labels).toEqual(labels);
    },
  );

  it('have no other name in ours, and each of ours beyond them has a reason', () => {
    const names = new Set(metrics.map(({ name }) => name));
    const others = ours.filter(({ name }) => !names.has(name));
    for (const { name } of others)
      expect(additions.filter(([prefix]) => name.startsWith(prefix))).toHaveLength(1);
    for (const [prefix] of additions) expect(others.some(({ name }) => name.startsWith(prefix))).toBe(true);
  });

  it('differ in what they count only where the compatibility document says so', () => {
    const document = readFileSync('docs/compatibility/hyperconverged.md', 'utf8').replace(/ +/g, ' ');
    for (const [name, reason] of Object.entries({ ...missing, ...wider })) {
      expect(metrics.map((each) => each.name)).toContain(name);
      expect(document).toContain(`| \`${name}\` | ${reason} |`);
    }
  });
});
