import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../config/framework/common-labels.ts';
import { readAt } from '../config/framework/read-at.ts';
import type { Writer } from '../engine/mirrored-writer.ts';
import { admissionFieldManager, fieldManager } from '../reconcile/field-manager.ts';
import { observed } from '../reconcile/observed-object.ts';
import type { ClusterMirror } from './cluster-mirror.ts';
import { hyperConvergeds } from './cluster-resources.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';

interface HyperConvergedWriterSettings {
  readonly client: Pick<Writer, 'patch' | 'patchStatus'>;
  readonly mirror: Pick<ClusterMirror, 'hyperConverged'>;
  readonly namespace: string;
}

/** Reads and writes the one HyperConverged. Writes throw a HyperConvergedRefusal when they are refused. */
export class HyperConvergedWriter {
  readonly #settings: HyperConvergedWriterSettings;

  constructor(settings: HyperConvergedWriterSettings) {
    this.#settings = settings;
  }

  /** The newest known state. */
  current(): JsonObject | undefined {
    return this.#settings.mirror.hyperConverged()?.object;
  }

  /** Patches spec and metadata as admission would have. */
  adopt(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('complete', body, { signal, fieldManager: admissionFieldManager });
  }

  /** Takes our finalizer away. */
  release(body: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#patch('release', body, { signal, fieldManager });
  }

  /** Patches the status, of the newest known version: what others change at the same time must not pass for ours. */
  report(status: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const resourceVersion = readAt(this.current(), ['metadata', 'resourceVersion']);
    const of = resourceVersion === undefined ? {} : { metadata: { resourceVersion } };
    return this.#patch('report on', { ...of, status }, { signal, fieldManager });
  }

  async #patch(
    doing: 'complete' | 'release' | 'report on',
    body: JsonObject,
    options: { readonly signal: AbortSignal; readonly fieldManager: string },
  ): Promise<JsonObject> {
    const { client, namespace } = this.#settings;
    const name = { namespace, name: hyperConvergedName };
    const verb = doing === 'report on' ? 'patchStatus' : 'patch';
    const answer = await client[verb](hyperConvergeds, name, { type: 'merge', body }, options);
    if (!answer.ok) throw new HyperConvergedRefusal(doing, answer.status);
    return observed(answer.value).object;
  }
}
