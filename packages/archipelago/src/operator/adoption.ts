import {
  applyMergePatch,
  type Clock,
  isJsonObject,
  type JsonObject,
  timestamp,
} from '@archipelago/apimachinery';
import type { DerivedInputs } from '../cluster-facts/inputs.ts';
import { initialStatus } from '../reconcile/status.ts';
import { adoptionPatch, statusIn } from './hyper-converged.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { HyperConvergedWriter } from './hyper-converged-writer.ts';
import { isLasting, RefusedWrites } from './refused-writes.ts';

/** A HyperConverged as it is to be carried out, and why it could not be stored so. */
interface Adopted {
  readonly object: JsonObject;
  readonly refusal: HyperConvergedRefusal | undefined;
}

type AdoptingWriter = Pick<HyperConvergedWriter, 'adopt' | 'report' | 'ownsDefaults'>;

/**
 * Makes a HyperConverged ours: defaults, finalizer, label and a first status are stored. Where the server does not take
 * that, the operands are brought about all the same, from the object as it would have been.
 */
export class Adoption {
  readonly #writer: AdoptingWriter;
  readonly #clock: Clock;
  readonly #refused: RefusedWrites;

  constructor(writer: AdoptingWriter, clock: Clock) {
    this.#writer = writer;
    this.#clock = clock;
    this.#refused = new RefusedWrites(clock);
  }

  /** Usually there is nothing to do. Throws what may pass by itself: conflicts, overload, no answer. */
  async adopt(stored: JsonObject, inputs: DerivedInputs, signal: AbortSignal): Promise<Adopted> {
    const patch = adoptionPatch(stored, inputs.facts) ?? this.#leftovers();
    if (patch === undefined) return this.#begun(stored, inputs, signal);
    const answer = await this.#store(patch, signal);
    if (!(answer instanceof HyperConvergedRefusal)) return this.#begun(answer, inputs, signal);
    const { object } = await this.#begun(stored, inputs, signal);
    return { object: completed(object, patch), refusal: answer };
  }

  /** Of a process that ended between its two writes: the answer to a patch of nothing tells what is to be given up. */
  #leftovers(): JsonObject | undefined {
    return this.#writer.ownsDefaults() ? { metadata: {} } : undefined;
  }

  /** The object as stored, or the refusal: of now, or of a moment ago when it was asked the same. */
  async #store(patch: JsonObject, signal: AbortSignal): Promise<JsonObject | HyperConvergedRefusal> {
    try {
      return await this.#refused.send(patch, () => this.#writer.adopt(patch, signal));
    } catch (error) {
      if (!isLasting(error)) throw error;
      return error;
    }
  }

  /** With a status, where we may write one. */
  async #begun(object: JsonObject, inputs: DerivedInputs, signal: AbortSignal): Promise<Adopted> {
    const previous = statusIn(object);
    if (previous.conditions !== undefined) return { object, refusal: undefined };
    const { memory, deployment } = inputs;
    const now = timestamp(this.#clock.now());
    const first = {
      previous,
      now,
      dataImportSchedule: memory.dataImportSchedule,
      version: deployment.version,
    };
    try {
      return { object: await this.#writer.report(initialStatus(first), signal), refusal: undefined };
    } catch (error) {
      if (!isLasting(error)) throw error;
      return { object, refusal: error };
    }
  }
}

function completed(object: JsonObject, patch: JsonObject): JsonObject {
  const merged = applyMergePatch(object, { ...patch, metadata: withoutVersion(patch.metadata) });
  return isJsonObject(merged) ? merged : object;
}

function withoutVersion(metadata: JsonObject[string]): JsonObject {
  const { resourceVersion: _, ...rest } = isJsonObject(metadata) ? metadata : {};
  return rest;
}
