import type { JsonObject } from '@archipelago/apimachinery';
import { alertTable } from '../../../observability/alert-table.ts';
import { ruleGroups, runbookUrl } from '../../../observability/alerts/rule-groups.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';

export interface AlertRulesOptions {
  readonly runbookUrlTemplate?: string;
  readonly output: Output;
}

/** Prints the rules as a Prometheus loads them. Needs no cluster. */
export async function runAlertRules(
  { runbookUrlTemplate, output }: AlertRulesOptions,
  io: Io,
): Promise<number> {
  const groups = ruleGroups(alertTable, runbookUrl(parseTemplate(runbookUrlTemplate)));
  const file: JsonObject = { groups };
  io.out(printData(file, output));
  return 0;
}

/** Reads `--runbook-url-template`. */
function parseTemplate(template: string | undefined): string | undefined {
  if (template === undefined) return undefined;
  if (template.split('%s').length === 2 && URL.canParse(template.replace('%s', 'X'))) return template;
  throw new UsageError(
    `--runbook-url-template ${JSON.stringify(template)}: must be an address with one %s, where the name of the alert goes`,
  );
}
