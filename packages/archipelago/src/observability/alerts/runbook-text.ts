import type { Alert, Mitigation, RunbookStep } from './alert.ts';
import { printDuration } from './print-duration.ts';
import { printPromql } from './print-promql.ts';

/** The runbook of alerts that share a name, as a Markdown page, with the operator's namespace in its commands. */
export function runbookText(alerts: readonly Alert[], namespace: string): string {
  const [first] = alerts;
  if (first === undefined) return '';
  const { name, runbook } = first;
  const page = [
    `# ${name}`,
    ...alerts.map(factsOf),
    ...section('Meaning', [runbook.meaning]),
    ...section('Impact', [runbook.impact]),
    ...section('Diagnosis', runbook.diagnosis.flatMap(stepText)),
    '## Mitigation',
    ...runbook.mitigations.flatMap(mitigationText),
  ];
  return `${page.join('\n\n').replaceAll('{namespace}', namespace)}\n`;
}

function factsOf({ severity, expression, finding, ...alert }: Alert): string {
  const lasting = alert.for === 0 ? '' : ` for ${printDuration(alert.for)}`;
  const check = finding === undefined ? '' : ` The doctor finds the same as ${finding}.`;
  return `**${severity}**: fires when \`${printPromql(expression)}\`${lasting}.${check}`;
}

function section(title: string, paragraphs: readonly string[]): readonly string[] {
  return [`## ${title}`, ...paragraphs];
}

function stepText({ say, run }: RunbookStep): readonly string[] {
  return run === undefined ? [say] : [say, `\`\`\`sh\n${run}\n\`\`\``];
}

function mitigationText({ title, when, steps }: Mitigation): readonly string[] {
  const suits = when === undefined ? [] : [`When ${when}:`];
  return [`### ${title}`, ...suits, ...steps.flatMap(stepText)];
}
