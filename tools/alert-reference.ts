import type { Alert } from '../packages/archipelago/src/observability/alerts/alert.ts';
import { printDuration } from '../packages/archipelago/src/observability/alerts/print-duration.ts';
import { printPromql } from '../packages/archipelago/src/observability/alerts/print-promql.ts';

/** A page about all alerts. */
export function alertReference(alerts: readonly Alert[]): string {
  const rows = alerts.map(({ name, severity, summary, finding = '', ...alert }) => {
    const lasting = alert.for === 0 ? 'at once' : printDuration(alert.for);
    const expression = `\`${printPromql(alert.expression).replaceAll('|', '\\|')}\``;
    return `| [${name}](runbooks/${name}.md) | ${severity} | ${lasting} | ${summary} | ${finding} | ${expression} |`;
  });
  return [
    '# Alerts',
    'Made from the table of alerts. `archipelago alerts` prints which fire, `archipelago runbook NAME` what to do, `archipelago alerts rules` these rules for a Prometheus.',
    ['| alert | severity | after | says | doctor | fires on |', '|---|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}
