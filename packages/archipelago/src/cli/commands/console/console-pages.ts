import { settingsView } from '../../../config/settings-view.ts';
import type { LookAtPage } from '../../../console/answer-api.ts';
import { remedies } from '../../../doctor/fixes/remedies.ts';
import type { Language } from '../../../doctor/language/language.ts';
import { bySeverity } from '../../../observability/alerts/told-alert.ts';
import { desiredOf, storedIn } from '../../cluster/desired-now.ts';
import { withClient, withCluster } from '../../cluster/live-cluster.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { alertsInCluster } from '../alerts/alerts-in-cluster.ts';
import { dataReport } from '../doctor/formats/data-report.ts';
import { askDoctor } from '../doctor/run-doctor.ts';
import { findBuildsNamespace } from '../layering/cluster/find-builds-namespace.ts';
import { withLayeringCluster } from '../layering/cluster/layering-cluster.ts';
import { tellLeftovers } from '../layering/cluster/tell-leftovers.ts';
import { viewConfigs } from '../layering/status/view-configs.ts';
import { lookAtStatus } from '../status/look-at-status.ts';
import { boundedFindings } from './doctor/bounded-findings.ts';
import { consoleDoctor } from './doctor/console-doctor.ts';
import { imagesPage } from './images/images-page.ts';
import { forBrowsers } from './looking/for-browsers.ts';
import { wholeLooks } from './looking/whole-looks.ts';
import { troubledMachines } from './machines/find-machines.ts';
import { boundedNodes } from './node-images/bounded-nodes.ts';
import { nodesByArchitecture } from './overview/nodes-by-architecture.ts';
import { recentChanges } from './overview/recent-changes.ts';
import { lookAtSandbox } from './sandbox/look-at-sandbox.ts';

/** The pages of the console by name: each shows what a command says with `-o json`, without what changes by itself; settings, the nodes of the overview, and what the doctor can mend, have no command. */
export function consolePages(options: LayeringClusterOptions, io: Io): ReadonlyMap<string, LookAtPage> {
  return wholeLooks({ ...options, advice: forBrowsers }, io, looksOf);
}

type Look = (io: Io) => Promise<object>;

function looksOf(options: LayeringClusterOptions): ReadonlyMap<string, Look> {
  const page = (look: Look) => look;
  return new Map([
    ['overview', page((heard) => overview(options, heard))],
    ['images', page((heard) => withCluster(options, heard, imagesPage))],
    ['doctor', page((heard) => doctor(options, 'en', heard))],
    ['doctor-ja', page((heard) => doctor(options, 'ja', heard))],
    ['alerts', page((heard) => alerts(options, heard))],
    ['settings', page((heard) => settings(options, heard))],
    ['machines', page(() => troubledMachines(options))],
    ['layering', page((heard) => layering(options, heard))],
    ['sandbox', page(() => lookAtSandbox(options))],
  ]);
}

/** What the command says, and besides the nodes and what changed lately. */
async function overview(options: LayeringClusterOptions, io: Io): Promise<object> {
  const [{ at: _at, ...report }, nodes] = await Promise.all([
    lookAtStatus(options, io),
    withClient(options, nodesByArchitecture),
  ]);
  const changes = await withClient(options, (client) => recentChanges(client, report.namespace));
  return { ...report, nodes, changes };
}

/** What the command says, in a language, bounded; and which findings it can mend. */
async function doctor(options: LayeringClusterOptions, language: Language, io: Io): Promise<object> {
  const { shown } = await askDoctor(consoleDoctor(options, language), io);
  return { ...boundedFindings(dataReport(shown)), fixable: [...remedies.keys()] };
}

async function alerts(options: LayeringClusterOptions, io: Io): Promise<object> {
  const found = await withClient(options, (client) => alertsInCluster(client, options.namespace));
  for (const note of found.notes) io.err(note);
  return { alerts: bySeverity(found.alerts) };
}

async function layering(options: LayeringClusterOptions, io: Io): Promise<object> {
  return withLayeringCluster(options, async (cluster) => {
    const namespace = await findBuildsNamespace(cluster, options);
    const configs = await viewConfigs(cluster, cluster.configs, {
      ...{ namespace, now: Date.now() },
      words: options.advice?.layering,
    });
    await tellLeftovers(cluster, namespace, io);
    return { configs: configs.map(boundedNodes) };
  });
}

async function settings(options: LayeringClusterOptions, io: Io): Promise<object> {
  return withCluster(options, io, async (cluster) => ({
    namespace: cluster.namespace,
    settings: settingsView(desiredOf(storedIn(cluster), cluster.inputs)),
  }));
}
