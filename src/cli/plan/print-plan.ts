import type { JsonValue } from '../../api/json-value.ts';
import type { Leads } from '../../golden-images/what-if.ts';
import { printBytes } from '../images/print-bytes.ts';
import { textTable } from '../up/text-table.ts';
import type { PlannedField } from './planned-fields.ts';
import type { PlannedImages } from './planned-images.ts';
import type { PlannedOperand } from './planned-operands.ts';

/** Everything the operator would do. */
export interface PlanReport {
  /** Of the HyperConverged. */
  readonly fields: readonly PlannedField[];
  readonly operands: readonly PlannedOperand[];
  readonly goldenImages: PlannedImages;
}

/** Whether anything would be done. */
export function hasChanges({ operands, goldenImages }: PlanReport): boolean {
  const { imports, removals, dataSources } = goldenImages;
  return [operands, imports, removals, dataSources].some((list) => list.length > 0);
}

/** The plan as people read it. */
export function printPlan(report: PlanReport): string {
  const sections = [
    section('HyperConverged', report.fields.map(printField)),
    section('Operands', report.operands.flatMap(printOperand)),
    ...printImages(report.goldenImages),
    hasChanges(report) ? '' : 'the operator would do nothing\n',
    printUnanswered(report.goldenImages),
  ];
  return sections.filter((text) => text !== '').join('\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function printField({ field, before, after }: PlannedField): string {
  return `${field}: ${shown(before)} → ${shown(after)}`;
}

const longestValue = 70;

function shown(value: JsonValue | undefined): string {
  const text = value === undefined ? '(none)' : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
}

function printOperand({ object, verb, fields, obstacle }: PlannedOperand): readonly string[] {
  const head = obstacle === undefined ? `${verb} ${object}` : `${verb} for ${object}: ${obstacle}`;
  const lines = fields.map(
    ({ field, before, after, because }) =>
      `  ${field}: ${shown(before)} → ${shown(after)}   because: ${because}`,
  );
  return [head, ...lines];
}

function printImages({ imports, removals, dataSources, machines }: PlannedImages): readonly string[] {
  return [
    printImports(imports),
    section(
      'Boot sources that go (what nodes or registries let go, only after a day)',
      removals.map(
        ({ namespace, dataSource, architecture = 'any' }) => `${namespace}/${dataSource}  ${architecture}`,
      ),
    ),
    section(
      'DataSources that lead elsewhere',
      dataSources.map(
        ({ namespace, name, before, after }) =>
          `${namespace}/${name}: ${printLeads(before)} → ${printLeads(after)}`,
      ),
    ),
    section(
      'VirtualMachines whose boot source changes',
      machines.map(
        ({ namespace, name, dataSource, before, after }) =>
          `${namespace}/${name} (${dataSource}): ${printLeads(before)} → ${printLeads(after)}`,
      ),
    ),
  ];
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
      architecture,
      template,
      `${namespace}/${dataSource}`,
      download === undefined ? 'unknown' : printBytes(download),
      storage ?? '',
    ]),
  );
  const totals = imports.map(({ architecture = 'any', images, download, ofUnknownSize }) => {
    const unknown = ofUnknownSize === 0 ? '' : `, ${ofUnknownSize} of unknown size`;
    return `  ${architecture}: ${images.length} to import, ${printBytes(download)}${unknown}\n`;
  });
  const table = textTable([['ARCH', 'TEMPLATE', 'DATASOURCE', 'DOWNLOAD', 'STORAGE'], ...rows]);
  return `Golden images to import\n${table}${totals.join('')}`;
}

function printLeads(leads: Leads | undefined): string {
  if (leads === undefined) return 'nothing';
  const architecture = leads.architecture ?? 'any architecture';
  return leads.kind === 'pointer' ? `${leads.target} (${architecture})` : `image (${architecture})`;
}
