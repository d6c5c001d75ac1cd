import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import { names } from '../api/layering-names.ts';
import { oncePerList } from './once-per-list.ts';

/** Objects by one thing, worked out once for each list. */
function indexBy(keyOf: (object: KubernetesObject) => string | undefined) {
  return oncePerList((objects: readonly KubernetesObject[]) => groupedBy(objects, keyOf));
}

export const objectsByName = indexBy(({ metadata }) => metadata.name);

export const buildsByConfig = indexBy((build) => textAt(build, 'spec', 'machineOSConfig', 'name'));

export const configMapsByConfig = indexBy(({ metadata }) => metadata.annotations?.[names.configName]);

/** What jobs have reported, by the uid of the job. */
export const resultsByJob = indexBy(({ metadata: { labels = {} } }) =>
  labels[names.component] === 'result' ? labels[names.jobUid] : undefined,
);

/** What is kept of logs, by the build of the jobs. */
export const logsByBuild = indexBy(({ metadata: { labels = {} } }) =>
  labels[names.component] === 'log' ? labels[names.build] : undefined,
);

type ByValue = ReadonlyMap<string, readonly KubernetesObject[]>;

const byLabels = oncePerList<KubernetesObject, Map<string, ByValue>>(() => new Map());

/** Objects that have all of these labels; every object has none. */
export function withLabels(
  objects: readonly KubernetesObject[],
  labels: Readonly<Record<string, string>>,
): readonly KubernetesObject[] {
  const [first, ...others] = Object.entries(labels);
  if (first === undefined) return objects;
  const [key, value] = first;
  const known = byLabels(objects).get(key) ?? byLabel(objects, key);
  byLabels(objects).set(key, known);
  return (known.get(value) ?? []).filter(({ metadata }) =>
    others.every(([name, text]) => metadata.labels?.[name] === text),
  );
}

function byLabel(objects: readonly KubernetesObject[], key: string): ByValue {
  return groupedBy(objects, ({ metadata }) => metadata.labels?.[key]);
}
