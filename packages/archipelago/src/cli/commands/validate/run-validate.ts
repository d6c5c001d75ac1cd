import { type AdmissionRequest, admit, type Verdict } from '../../../config/admit.ts';
import type { FieldFinding } from '../../../config/framework/setting.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import { type ClusterChoice, loadCluster, loadHyperConverged } from '../../input/load-input.ts';
import { report, unknownField } from '../../input/report.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { jsonText } from '../../text/json-text.ts';
import { type Output, printData } from '../../text/print-data.ts';

export interface ValidateOptions extends ClusterChoice {
  readonly filename: string;
  readonly old?: string;
  readonly operation?: AdmissionRequest['operation'];
  readonly output?: Output;
  readonly strict?: boolean;
}

/** Prints the verdict; 0 when accepted without unknown fields, otherwise 1. */
export async function runValidate(options: ValidateOptions, io: Io): Promise<number> {
  const source = await loadHyperConverged(options.filename, io);
  const old = options.old === undefined ? undefined : await loadHyperConverged(options.old, io);
  const operation = options.operation ?? (old === undefined ? 'create' : 'update');
  if ((operation === 'update') !== (old !== undefined)) {
    throw new UsageError(
      `--operation ${operation} ${operation === 'update' ? 'needs' : 'does not go with'} --old`,
    );
  }
  const cluster = await loadCluster(options, io);
  const object = source.manifest.object;
  const request = { operation, object, oldObject: old?.manifest.object, ...cluster };
  const verdict = admit(request, await loadEngines(object));
  const unknown = verdict.unknownFields.map((field) =>
    unknownField(field, options.strict ? 'error' : 'warning'),
  );
  const findings = [...verdict.findings, ...unknown];
  if (options.output !== undefined) io.out(printData(answer(verdict, findings), options.output));
  else {
    report(findings, source, io);
    io.out(summary(findings, unknown.length));
  }
  return verdict.allowed && unknown.length === 0 ? 0 : 1;
}

/** What `validate` tells programs. */
export interface ValidateReport {
  readonly allowed: boolean;
  /** What refuses it; null: nothing does. */
  readonly decidedBy: string | null;
  /** Of the first refusal. */
  readonly field: string | null;
  /** The first refusal; empty: there is none. */
  readonly message: string;
  readonly warnings: readonly string[];
  readonly findings: readonly FieldFinding[];
}

function answer(verdict: Verdict, findings: readonly FieldFinding[]): ValidateReport {
  const refusal = findings.find(({ level }) => level === 'error');
  const decidedBy = verdict.allowed ? (refusal === undefined ? null : 'schema') : verdict.decidedBy;
  return {
    allowed: verdict.allowed && refusal === undefined,
    decidedBy,
    field: refusal?.at ?? null,
    message: refusal === undefined ? '' : sentence(refusal),
    warnings: findings.filter(({ level }) => level === 'warning').map(sentence),
    findings,
  };
}

function sentence({ at, value, message }: FieldFinding): string {
  return `${at}: ${value === undefined ? '' : `${jsonText(value)} `}${message}`;
}

function summary(findings: readonly FieldFinding[], unknown: number): string {
  const refused = findings.filter(({ level }) => level === 'error').length;
  if (refused > 0) return `refused: ${counted(refused, 'reason')}\n`;
  const warnings = findings.length - unknown;
  const notes = [
    ...(unknown > 0 ? [counted(unknown, 'unknown field')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return notes.length === 0 ? 'accepted\n' : `accepted, with ${notes.join(' and ')}\n`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
