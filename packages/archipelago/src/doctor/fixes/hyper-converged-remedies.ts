import { isJsonObject, type JsonValue, listAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { settingPaths } from '../cluster/hyper-converged-view.ts';
import { annotate, type Change, nested, type Remedying } from './remedy.ts';

/** Remedies that change the HyperConverged; what follows below it is its operator's. */
export const hyperConvergedRemedies: Readonly<Record<string, Remedying>> = {
  VD003: ({ params }, cluster) => {
    const annotation = textAt(params, 'annotation');
    if (cluster.hyperConverged.annotation(annotation) === '')
      return { refused: 'no annotation is left to remove: the operator takes the condition back itself' };
    return {
      changes: [annotate(itself(cluster), { [annotation]: null })],
      effect: 'The fields that the annotation patched go back to what the spec says.',
    };
  },
  VD007: (_, cluster) => ({
    changes: [set(cluster, 'certificates', [], usualCertificates)],
    effect: 'Certificates of the operands are made anew, once.',
  }),
  VD009: (_, cluster) => ({
    changes: [set(cluster, 'tlsProfile', [], null)],
    effect: 'The profile of the cluster holds, else Intermediate; clients that speak older TLS are refused.',
  }),
  VD012: ({ params }, cluster) => ({
    changes: [
      written(cluster, textAt(params, 'field'), valueAt(params, 'value') ?? null),
      written(cluster, textAt(params, 'former'), null),
    ],
    effect: 'None: the value that counts stays the same.',
  }),
  VD206: (_, cluster) => ({
    changes: [set(cluster, 'infra', ['tolerations'], tolerations(cluster))],
    effect: 'Pods of the infrastructure are rolled.',
  }),
  VD318: (_, cluster) => ({
    changes: [set(cluster, 'scratchClass', [], null)],
    effect: 'Imports take scratch space from the class of the disk.',
  }),
  VD322: ({ params }, cluster) => ({
    changes: [set(cluster, 'overhead', ['storageClass', textAt(params, 'class')], null)],
    effect: 'None: nothing has the class.',
  }),
  VD501: (_, cluster) => ({
    changes: [set(cluster, 'migration', ['network'], null)],
    effect: 'virt-handler is rolled and migrations use the network of pods; those that run fail.',
  }),
  VD507: (_, cluster) => ({
    changes: [set(cluster, 'evictionStrategy', [], 'LiveMigrateIfPossible')],
    effect: 'A drain shuts virtual machines down that cannot migrate, unless they say otherwise themselves.',
  }),
  VD708: (_, cluster) => ({
    changes: [set(cluster, 'cpuRatio', [], 10)],
    effect: 'Virtual machines ask for a tenth of their CPUs when they start next.',
  }),
  VD808: (_, cluster) => ({
    changes: [set(cluster, 'multiArchImages', [], true)],
    effect: 'Boot images are imported once per architecture, and need that much room.',
  }),
};

/** As they are where nobody writes anything. */
const usualCertificates = {
  ca: { duration: '48h0m0s', renewBefore: '24h0m0s' },
  server: { duration: '24h0m0s', renewBefore: '12h0m0s' },
};

function itself({ hyperConverged: { name, namespace } }: ClusterView) {
  return { fact: 'hyperConvergeds', name, namespace } as const;
}

/** At a path that a finding names. */
function written(cluster: ClusterView, path: string, value: JsonValue): Change {
  return { verb: 'patch', ...itself(cluster), patch: nested(path.split('.'), value) };
}

/** As the version that was read spells it. */
function set(
  cluster: ClusterView,
  setting: keyof typeof settingPaths,
  below: readonly string[],
  value: JsonValue,
): Change {
  const path = cluster.hyperConverged.fieldOf(setting).split('.');
  return { verb: 'patch', ...itself(cluster), patch: nested([...path, ...below], value) };
}

/** A list is replaced as a whole: those that are there stay. */
function tolerations({ hyperConverged }: ClusterView): JsonValue {
  const written = listAt(hyperConverged.placement('infra'), 'tolerations');
  const roles = ['control-plane', 'master'].map((role) => ({
    key: `node-role.kubernetes.io/${role}`,
    operator: 'Exists',
    effect: 'NoSchedule',
  }));
  const missing = roles.filter(({ key }) => !written.some((one) => isJsonObject(one) && one.key === key));
  return [...written, ...missing];
}
