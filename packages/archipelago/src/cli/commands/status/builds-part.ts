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
  const missing = await missingIn(view);
  if (missing !== undefined) return absent(missing);
  const { options, namespace, now } = view;
  const look = () =>
    withLayeringCluster(options, async (cluster) => {
      const builds = await findBuildsNamespace(cluster, { namespace: options.namespace ?? namespace });
      return { views: await viewConfigs(cluster, cluster.configs, { namespace: builds, now }) };
    });
  const looked = await lookedAt(look, options.advice);
  return 'views' in looked ? ofViews(looked.views) : { ...looked, more, configs: [] };
}

/** What there is none of; undefined: there is something to look at, or something that may not be looked at. */
async function missingIn({ client }: StatusView): Promise<string | undefined> {
  const listed = await Promise.all(layeringGroups.map((group) => client.list(configKinds[group])));
  const served = listed.filter((each) => each.ok || each.status.code !== 404);
  if (served.length === 0) return 'layering is not installed';
  return served.every((each) => each.ok && each.value.items.length === 0) ? 'no MachineOSConfig' : undefined;
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
