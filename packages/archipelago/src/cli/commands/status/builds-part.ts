import type { ConfigView } from '../../../layering/view/config-view.ts';
import { configKinds, layeringGroups } from '../../../operator/layering/layering-kinds.ts';
import { findBuildsNamespace } from '../layering/cluster/find-builds-namespace.ts';
import { withLayeringCluster } from '../layering/cluster/layering-cluster.ts';
import { viewConfigs } from '../layering/status/view-configs.ts';
import { lookedAt } from './looked-at.ts';
import type { StatusReport } from './status-schema.ts';
import type { StatusView } from './status-view.ts';

type Builds = StatusReport['builds'];

const more = 'archipelago layering status';

/** How images of node pools are. */
export async function buildsPart(view: StatusView): Promise<Builds> {
  if (!(await isServed(view))) return absent('layering is not installed');
  const { options, namespace, now } = view;
  const looked = await lookedAt(() =>
    withLayeringCluster(options, async (cluster) => {
      const builds = await findBuildsNamespace(cluster, { namespace: options.namespace ?? namespace });
      return { views: await viewConfigs(cluster, cluster.configs, { namespace: builds, now }) };
    }),
  );
  return 'views' in looked ? ofViews(looked.views) : { ...looked, more, configs: [] };
}

/** Whether there is anything to look at, or anything that may not be looked at. */
async function isServed({ client }: StatusView): Promise<boolean> {
  const listed = await Promise.all(layeringGroups.map((group) => client.list(configKinds[group])));
  return listed.some((each) => (each.ok ? each.value.items.length > 0 : each.status.code !== 404));
}

function absent(summary: string): Builds {
  return { state: 'absent', summary, problems: [], more, configs: [] };
}

function ofViews(views: readonly ConfigView[]): Builds {
  if (views.length === 0) return absent('no MachineOSConfig');
  const fine = views.filter(({ state }) => state === 'fine').length;
  return {
    state: fine === views.length ? 'well' : 'notWell',
    summary: `${fine} of ${views.length} fine`,
    problems: views.filter(({ state }) => state !== 'fine').map(problemOf),
    more,
    configs: views.map(({ name, group, state }) => ({ name, group, state })),
  };
}

function problemOf({ name, state, build, conditions, findings }: ConfigView) {
  const object = `MachineOSConfig/${name}`;
  const [told] = [...findings.filter(({ level }) => level !== 'info'), ...conditions];
  const because = told?.message ?? build?.message;
  return { object, message: because === undefined ? state : `${state}: ${because}` };
}
