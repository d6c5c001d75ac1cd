import type { KubernetesObject } from '@archipelago/apimachinery';
import { conditionOf, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Sample } from '../../observability/metric-values.ts';

/** Since when the counts of nodes are as they are, by config; what was before this process began it does not know. */
export class RolloutProgress {
  readonly #seen = new Map<string, { readonly counts: string; readonly at: number }>();

  /** Of configs whose nodes are to get their image, and do not all have it; `now` in milliseconds since 1970. */
  lines(configs: readonly KubernetesObject[], now: number): readonly Sample[] {
    const open = configs.filter(isUnderWay);
    const names = new Set(open.map(({ metadata }) => metadata.name));
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    return open.map((config) => {
      const { name } = config.metadata;
      const counts = JSON.stringify(objectsAt(config, 'status', 'machineCounts'));
      const known = this.#seen.get(name);
      const since = known?.counts === counts ? known : { counts, at: now };
      this.#seen.set(name, since);
      return { labels: { config: name }, value: since.at / 1000 };
    });
  }
}

/** Nobody waits for nodes where people have chosen that nothing is rolled out. */
const chosen = ['RolloutOff', 'RolloutManual', 'PoolPaused'];

function isUnderWay(config: KubernetesObject): boolean {
  const condition = conditionOf(config, 'NodesUpdated');
  return condition?.status === 'False' && !chosen.includes(textAt(condition, 'reason'));
}
