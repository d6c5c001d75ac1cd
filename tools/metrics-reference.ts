import { metricTable } from '../packages/archipelago/src/observability/metric-table.ts';
import { mostSeries } from '../packages/archipelago/src/observability/metric-values.ts';

/** Every metric of the operator, in Markdown: a table in the order of their names. */
export function metricsReference(): string {
  const sorted = Object.values(metricTable).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [
    '# Metrics',
    'Written by `npm run goldens` from `packages/archipelago/src/observability/`. How they are served, and to whom: [installation](installation.md#metrics-and-probes).',
    ...conventions(),
    table(['name', 'type', 'labels', 'meaning'], sorted.map(cellsOf)),
    '## How many series',
    ...bounds(),
  ].join('\n\n');
}

function cellsOf({
  name,
  type,
  labels,
  help,
}: (typeof metricTable)[keyof typeof metricTable]): readonly string[] {
  return [`\`${name}\``, type, labels.map((label) => `\`${label}\``).join(', '), help.replaceAll('|', '\\|')];
}

/** With columns as wide as the formatter makes them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function conventions(): readonly string[] {
  return [
    "Names that begin with `kubevirt_hco_` are upstream's ([compatibility](compatibility/hyperconverged.md#metrics-and-alerts)), those that begin with `ocl_` the Machine Config Operator's, with the labels `config` and `architecture` added. `config` is the MachineOSConfig; `pool` is empty on plain Kubernetes. The controllers are `HyperConverged` (operands), `golden-images`, `layering`, `rollout` and `webhook` (its certificates); `rollout` plans node by node and shows no plan.",
    'What is about the configuration, the golden images and layering is shown by the process that leads. A gauge without anything to say shows nothing: alerts that wait for a 0 must not meet one that nobody said. Lines of images, configs and pools that are gone go with them. The page is in the text format, or in OpenMetrics for who asks with `Accept: application/openmetrics-text; version=1.0.0`, as Prometheus does.',
  ];
}

function bounds(): readonly string[] {
  return [
    `No metric has more than ${count(mostSeries.ofLines)} series, and no histogram more than ${count(mostSeries.ofHistograms)} sets of labels (each is a series per bucket, and two). What is left out is counted by metric in \`archipelago_series_dropped\`. Nodes, machines and pods are in no label; nothing grows with them.`,
    'Golden images are the only objects that users make by the thousand and that have a line each (`kubevirt_hco_dataimportcrontemplate_…`, `archipelago_golden_image_…`): of more than that, those with a 0 are shown first, as alerts wait for these. MachineOSConfigs have a line per architecture and state, kinds of the API server one per verb and answer. Fields of `archipelago_drift_total` are told apart up to 200, without indexes of lists and without names that users chose.',
  ];
}

function count(value: number): string {
  return value.toLocaleString('en');
}
