import type { Dashboard } from './model/dashboard.ts';
import { clusterDashboard } from './table/cluster-dashboard.ts';
import { layeringDashboard } from './table/layering-dashboard.ts';
import { operatorDashboard } from './table/operator-dashboard.ts';

/** Every dashboard; files for Grafana, Perses and OpenShift are printed from it. */
export const dashboardTable: readonly Dashboard[] = [clusterDashboard, layeringDashboard, operatorDashboard];
