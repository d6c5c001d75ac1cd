import { alertTable } from '../../../observability/alert-table.ts';
import { runbookText } from '../../../observability/alerts/runbook-text.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { similar } from '../../text/similar.ts';
import { textTable } from '../../text/text-table.ts';
import { type ToldRunbook, toldRunbook } from './told-runbook.ts';

export interface RunbookOptions extends Pick<AnswerFlags, 'output'> {
  readonly namespace: string;
}

/** Prints the runbook of an alert, or which there are. Needs no cluster. */
export async function runRunbook(
  name: string | undefined,
  { namespace: given, ...flags }: RunbookOptions,
  io: Io,
): Promise<number> {
  const namespace = parseNamespace('--namespace', given);
  const chosen = alertTable.filter((alert) => name === undefined || alert.name === name);
  if (chosen.length === 0) throw new UsageError(unknown(name ?? ''));
  const report: RunbookReport = chosen.map((alert) => toldRunbook(alert, namespace));
  return answered(flags, io, async () => ({
    data: report,
    print: (isWide) => (name === undefined ? list(isWide) : runbookText(chosen, namespace)),
    names: [...new Set(chosen.map((alert) => alert.name))],
    code: 0,
  }));
}

function unknown(name: string): string {
  const names = [...new Set(alertTable.map((alert) => alert.name))];
  const near = similar(name, names);
  const hint = near.length === 0 ? '' : ` Do you mean ${near.join(' or ')}?`;
  return `${name}: no such alert.${hint} archipelago runbook lists all.`;
}

function list(isWide: boolean): string {
  const wide = (cell: string) => (isWide ? [cell] : []);
  const rows = alertTable.map(({ name, severity, summary, description }) => [
    ...[name, severity, summary],
    ...wide(description),
  ]);
  return textTable([['ALERT', 'SEVERITY', 'SAYS', ...wide('DESCRIPTION')], ...rows]);
}

/** What `runbook` tells programs: of each alert that is meant. */
export type RunbookReport = readonly ToldRunbook[];
