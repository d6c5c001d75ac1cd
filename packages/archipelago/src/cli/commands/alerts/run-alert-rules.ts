import type { JsonObject } from '@archipelago/apimachinery';
import { alertTable } from '../../../observability/alert-table.ts';
import { ruleGroups, runbookUrl } from '../../../observability/alerts/rule-groups.ts';
import { parseRunbookUrlTemplate } from '../../flags/parse-runbook-url-template.ts';
import type { Io } from '../../process/io.ts';
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
  const groups = ruleGroups(alertTable, runbookUrl(parseRunbookUrlTemplate(runbookUrlTemplate)));
  const file: JsonObject = { groups };
  io.out(printData(file, output));
  return 0;
}
