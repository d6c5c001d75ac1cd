import { locateField } from '../../config/framework/field-path.ts';
import type { FieldFinding } from '../../config/framework/setting.ts';
import type { Io } from '../process/io.ts';
import { jsonText } from '../text/json-text.ts';
import type { HyperConvergedFile } from './load-input.ts';
import { place } from './manifest-problem.ts';

const longestValue = 80;

/** One line per finding: where, what, why; and what to do about it. */
function printFinding(finding: FieldFinding, { file, manifest }: HyperConvergedFile): string {
  const where = place(file, manifest.positionOf(locateField(finding.at, manifest.object)));
  const value = finding.value === undefined ? '' : `${shortened(jsonText(finding.value))}: `;
  const level = finding.level === 'warning' ? 'warning: ' : '';
  return `${where}: ${level}${finding.at}: ${value}${finding.message}\n  fix: ${finding.fix}\n`;
}

function shortened(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue)}… (${text.length} characters)`;
}

/** A field the schema does not have, as a finding. */
export function unknownField(field: string, level: FieldFinding['level']): FieldFinding {
  const fix = 'check the spelling, or remove it';
  const message =
    level === 'warning'
      ? 'is no field of a HyperConverged; it is dropped'
      : 'is no field of a HyperConverged';
  return { level, at: field, reason: 'Invalid', message, fix };
}

/** Writes findings to standard error, refusals first. */
export function report(findings: readonly FieldFinding[], source: HyperConvergedFile, io: Io): void {
  const refusals = findings.filter(({ level }) => level === 'error');
  const warnings = findings.filter(({ level }) => level === 'warning');
  for (const finding of [...refusals, ...warnings]) io.err(printFinding(finding, source));
}
