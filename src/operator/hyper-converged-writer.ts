import { isJsonObject, type JsonObject } from '../api/json-value.ts';
import type { KubernetesObject } from '../api/kubernetes-object.ts';
import { hyperConvergedName } from '../config/common-labels.ts';
import type { KubernetesClient } from '../kubernetes/kubernetes-client.ts';
import type { ApiResult } from '../kubernetes/kubernetes-status.ts';
import { admissionFieldManager, fieldManager } from '../reconcile/field-manager.ts';
import { observed } from '../reconcile/observed-object.ts';
import type { ClusterMirror } from './cluster-mirror.ts';
import { hyperConvergeds } from './cluster-resources.ts';
import { finalizersOf } from './hyper-converged.ts';
import type { RecentWrites } from './recent-writes.ts';

export interface HyperConvergedWriterSettings {
  readonly client: Pick<KubernetesClient, 'patch' | 'patchStatus'>;
  readonly mirror: ClusterMirror;
  readonly recent: RecentWrites;
  readonly namespace: string;
}

const key = 'HyperConverged';

/** Reads and writes the one HyperConverged. Writes throw when they are refused; the queue tries again. */
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
    return this.#patch('patch', body, { signal, fieldManager: admissionFieldManager });
  }

  /** Takes our finalizer away. */
  release(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('patch', body, { signal, fieldManager });
  }

  /** Patches the status; whatever happens to the spec meanwhile, the status is ours. */
  report(status: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('patchStatus', { status }, { signal, fieldManager });
  }

  async #patch(
    verb: 'patch' | 'patchStatus',
    body: JsonObject,
    options: { readonly signal: AbortSignal; readonly fieldManager: string },
  ): Promise<JsonObject> {
    const { client, recent, mirror, namespace } = this.#settings;
    const shown = mirror.hyperConverged();
    const name = { namespace, name: hyperConvergedName };
    const answer = demand(await client[verb](hyperConvergeds, name, { type: 'merge', body }, options));
    const now = observed(answer);
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

function demand(result: ApiResult<KubernetesObject>): KubernetesObject {
  if (result.ok) return result.value;
  throw new Error(`HyperConverged: ${result.status.code} ${result.status.message}`);
}
