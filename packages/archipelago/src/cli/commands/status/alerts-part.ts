import { bySeverity } from '../../../observability/alerts/told-alert.ts';
import { alertsInCluster } from '../alerts/alerts-in-cluster.ts';
import { lookedAt } from './looked-at.ts';
import type { StatusReport } from './status-schema.ts';
import type { StatusView } from './status-view.ts';

const more = 'archipelago alerts';

/** Alerts that fire. */
export async function alertsPart({ client, options }: StatusView): Promise<StatusReport['alerts']> {
  const looked = await lookedAt(() => alertsInCluster(client, options.namespace), options.advice);
  if (!('alerts' in looked)) return { ...looked, more, firing: [] };
  const firing = bySeverity(looked.alerts.filter(({ state }) => state === 'firing'));
  const serious = firing.filter(({ severity }) => severity !== 'info');
  return {
    state: serious.length === 0 ? 'well' : 'notWell',
    summary:
      firing.length === 0 ? 'none fires' : `${firing.length} ${firing.length === 1 ? 'fires' : 'fire'}`,
    problems: serious.map(({ name, severity, message }) => ({
      message: `${name} (${severity}): ${message}`,
      fix: `archipelago runbook ${name}`,
    })),
    more,
    firing: firing.map(({ name, severity, since, message }) => ({
      name,
      severity,
      ...(since === undefined ? {} : { since }),
      message,
    })),
  };
}
