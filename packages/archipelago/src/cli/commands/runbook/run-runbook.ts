import { alertTable } from '../../../observability/alert-table.ts';
import { runbookText } from '../../../observability/alerts/runbook-text.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { similar } from '../../text/similar.ts';
import { textTable } from '../../text/text-table.ts';

export interface RunbookOptions {
  readonly namespace: string;
  readonly output?: Output;
}

/** Prints the runbook of an alert, or which there are. Needs no cluster. */
export async function runRunbook(
  name: string | undefined,
  { namespace: given, output }: RunbookOptions,
  io: Io,
): Promise<number> {
  const namespace = parseNamespace('--namespace', given);
  const chosen = alertTable.filter((alert) => name === undefined || alert.name === name);
  if (chosen.length === 0) throw new UsageError(unknown(name ?? ''));
  if (output !== undefined)
    io.out(
      printData(
        chosen.map((alert) => dataOf(alert, namespace)),
        output,
      ),
    );
  else io.out(name === undefined ? list() : runbookText(chosen, namespace));
  return 0;
}

function unknown(name: string): string {
  const names = [...new Set(alertTable.map((alert) => alert.name))];
  const near = similar(name, names);
  const hint = near.length === 0 ? '' : ` Do you mean ${near.join(' or ')}?`;
  return `${name}: no such alert.${hint} archipelago runbook lists all.`;
}

function list(): string {
  const rows = alertTable.map(({ name, severity, summary }) => [name, severity, summary]);
  return textTable([['ALERT', 'SEVERITY', 'SAYS'], ...rows]);
}

function dataOf(
  { name, severity, summary, description, runbook }: (typeof alertTable)[number],
  namespace: string,
) {
  const text = JSON.stringify({ name, severity, summary, description, runbook });
  return JSON.parse(text.replaceAll('{namespace}', namespace));
}
