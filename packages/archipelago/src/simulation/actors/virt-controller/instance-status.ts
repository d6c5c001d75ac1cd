import { type JsonObject, type KubernetesObject, timestamp } from '@archipelago/apimachinery';
import { type PlainCondition, timedConditions } from '../timed-conditions.ts';

/** Where a VirtualMachineInstance stands. */
export type InstanceState =
  | { readonly is: 'waiting'; readonly message: string }
  | { readonly is: 'unschedulable'; readonly message: string }
  | { readonly is: 'scheduled'; readonly node: string }
  | {
      readonly is: 'running';
      readonly node: string;
      /** Why it never boots. */
      readonly neverBoots: string | undefined;
      /** A disk that keeps it from migrating. */
      readonly unshared: string | undefined;
    }
  | {
      readonly is: 'ended';
      readonly phase: 'Succeeded' | 'Failed';
      readonly reason: string;
      readonly message: string;
    };

/** Ours: a real KubeVirt says nothing about it. */
export const bootedCondition = 'archipelago.dev/Booted';

/** Ours, too: it should go to another node, and none takes it. */
export const refusedCondition = 'archipelago.dev/MigrationRefused';

const notRunning = {
  type: 'Ready',
  status: 'False',
  reason: 'GuestNotRunning',
  message: 'Guest VM is not reported as running',
} as const;

/** The status of a VirtualMachineInstance in that state; `now` in milliseconds since 1970. */
export function instanceStatus(instance: KubernetesObject, state: InstanceState, now: number): JsonObject {
  const conditions = timedConditions(conditionsOf(state), instance, timestamp(now));
  switch (state.is) {
    case 'waiting':
      return { phase: 'Pending', conditions };
    case 'unschedulable':
      return { phase: 'Scheduling', conditions };
    case 'scheduled':
      return { phase: 'Scheduled', nodeName: state.node, conditions };
    case 'running':
      return {
        phase: 'Running',
        nodeName: state.node,
        conditions,
        ...(state.neverBoots === undefined
          ? {
              interfaces: [
                { name: 'default', ipAddress: addressOf(instance), infoSource: 'domain, guest-agent' },
              ],
            }
          : {}),
      };
    case 'ended':
      return { phase: state.phase, reason: state.reason, conditions };
  }
}

function conditionsOf(state: InstanceState): readonly PlainCondition[] {
  switch (state.is) {
    case 'waiting':
      return [
        notRunning,
        { type: 'Synchronized', status: 'False', reason: 'VolumesNotReady', message: state.message },
      ];
    case 'unschedulable':
      return [
        notRunning,
        { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: state.message },
      ];
    case 'scheduled':
      return [notRunning];
    case 'running':
      return [...bootConditions(state.neverBoots), migratable(state.unshared)];
    case 'ended':
      return [{ ...notRunning, reason: 'PodTerminating', message: state.message }];
  }
}

function bootConditions(neverBoots: string | undefined): readonly PlainCondition[] {
  if (neverBoots === undefined)
    return [
      { type: 'Ready', status: 'True', reason: 'GuestRunning', message: 'simulated' },
      { type: 'AgentConnected', status: 'True', reason: 'GuestRunning', message: 'simulated' },
    ];
  return [
    { ...notRunning, message: neverBoots },
    { type: bootedCondition, status: 'False', reason: 'WrongArchitecture', message: neverBoots },
  ];
}

function migratable(unshared: string | undefined): PlainCondition {
  if (unshared === undefined)
    return { type: 'LiveMigratable', status: 'True', reason: 'Migratable', message: 'simulated' };
  return {
    type: 'LiveMigratable',
    status: 'False',
    reason: 'DisksNotLiveMigratable',
    message: `cannot migrate VMI: PVC ${unshared} is not shared, live migration requires that all PVCs must be shared (using ReadWriteMany access mode)`,
  };
}

/** From the second half of 198.18.0.0/15, which is kept for benchmarks (RFC 2544) and never a real host's. */
function addressOf({ metadata: { uid = '' } }: KubernetesObject): string {
  const digits = uid.replaceAll('-', '');
  const [high, low] = [digits.slice(0, 2), digits.slice(2, 4)].map((pair) =>
    Number.parseInt(pair || '0', 16),
  );
  return `198.19.${high}.${low}`;
}
