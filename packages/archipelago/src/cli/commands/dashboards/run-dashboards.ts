import { dashboardTable } from '../../../observability/dashboards/dashboard-table.ts';
import type { Dashboard } from '../../../observability/dashboards/model/dashboard.ts';
import { type DashboardFormat, printDashboard } from '../../../observability/dashboards/print-dashboard.ts';
import type { Answer } from '../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { similar } from '../../text/similar.ts';
import { textTable } from '../../text/text-table.ts';

export interface DashboardsOptions extends Pick<AnswerFlags, 'output'> {
  readonly format?: DashboardFormat;
}

/** What each reader is used to; Grafana imports nothing but JSON. */
const usualOutputs: Readonly<Record<DashboardFormat, Output>> = {
  grafana: 'json',
  perses: 'yaml',
  openshift: 'yaml',
};

/** Prints dashboards for who draws them, or which there are. Needs no cluster. */
export async function runDashboards(
  name: string | undefined,
  { format, output }: DashboardsOptions,
  io: Io,
): Promise<number> {
  const chosen = dashboardTable.filter((dashboard) => name === undefined || dashboard.name === name);
  if (chosen.length === 0) throw new UsageError(unknown(name ?? ''));
  if (name === undefined && format === undefined)
    return answered(output === undefined ? {} : { output }, io, list);
  if (output === 'wide' || output === 'name')
    throw new UsageError(`-o ${output}: is for the list of dashboards; give yaml or json`);
  io.out(documents(chosen, format, output));
  return 0;
}

function unknown(name: string): string {
  const names = dashboardTable.map((dashboard) => dashboard.name);
  const near = similar(name, names);
  const hint = near.length === 0 ? '' : ` Do you mean ${near.join(' or ')}?`;
  return `${name}: no such dashboard.${hint} archipelago dashboards lists all.`;
}

/** What `dashboards` without a name tells programs. */
export type DashboardsReport = readonly Pick<Dashboard, 'name' | 'title' | 'description'>[];

async function list(): Promise<Answer> {
  const report: DashboardsReport = dashboardTable.map(({ name, title, description }) => ({
    ...{ name, title, description },
  }));
  return {
    data: report,
    print: (isWide) => {
      const wide = (cell: string) => (isWide ? [cell] : []);
      const rows = dashboardTable.map(({ name, title, description }) => [name, title, ...wide(description)]);
      return textTable([['DASHBOARD', 'TITLE', ...wide('DESCRIPTION')], ...rows]);
    },
    names: dashboardTable.map(({ name }) => name),
    code: 0,
  };
}

/** One document; of several, YAML documents one after the other, or in JSON a list: kubectl reads a List. */
function documents(
  chosen: readonly Dashboard[],
  format: DashboardFormat = 'grafana',
  output: Output = usualOutputs[format],
): string {
  const printed = chosen.map((dashboard) => printDashboard(dashboard, format));
  const [first] = printed;
  if (printed.length === 1 && first !== undefined) return printData(first, output);
  if (output === 'yaml') return printed.map((each) => printData(each, 'yaml')).join('---\n');
  const isForKubectl = format === 'openshift';
  return printData(isForKubectl ? { apiVersion: 'v1', kind: 'List', items: printed } : printed, 'json');
}
