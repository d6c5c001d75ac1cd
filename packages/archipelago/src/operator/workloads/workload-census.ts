import { isMissingPermission, type KubernetesClient, type KubernetesStatus } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { Operand } from '../../config/framework/operand.ts';
import { cdi } from '../../config/operands/cdi/cdi.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import { isTerminating } from '../../reconcile/is-terminating.ts';
import { mostNames, type WorkloadKind, type Workloads, workloadKinds } from '../../reconcile/workloads.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { definitionName } from '../mirror/cluster-resources.ts';
import { isUnaskable } from './is-unaskable.ts';

interface WorkloadCensusOptions {
  readonly client: Pick<KubernetesClient, 'listPageOf' | 'delete'>;
  readonly mirror: Pick<ClusterMirror, 'operand' | 'isServed'>;
  readonly namespace: string;
}

/** A condition has room for a few thousand characters of somebody else's. */
const longestWords = 2_000;

/** What was counted, and what could not be. */
export interface Census {
  readonly workloads: readonly Workloads[];
  /** Why some could not be counted. */
  readonly unknown: readonly string[];
  /** Of those, what takes a permission. */
  readonly forbidden: readonly string[];
}

/** Looks at workloads, which nobody mirrors: only a deletion has to know about them. */
export class WorkloadCensus {
  readonly #options: WorkloadCensusOptions;

  constructor(options: WorkloadCensusOptions) {
    this.#options = options;
  }

  /** A few of each kind, and how many there are. */
  async count(signal: AbortSignal): Promise<Census> {
    const counted = await Promise.all(workloadKinds.map((kind) => this.#countOne(kind, signal)));
    return {
      workloads: counted.flatMap(({ workloads }) => workloads).filter(({ names }) => names.length > 0),
      unknown: counted.flatMap(({ unknown }) => unknown),
      forbidden: counted.flatMap(({ forbidden }) => forbidden),
    };
  }

  async #countOne(kind: WorkloadKind, signal: AbortSignal): Promise<Census> {
    const { labelSelector } = kind;
    const page = await this.#options.client.listPageOf(
      kind,
      ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`,
      { limit: mostNames, signal, ...(labelSelector === undefined ? {} : { labelSelector }) },
    );
    if (!page.ok) return this.#uncounted(page.status, kind);
    const { items: names, remaining, continue: next } = page.value;
    const count = next === undefined ? names.length : remaining && names.length + remaining;
    return { workloads: [{ kind: kind.kind, names, count }], unknown: [], forbidden: [] };
  }

  #uncounted(status: KubernetesStatus, kind: WorkloadKind): Census {
    const definition = definitionName(kind);
    // a kind without definition has no objects; one that is only not served yet may have
    if (status.code === 404 && !this.#options.mirror.isServed(definition))
      return { workloads: [], unknown: [], forbidden: [] };
    const forbidden = isMissingPermission(status) ? [status.message] : [];
    return { workloads: [], unknown: [`cannot list ${definition}: ${status.message}`], forbidden };
  }

  /** What KubeVirt or CDI has against its deletion, by a request that deletes nothing; undefined: nothing. */
  async objection(kind: 'KubeVirt' | 'CDI', signal: AbortSignal): Promise<string | undefined> {
    const { client, mirror, namespace } = this.#options;
    const operand: Operand = kind === 'KubeVirt' ? kubevirt : cdi;
    const live = mirror.operand(operand);
    if (live.state !== 'present' || isTerminating(live.object)) return undefined;
    const name = operand.name(hyperConvergedName);
    const place = operand.namespaced ? { namespace, name } : { name };
    const answer = await client.delete(operand, place, { dryRun: true, signal });
    if (answer.ok || answer.status.code === 404 || isUnaskable(answer.status)) return undefined;
    return `${kind} ${name} refuses to be deleted: ${answer.status.message.slice(0, longestWords)}`;
  }
}
