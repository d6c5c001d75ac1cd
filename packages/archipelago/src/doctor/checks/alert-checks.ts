import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { alertTable } from '../../observability/alert-table.ts';
import { selectorsIn } from '../../observability/alerts/expression.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** What the operator tells by alerts, and no other check finds. */
export const alertChecks: readonly Check[] = [
  {
    code: 'VD011',
    title: 'No alert of the operator fires',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds'],
    message: 'Alert {alert} fires since {since}: {said}',
    impact: 'What the alert says.',
    fix: 'follow its runbook',
    commands: ['archipelago runbook {alert}'],
    falsePositives: 'alerts that another check finds are left out',
    find: nothingFires,
  },
];

/** Alerts with a check of their own, and those that the doctor himself has caused: he does not repeat himself. */
const toldElsewhere = new Set(
  alertTable
    .filter(
      ({ finding, expression }) =>
        finding !== undefined ||
        selectorsIn(expression).some(({ metric }) => metric === 'archipelago_doctor_findings'),
    )
    .map(({ name }) => name),
);

function nothingFires({ hyperConverged, itself }: ClusterView): Outcome {
  return objectsAt(hyperConverged.object, 'status', 'alerts').flatMap((alert): readonly Found[] => {
    const name = textAt(alert, 'name');
    if (name === '' || toldElsewhere.has(name)) return [];
    const params: JsonObject = { alert: name, since: textAt(alert, 'since'), said: textAt(alert, 'message') };
    return [{ object: itself, params }];
  });
}
