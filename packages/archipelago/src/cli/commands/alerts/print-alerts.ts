import { alertTable } from '../../../observability/alert-table.ts';
import type { Alert } from '../../../observability/alerts/alert.ts';
import { printAge } from '../../text/print-age.ts';
import { wrapped } from '../../text/wrapped.ts';
import type { ShownAlert } from './shown-alert.ts';
import { usualNamespace } from './usual-namespace.ts';

interface Print {
  /** Of the operator. */
  readonly namespace: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Labels, too. */
  readonly isWide: boolean;
}

/** What fires or soon will: for each what, since when, why, and the first command of its runbook. */
export function printAlerts(alerts: readonly ShownAlert[], print: Print): string {
  if (alerts.length === 0) return 'No alert fires.\n';
  const firing = alerts.filter(({ state }) => state === 'firing').length;
  const blocks = alerts.map((alert) => block(alert, print));
  return `${blocks.join('\n')}\n${firing} firing, ${alerts.length - firing} pending\n`;
}

function block(alert: ShownAlert, { namespace, now, isWide }: Print): string {
  const { name, severity, state, since, message, labels } = alert;
  const shown = isWide ? Object.entries(labels).map(([key, value]) => `${key}=${value}`) : [];
  const age =
    since === undefined
      ? ''
      : ` since ${since.replace(/\.\d+Z$/, 'Z')} (${printAge(Date.parse(since), now)})`;
  const next = firstCommand(alertTable.find((each) => each.name === name))?.replaceAll(
    '{namespace}',
    namespace,
  );
  return [
    `${name}  ${severity}  ${state}${age}\n`,
    wrapped('  ', message),
    ...(shown.length === 0 ? [] : [`  labels:  ${shown.join(',')}\n`]),
    ...(next === undefined ? [] : [`  first:   ${next}\n`]),
    `  runbook: archipelago runbook ${name}${namespace === usualNamespace ? '' : ` -n ${namespace}`}\n`,
  ].join('');
}

function firstCommand(alert: Alert | undefined): string | undefined {
  return alert?.runbook.diagnosis.find(({ run }) => run !== undefined)?.run;
}
