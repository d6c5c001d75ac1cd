import type { JsonObject } from '@archipelago/apimachinery';
import type { Dashboard } from './model/dashboard.ts';
import { grafanaDashboard } from './printers/grafana-dashboard.ts';
import { openshiftDashboard } from './printers/openshift-dashboard.ts';
import { persesDashboard } from './printers/perses-dashboard.ts';

/** Who draws it. */
export const dashboardFormats = ['grafana', 'perses', 'openshift'] as const;

export type DashboardFormat = (typeof dashboardFormats)[number];

const printers: Readonly<Record<DashboardFormat, (dashboard: Dashboard) => JsonObject>> = {
  grafana: grafanaDashboard,
  perses: persesDashboard,
  openshift: openshiftDashboard,
};

/** The dashboard as a document of that format. */
export function printDashboard(dashboard: Dashboard, format: DashboardFormat): JsonObject {
  return printers[format](dashboard);
}
