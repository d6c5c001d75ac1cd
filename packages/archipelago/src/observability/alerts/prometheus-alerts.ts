import type { JsonObject } from '@archipelago/apimachinery';
import type { Alert } from './alert.ts';
import type { ActiveAlert } from './alert-states.ts';
import { fillText } from './fill-text.ts';
import { operatorLabels } from './rule-groups.ts';

/** Active alerts as the API of Prometheus tells them (`GET /api/v1/alerts`); undefined: who does not lead knows none. */
export function prometheusAlerts(
  alerts: readonly Alert[],
  active: readonly ActiveAlert[] | undefined,
): JsonObject {
  if (active === undefined)
    return { status: 'error', error: 'this process does not lead, or has not looked yet; ask again' };
  return {
    status: 'success',
    data: { alerts: active.flatMap((each): readonly JsonObject[] => told(alerts, each)) },
  };
}

function told(alerts: readonly Alert[], active: ActiveAlert): readonly JsonObject[] {
  const { name, severity, labels, state, since, value } = active;
  const alert = alerts.find((each) => each.name === name && each.severity === severity);
  if (alert === undefined) return [];
  const told = {
    labels: {
      alertname: name,
      ...labels,
      ...operatorLabels,
      severity,
      operator_health_impact: alert.impact,
    },
    annotations: {
      summary: fillText(alert.summary, active),
      description: fillText(alert.description, active),
    },
    state,
    activeAt: new Date(since * 1_000).toISOString(),
    value: String(value),
  };
  return [told];
}
