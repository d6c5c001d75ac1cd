import type { Alert } from '../../../observability/alerts/alert.ts';

/** What programs are told of an alert and its runbook. */
export type ToldRunbook = Pick<Alert, 'name' | 'severity' | 'summary' | 'description' | 'runbook'>;

/** An alert with its runbook, with the operator's namespace in the commands. */
export function toldRunbook(
  { name, severity, summary, description, runbook }: ToldRunbook,
  namespace: string,
): ToldRunbook {
  const text = JSON.stringify({ name, severity, summary, description, runbook });
  return JSON.parse(text.replaceAll('{namespace}', namespace));
}
