import { isJsonObject, type JsonObject, type JsonValue, objectAt, textAt } from '@archipelago/apimachinery';
import type { Alert, AlertSeverity } from './alert.ts';
import type { ActiveAlert } from './alert-states.ts';
import { fillText } from './fill-text.ts';

/** An alert that fires, as `status.alerts` of the HyperConverged holds it. */
export interface ToldAlert {
  readonly name: string;
  readonly severity: AlertSeverity;
  readonly labels: Readonly<Record<string, string>>;
  /** RFC 3339: since when it is so. */
  readonly since: string;
  readonly message: string;
}

/** Undefined: an alert that is not in the table any more. */
export function toldAlert(alerts: readonly Alert[], active: ActiveAlert): ToldAlert | undefined {
  const { name, severity, labels, since } = active;
  const alert = alerts.find((each) => each.name === name && each.severity === severity);
  if (alert === undefined) return undefined;
  const message = `${fillText(alert.summary, active)}. ${fillText(alert.description, active)}`;
  return { name, severity, labels, since: new Date(since * 1_000).toISOString(), message };
}

/** Reads `status.alerts`; what is none is left out. */
export function parseToldAlerts(value: JsonValue | undefined): readonly ToldAlert[] {
  return (Array.isArray(value) ? value : []).filter(isJsonObject).flatMap((each): readonly ToldAlert[] => {
    const severity = severities.find((one) => one === each.severity);
    const [name, since] = [textAt(each, 'name'), textAt(each, 'since')];
    if (severity === undefined || name === '' || Number.isNaN(Date.parse(since))) return [];
    return [
      { name, severity, since, labels: textsIn(objectAt(each, 'labels')), message: textAt(each, 'message') },
    ];
  });
}

const severities = ['critical', 'warning', 'info'] as const;

function textsIn(object: JsonObject | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(object ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The most serious first, then by name. */
export function bySeverity<T extends Pick<ToldAlert, 'severity' | 'name'>>(
  alerts: readonly T[],
): readonly T[] {
  const rank = ({ severity, name }: T) => `${severities.indexOf(severity)} ${name}`;
  return [...alerts].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
