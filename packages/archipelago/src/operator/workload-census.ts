import { type ApiResult, isMissingPermission, type KubernetesClient } from '@archipelago/kube-client';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import type { Operand } from '../config/framework/operand.ts';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { isTerminating } from '../reconcile/is-terminating.ts';
import { mostNames, type WorkloadKind, type Workloads, workloadKinds } from '../reconcile/workloads.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';

interface WorkloadCensusOptions {
  readonly client: Pick<KubernetesClient, 'listPageOf' | 'delete'>;
  readonly mirror: Pick<ClusterMirror, 'operand'>;
  readonly namespace: string;
}

/** What was counted, and what could not be. */
export interface Census {
  readonly workloads: readonly Workloads[];
  /** The server's words: what may not be listed. */
  readonly forbidden: readonly string[];
}

/** Looks at workloads, which nobody mirrors: only a deletion has to know about them. Throws what may pass by itself. */
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
    if (!page.ok) return uncounted(page, kind);
    const { items: names, remaining, continue: next } = page.value;
    const count = next === undefined ? names.length : remaining && names.length + remaining;
    return { workloads: [{ kind: kind.kind, names, count }], forbidden: [] };
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
    if (answer.ok || answer.status.code === 404) return undefined;
    return `${kind} ${name} refuses to be deleted: ${answer.status.message}`;
  }
}

function uncounted(
  { status }: Extract<ApiResult<unknown>, { ok: false }>,
  { plural, group }: WorkloadKind,
): Census {
  // a kind that is not served has no objects
  if (status.code === 404) return { workloads: [], forbidden: [] };
  if (isMissingPermission(status)) return { workloads: [], forbidden: [status.message] };
  throw new Error(`cannot list ${plural}.${group}: ${status.message}`);
}
