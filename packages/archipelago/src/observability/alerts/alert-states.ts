import type { Alert, AlertSeverity } from './alert.ts';
import { evaluate, keyOf } from './evaluate.ts';
import type { LabelledValue, SeriesHistory } from './series-history.ts';

/** An alert whose expression holds now, for one set of labels. */
export interface ActiveAlert {
  readonly name: string;
  /** Some alerts come in two severities under one name. */
  readonly severity: AlertSeverity;
  readonly labels: LabelledValue['labels'];
  readonly state: 'pending' | 'firing';
  /** Since when its expression holds, in seconds since 1970. */
  readonly since: number;
  readonly value: number;
}

/** What is active after one more look: pending until it has held long enough, gone as soon as it does not hold. */
export function nextAlerts(
  alerts: readonly Alert[],
  before: readonly ActiveAlert[],
  history: SeriesHistory,
  now: number,
): readonly ActiveAlert[] {
  const known = new Map(before.map((each) => [identity(each), each]));
  return alerts.flatMap(({ name, severity, expression, for: wait }) =>
    evaluate(expression, history, now).map(({ labels, value }): ActiveAlert => {
      const earlier = known.get(identity({ name, severity, labels }));
      const since = earlier?.since ?? now;
      const isFiring = earlier?.state === 'firing' || now - since >= wait;
      return { name, severity, labels, value, since, state: isFiring ? 'firing' : 'pending' };
    }),
  );
}

/** The same for the same alert with the same labels. */
export function identity({
  name,
  severity,
  labels,
}: Pick<ActiveAlert, 'name' | 'severity' | 'labels'>): string {
  return `${name} ${severity} ${keyOf(labels)}`;
}
