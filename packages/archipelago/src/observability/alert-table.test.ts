import { describe, expect, it } from 'vitest';
import { exampleAlerts } from '../../../../test/support/example-alerts.ts';
import { topics } from '../doctor/checks.ts';
import { alertTable } from './alert-table.ts';
import type { Alert, AlertExample } from './alerts/alert.ts';
import { selectorsIn } from './alerts/expression.ts';
import { metricTable } from './metric-table.ts';

/** Labels of what fires at each minute. */
function firings(alert: Alert, example: AlertExample): readonly (readonly object[])[] {
  return exampleAlerts(alert, example).map((active) => active.map(({ labels }) => labels));
}

const cases = alertTable.flatMap((alert) =>
  alert.examples.map(
    (example) => [`${alert.name} (${alert.severity}) ${example.does}`, alert, example] as const,
  ),
);

describe('alerts', () => {
  it.each(cases)('%s', (_, alert, example) => {
    const found = firings(alert, example);
    const at = Object.keys(example.at).map(Number);
    expect(Object.fromEntries(at.map((minute) => [minute, found[minute]]))).toEqual(example.at);
  });

  it.each(alertTable.map((alert) => [`${alert.name} (${alert.severity})`, alert] as const))(
    '%s reads metrics that there are, by labels that they have',
    (_, alert) => {
      const ours = Object.values(metricTable).map((each): readonly [string, readonly string[]] => [
        each.name,
        each.labels,
      ]);
      // Prometheus has that one itself
      const labels = new Map([...ours, ['up', ['pod']] as const]);
      for (const { metric, where } of selectorsIn(alert.expression))
        expect(labels.get(metric) ?? metric).toEqual(expect.arrayContaining(Object.keys(where)));
    },
  );

  it.each(alertTable.map((alert) => [`${alert.name} (${alert.severity})`, alert] as const))(
    '%s has examples in which it fires, ends, waits where it has to last, and keeps quiet about what is nearly so',
    (_, { examples, for: wait }) => {
      const stories = examples.map(({ at }) =>
        Object.entries(at)
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([, labels]) => (labels.length > 0 ? 'fires' : 'quiet'))
          .join(' '),
      );
      expect(stories).toContainEqual(expect.stringMatching(/fires.* quiet/));
      if (wait > 0) expect(stories).toContainEqual(expect.stringMatching(/quiet.* fires/));
      expect(stories).toContainEqual(expect.stringMatching(/^quiet( quiet)*$/));
    },
  );

  it('name checks of the doctor that there are', () => {
    const codes = topics.flatMap((topic) => topic.checks).map(({ code }) => code);
    for (const { finding } of alertTable) if (finding !== undefined) expect(codes).toContain(finding);
  });
});
