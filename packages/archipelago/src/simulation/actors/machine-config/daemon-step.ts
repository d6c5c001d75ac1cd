import type { JsonObject } from '@archipelago/apimachinery';
import { isDone, type Machine } from './machine.ts';
import { keys } from './machine-config-keys.ts';

/** What becomes of one machine next. */
export type MachineStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'wait'; readonly ms: number }
  /** Annotations of its Node. */
  | { readonly do: 'annotate'; readonly annotations: JsonObject }
  /** Cordons the Node, or takes that back. */
  | { readonly do: 'cordon'; readonly unschedulable: boolean }
  /** Its pods are asked to go. */
  | { readonly do: 'evict' }
  /** It goes down for its reboot. */
  | { readonly do: 'goDown' }
  /** It is up again, with that configuration. */
  | { readonly do: 'comeUp'; readonly config: string };

interface Circumstances {
  /** The configuration that a machine of its pool boots first; undefined: there is none yet. */
  readonly first: string | undefined;
  /** How long fetching an image, and booting it, take. */
  readonly takesMs: number;
  /** How long the node has been as it is. */
  readonly inStateMs: number;
  /** Why it cannot have the image of the configuration it is to boot; undefined: it can. */
  readonly problem: string | undefined;
  /** Whether what it is to have differs from what it has in name only. */
  readonly isSame: boolean;
  /** Whether a cordoned node still has pods that must go. */
  readonly hasPods: boolean;
}

const nothing: MachineStep = { do: 'nothing' };

/**
 * Plays the Machine Config Daemon of a node and the drain controller: Working, drained, fetched, booted, uncordoned, Done; or Degraded,
 * and cordoned, until its image can be had or something else is desired. Simplified: every change of a configuration reboots, and is fetched
 * after the drain.
 */
export function daemonStep(machine: Machine, around: Circumstances): MachineStep {
  const { current, desired, state } = machine;
  if (current === '') return firstBoot(machine, around);
  const drain = drainStep(machine, around);
  if (drain !== undefined) return drain;
  if (isDone(machine)) return nothing;
  if (around.isSame) return end(machine);
  if (state !== 'Working') return begin(machine, around);
  return machine.booted === desired ? end(machine) : apply(machine, around);
}

/** With the image of its pool; where it cannot have that, it stays outside. */
function firstBoot({ reason }: Machine, { first, problem }: Circumstances): MachineStep {
  if (first === undefined || (problem !== undefined && problem === reason)) return nothing;
  if (problem !== undefined)
    return annotate({ [keys.desiredConfig]: first, [keys.state]: 'Degraded', [keys.reason]: problem });
  return annotate({
    [keys.currentConfig]: first,
    [keys.desiredConfig]: first,
    [keys.state]: 'Done',
    [keys.reason]: '',
  });
}

/** What the daemon has asked the controller for. */
function drainStep(machine: Machine, { hasPods }: Circumstances): MachineStep | undefined {
  const { desiredDrain, lastAppliedDrain, isCordoned } = machine;
  if (desiredDrain === lastAppliedDrain || desiredDrain === '') return undefined;
  const isDrain = desiredDrain.startsWith('drain-');
  if (isCordoned !== isDrain) return { do: 'cordon', unschedulable: isDrain };
  if (isDrain && hasPods) return { do: 'evict' };
  return annotate({ [keys.lastAppliedDrain]: desiredDrain });
}

/** From Done, or again after a failure. */
function begin({ state, reason }: Machine, { problem }: Circumstances): MachineStep {
  if (state !== 'Degraded' || problem === undefined)
    return annotate({ [keys.state]: 'Working', [keys.reason]: '' });
  return reason === problem ? nothing : annotate({ [keys.reason]: problem });
}

function apply(machine: Machine, { problem, takesMs, inStateMs }: Circumstances): MachineStep {
  const { desired, desiredDrain, isReady } = machine;
  if (desiredDrain !== `drain-${desired}`) return annotate({ [keys.desiredDrain]: `drain-${desired}` });
  if (isReady && problem !== undefined) return annotate({ [keys.state]: 'Degraded', [keys.reason]: problem });
  if (inStateMs < takesMs) return { do: 'wait', ms: takesMs - inStateMs };
  return isReady ? { do: 'goDown' } : { do: 'comeUp', config: desired };
}

function end({ desired, desiredDrain }: Machine): MachineStep {
  if (desiredDrain.startsWith('drain-')) return annotate({ [keys.desiredDrain]: `uncordon-${desired}` });
  return annotate({ [keys.currentConfig]: desired, [keys.state]: 'Done', [keys.reason]: '' });
}

function annotate(annotations: JsonObject): MachineStep {
  return { do: 'annotate', annotations };
}
