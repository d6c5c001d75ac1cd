import type { JsonObject } from '@archipelago/apimachinery';
import type { Alert } from './alert.ts';
import { templateText } from './fill-text.ts';
import { printDuration } from './print-duration.ts';
import { printPromql } from './print-promql.ts';
import { recordingRules } from './recording-rules.ts';

/** Says for each alert where its runbook is; undefined: there is no page. */
type RunbookUrl = (alert: Alert) => string | undefined;

const upstreamPages = 'https://kubevirt.io/monitoring/runbooks/';

/** Upstream's pages for upstream's alerts; with a template, in which `%s` stands for the name, that one for all. */
export function runbookUrl(template?: string): RunbookUrl {
  return ({ name, origin }) => {
    if (template !== undefined) return template.replace('%s', encodeURIComponent(name));
    return origin === 'upstream' ? `${upstreamPages}${name}` : undefined;
  };
}

/** Groups of rules as a Prometheus loads them, and as a PrometheusRule holds them; the operator's namespace is for the commands they name. */
export function ruleGroups(
  alerts: readonly Alert[],
  urlOf: RunbookUrl,
  namespace?: string,
): readonly JsonObject[] {
  return [
    { name: 'archipelago.alerts', rules: alerts.map((alert) => alertRule(alert, urlOf(alert), namespace)) },
    { name: 'archipelago.records', rules: recordingRules.map((rule) => ({ ...rule })) },
  ];
}

/** Labels that every alert of the operator has, so that routes and the health of the whole find it. */
export const operatorLabels = {
  kubernetes_operator_part_of: 'kubevirt',
  kubernetes_operator_component: 'hyperconverged-cluster-operator',
} as const;

function alertRule(alert: Alert, url: string | undefined, namespace: string | undefined): JsonObject {
  const { name, severity, impact, summary, description } = alert;
  return {
    alert: name,
    expr: printPromql(alert.expression),
    ...(alert.for === 0 ? {} : { for: printDuration(alert.for) }),
    labels: { ...operatorLabels, severity, operator_health_impact: impact },
    annotations: {
      summary: templateText(summary),
      description: templateText(description),
      runbook_command: `archipelago runbook ${name}${namespace === undefined ? '' : ` -n ${namespace}`}`,
      ...(url === undefined ? {} : { runbook_url: url }),
    },
  };
}
