import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { admissionFieldManager, fieldManager } from '../reconcile/field-manager.ts';
import { observed } from '../reconcile/observed-object.ts';
import type { ClusterMirror } from './cluster-mirror.ts';
import { hyperConvergeds } from './cluster-resources.ts';
import { finalizersOf } from './hyper-converged.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { RecentWrites } from './recent-writes.ts';

interface HyperConvergedWriterSettings {
  readonly client: Pick<KubernetesClient, 'patch' | 'patchStatus'>;
  readonly mirror: Pick<ClusterMirror, 'hyperConverged'>;
  readonly recent: RecentWrites;
  readonly namespace: string;
}

const key = 'HyperConverged';

/** Reads and writes the one HyperConverged. Writes throw a HyperConvergedRefusal when they are refused. */
export class HyperConvergedWriter {
  readonly #settings: HyperConvergedWriterSettings;

  constructor(settings: HyperConvergedWriterSettings) {
    this.#settings = settings;
  }

  /** The newest known state. */
  current(): JsonObject | undefined {
    const { recent, mirror } = this.#settings;
    return recent.newest(key, mirror.hyperConverged())?.object;
  }

  /** Patches spec and metadata as admission would have. */
  adopt(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('complete', body, { signal, fieldManager: admissionFieldManager });
  }

  /** Takes our finalizer away. */
  release(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('release', body, { signal, fieldManager });
  }

  /** Patches the status; whatever happens to the spec meanwhile, the status is ours. */
  report(status: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('report on', { status }, { signal, fieldManager });
  }

  async #patch(
    doing: 'complete' | 'release' | 'report on',
    body: JsonObject,
    options: { readonly signal: AbortSignal; readonly fieldManager: string },
  ): Promise<JsonObject> {
    const { client, recent, mirror, namespace } = this.#settings;
    const shown = mirror.hyperConverged();
    const name = { namespace, name: hyperConvergedName };
    const verb = doing === 'report on' ? 'patchStatus' : 'patch';
    const answer = await client[verb](hyperConvergeds, name, { type: 'merge', body }, options);
    if (!answer.ok) throw new HyperConvergedRefusal(doing, answer.status);
    const now = observed(answer.value);
    const isGone = isTerminated(now.object);
    recent.wrote(key, shown, isGone ? undefined : now);
    return now.object;
  }
}

/** An object that was deleted goes with its last finalizer. */
function isTerminated(object: JsonObject): boolean {
  const { metadata } = object;
  const deleted = isJsonObject(metadata) && typeof metadata.deletionTimestamp === 'string';
  return deleted && finalizersOf(object).length === 0;
}
