import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { takes } from '../cluster/node-view.ts';
import { annotate, type Change, type Remedy, type Remedying } from './remedy.ts';

const isDefault = 'storageclass.kubernetes.io/is-default-class';
const isVirtualDefault = 'storageclass.kubevirt.io/is-default-virt-class';

/** Remedies that change objects which people look after beside the HyperConverged. */
export const objectRemedies: Readonly<Record<string, Remedying>> = {
  VD106: ({ params }) => ({
    changes: [
      {
        ...{ verb: 'patch', fact: 'subscriptions' },
        name: textAt(params, 'name'),
        namespace: textAt(params, 'namespace'),
        patch: { spec: { config: { selector: null } } },
      },
    ],
    effect: 'None: nobody reads the field.',
  }),
  VD301: ({ params }) => {
    const candidate = textAt(params, 'candidate');
    if (candidate === '') return { refused: 'there is no StorageClass that could be the default; make one' };
    const changes = [annotate(storageClass(candidate), { [isDefault]: 'true' })];
    return { changes, effect: 'Imports of boot images begin at once.' };
  },
  VD302: ({ params }) => ({ changes: removed(textsAt(params, 'others'), isDefault), effect: newVolumes }),
  VD303: ({ params }) => ({
    changes: removed(textsAt(params, 'others'), isVirtualDefault),
    effect: newVolumes,
  }),
  VD311: ({ params }) => {
    const profile = textAt(params, 'profile');
    if (params.stale === true)
      return {
        refused: `spec.snapshotClass of StorageProfile ${profile} is not set, and CDI does not clear its status: make the class again, or one for the driver`,
      };
    return {
      changes: [
        { verb: 'patch', fact: 'storageProfiles', name: profile, patch: { spec: { snapshotClass: null } } },
      ],
      effect: 'CDI chooses the snapshot class, and with it how disks are cloned.',
    };
  },
  VD315: ({ params }) => ({
    changes: [annotate(storageClass(textAt(params, 'virt')), { [isVirtualDefault]: 'true' })],
    effect: newVolumes,
  }),
  VD401: (_, cluster) => widenedHostPath(cluster),
  VD608: ({ object, params }) => ({
    changes: [
      {
        verb: 'create',
        fact: 'l2Advertisements',
        object: {
          apiVersion: 'metallb.io/v1beta1',
          kind: 'L2Advertisement',
          metadata: { name: textAt(params, 'pool'), namespace: object?.namespace ?? '' },
          spec: { ipAddressPools: [textAt(params, 'pool')] },
        },
      },
    ],
    effect: 'Addresses of the pool are announced on the networks of all nodes.',
  }),
  VD710: ({ object }) => ({
    changes: [
      {
        ...{ verb: 'patch', fact: 'deschedulers' },
        name: object?.name ?? '',
        namespace: object?.namespace ?? '',
        patch: { spec: { profiles: ['KubeVirtRelieveAndMigrate'] } },
      },
    ],
    effect: 'The descheduler looks at nodes that run virtual machines only, for all of its profiles.',
  }),
};

const newVolumes = 'New disks go elsewhere; those that are there stay.';

function storageClass(name: string) {
  return { fact: 'storageClasses', name } as const;
}

function removed(names: readonly string[], annotation: string): readonly Change[] {
  return names.map((name) => annotate(storageClass(name), { [annotation]: null }));
}

/** Volumes of nodes that it leaves would be stranded, so it is only ever widened. */
function widenedHostPath(cluster: ClusterView): Remedy {
  const [provisioner] = cluster.objects('hostPathProvisioners');
  const before = objectAt(provisioner, 'spec', 'workload');
  const after = cluster.hyperConverged.placement('workloads') ?? {};
  const left = cluster.nodes.filter((node) => takes(before, node) && !takes(after, node));
  if (left.length > 0)
    return {
      refused: `the placement of the workloads leaves out ${left.map(({ name }) => name).join(', ')}, where volumes may be: change spec.workload by hand`,
    };
  const { tolerations = null } = after;
  const nodeSelector = replaced(objectAt(before, 'nodeSelector'), after.nodeSelector);
  const affinity = replaced(objectAt(before, 'affinity'), after.affinity);
  const name = textAt(provisioner, 'metadata', 'name');
  const patch = { spec: { workload: { nodeSelector, affinity, tolerations } } };
  return {
    changes: [{ verb: 'patch', fact: 'hostPathProvisioners', name, patch }],
    effect: 'Pods that make volumes come to more nodes.',
  };
}

/** The merge patch that leaves nothing of what was there before but what is written now. */
function replaced(before: JsonObject, now: JsonValue | undefined): JsonValue {
  if (!isJsonObject(now)) return null;
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  const kept = Object.entries(now).map(([key, value]): [string, JsonValue] => {
    const old = before[key];
    return [key, isJsonObject(old) && isJsonObject(value) ? replaced(old, value) : (value ?? null)];
  });
  return Object.fromEntries([...gone.map((key): [string, JsonValue] => [key, null]), ...kept]);
}
