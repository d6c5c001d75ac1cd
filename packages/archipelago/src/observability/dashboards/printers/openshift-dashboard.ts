import type { JsonObject } from '@archipelago/apimachinery';
import type { Dashboard, Row, Variable } from '../model/dashboard.ts';
import { openshiftPanel } from './openshift-panel.ts';

/** A ConfigMap from which OpenShift's console makes a page below Observe, Dashboards. It asks the Prometheus of the cluster. */
export function openshiftDashboard(dashboard: Dashboard): JsonObject {
  const { name } = dashboard;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'openshift-config-managed',
      labels: { 'console.openshift.io/dashboard': 'true' },
    },
    data: { [`${name}.json`]: JSON.stringify(consoleDashboard(dashboard), null, 2) },
  };
}

/** In the old schema of Grafana: panels of twelve columns in rows. The console knows no newer one. */
function consoleDashboard({ name, title, variables, rows }: Dashboard): JsonObject {
  return {
    uid: name,
    title,
    schemaVersion: 16,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: variables.map(templateVariable) },
    rows: rows.map(consoleRow),
  };
}

function templateVariable({ name, title, metric, label }: Variable): JsonObject {
  return {
    name,
    label: title,
    type: 'query',
    datasource: 'prometheus',
    query: `label_values(${metric}, ${label})`,
    includeAll: true,
    allValue: '.*',
    multi: false,
    current: { text: 'All', value: '$__all' },
    refresh: 2,
    sort: 1,
    hide: 0,
  };
}

function consoleRow({ title, panels }: Row, index: number): JsonObject {
  return {
    title,
    showTitle: true,
    collapse: false,
    panels: panels.map((panel, place) => openshiftPanel(panel, (index + 1) * 100 + place)),
  };
}
