import type { Finding } from '../../../api/finding.ts';
import type { PlannedImages } from '../../../golden-images/forecast/planned-images.ts';
import type { Leads } from '../../../golden-images/forecast/what-if.ts';
import type { LeftBehind } from '../../../reconcile/forecast/left-behind.ts';
import type { PlannedField } from '../../../reconcile/forecast/planned-fields.ts';
import type { PlannedOperand } from '../../../reconcile/forecast/planned-operands.ts';
import { changeLine } from '../../text/change-line.ts';
import { paintChanges } from '../../text/paint-changes.ts';
import { printBytes } from '../../text/print-bytes.ts';
import { textTable } from '../../text/text-table.ts';
import { countOperands } from './count-operands.ts';
import { printOperand } from './print-operand.ts';

/** Everything the operator would do. */
export interface PlanReport {
  /** Of the HyperConverged. */
  readonly fields: readonly PlannedField[];
  readonly operands: readonly PlannedOperand[];
  readonly goldenImages: PlannedImages;
  /** Why nothing is done for the time being: another operator runs, or a newer one did. */
  readonly withheld: readonly Finding[];
  /** What that operator leaves, for people to take away. */
  readonly leftBehind: readonly LeftBehind[];
  /** What admission warns of; printed apart, on standard error. */
  readonly findings: readonly Finding[];
}

/** Whether anything would be done. */
export function hasChanges({ operands, goldenImages }: PlanReport): boolean {
  const { imports, removals, dataSources } = goldenImages;
  return [operands, imports, removals, dataSources].some((list) => list.length > 0);
}

/** The plan as people read it. */
export function printPlan(report: PlanReport, color = false): string {
  const sections = [
    section('Nothing of this is done yet', report.withheld.flatMap(printWithheld)),
    section('HyperConverged', report.fields.map(printField)),
    section('Operands', report.operands.flatMap(printOperand)),
    ...printImages(report.goldenImages),
    hasChanges(report) ? printCount(report) : 'the operator would do nothing\n',
    printUnanswered(report.goldenImages),
    section(
      'Left behind by the HyperConverged Cluster Operator; once that has stopped, nobody looks after it',
      report.leftBehind.flatMap(({ object, because, command }) => [
        `${object}: ${because}`,
        `  fix: ${command}`,
      ]),
    ),
  ];
  return paintChanges(sections.filter((text) => text !== '').join('\n'), color);
}

/** The last line of what would be done: how much of it. */
function printCount({ operands, goldenImages }: PlanReport): string {
  const images = goldenImages.imports.reduce((sum, each) => sum + each.images.length, 0);
  const gone = goldenImages.removals.length;
  return `${countOperands(operands)}; golden images: ${images} to import, ${gone} to go\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function printWithheld({ at, message, fix }: Finding): readonly string[] {
  return [at === undefined ? message : `${at} ${message}`, ...(fix === undefined ? [] : [`  fix: ${fix}`])];
}

function printField({ field, before, after }: PlannedField): string {
  return changeLine(field, before, after);
}

function printImages(images: PlannedImages): readonly string[] {
  const { imports, removals, dataSources, machines, findings } = images;
  return [
    printImports(imports),
    section(
      'What does not fit',
      findings.flatMap(({ template, level, message, reason, fix }) => [
        `${level}: DataImportCronTemplate ${template}: ${message} (${reason})`,
        `  fix: ${fix}`,
      ]),
    ),
    printRemovals(removals),
    section(
      'DataSources that change',
      dataSources.map(
        ({ namespace, name, before, after }) =>
          `~ ${namespace}/${name}: ${printLeads(before)} → ${printLeads(after)}`,
      ),
    ),
    section(
      'VirtualMachines whose boot source changes (disks that exist stay as they are)',
      machines.flatMap(({ namespace, name, dataSource, before, after, problem }) => [
        `~ ${namespace}/${name} (${dataSource}): ${printLeads(before)} → ${printLeads(after)}`,
        ...(problem === undefined ? [] : [`  ${problem.message}`, `  fix: ${problem.fix}`]),
      ]),
    ),
  ];
}

const times = {
  atOnce: 'at once',
  replaced: 'when what takes its place is ready',
  afterGracePeriod: 'after a day without change',
} as const;

function printRemovals(removals: PlannedImages['removals']): string {
  if (removals.length === 0) return '';
  const rows = removals.map(({ namespace, dataSource, architecture = 'any', when, because }) => [
    `- ${architecture}`,
    `${namespace}/${dataSource}`,
    times[when],
    because,
  ]);
  return `Boot sources that go\n${textTable([['  ARCH', 'DATASOURCE', 'WHEN', 'BECAUSE'], ...rows])}`;
}

function printUnanswered({ unanswered }: PlannedImages): string {
  return section(
    'Registries did not answer from here; annotations and what was known stand in',
    unanswered.map(({ template, message }) => `${template}: ${message}`),
  );
}

function printImports(imports: PlannedImages['imports']): string {
  if (imports.length === 0) return '';
  const rows = imports.flatMap(({ architecture = 'any', images }) =>
    images.map(({ template, namespace, dataSource, download, storage }) => [
      `+ ${architecture}`,
      template,
      `${namespace}/${dataSource}`,
      download === undefined ? 'unknown' : printBytes(download),
      storage ?? '',
    ]),
  );
  const totals = imports.map(
    ({ architecture = 'any', images, ...sizes }) =>
      `  ${architecture}: ${images.length} to import, ${printSizes(images.length, sizes)}\n`,
  );
  const table = textTable([['  ARCH', 'TEMPLATE', 'DATASOURCE', 'DOWNLOAD', 'STORAGE'], ...rows]);
  return `Golden images to import\n${table}${totals.join('')}`;
}

function printSizes(count: number, sizes: { download: number; ofUnknownSize: number }): string {
  const { download, ofUnknownSize } = sizes;
  if (ofUnknownSize === count) return 'of unknown size';
  return ofUnknownSize === 0
    ? printBytes(download)
    : `${printBytes(download)} and ${ofUnknownSize} of unknown size`;
}

function printLeads(leads: Leads | undefined): string {
  if (leads === undefined) return 'nothing';
  const architecture = leads.architecture ?? 'any architecture';
  return leads.kind === 'pointer' ? `${leads.target} (${architecture})` : `image (${architecture})`;
}
