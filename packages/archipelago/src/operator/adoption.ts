import {
  applyMergePatch,
  type Clock,
  digestOf,
  isJsonObject,
  type JsonObject,
  timestamp,
} from '@archipelago/apimachinery';
import type { DerivedInputs } from '../cluster-facts/inputs.ts';
import { initialStatus } from '../reconcile/status.ts';
import { adoptionPatch, statusIn } from './hyper-converged.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { HyperConvergedWriter } from './hyper-converged-writer.ts';

/** A HyperConverged as it is to be carried out, and why it could not be stored so. */
export interface Adopted {
  readonly object: JsonObject;
  readonly refusal: HyperConvergedRefusal | undefined;
}

type AdoptingWriter = Pick<HyperConvergedWriter, 'adopt' | 'report'>;

/** Until the same patch is tried again: a grant may come any moment, another definition seldom does. */
const forbiddenMs = 2_000;
const invalidMs = 30_000;

interface Refused {
  readonly digest: string;
  readonly refusal: HyperConvergedRefusal;
  readonly until: number;
}

/**
 * Makes a HyperConverged ours: defaults, finalizer, label and a first status are stored. Where the server does not take
 * that, the operands are brought about all the same, from the object as it would have been.
 */
export class Adoption {
  readonly #writer: AdoptingWriter;
  readonly #clock: Clock;
  #refused: Refused | undefined;

  constructor(writer: AdoptingWriter, clock: Clock) {
    this.#writer = writer;
    this.#clock = clock;
  }

  /** Usually there is nothing to do. Throws what may pass by itself: conflicts, overload, no answer. */
  async adopt(stored: JsonObject, inputs: DerivedInputs, signal: AbortSignal): Promise<Adopted> {
    const patch = adoptionPatch(stored, inputs.facts);
    if (patch === undefined) return this.#begun(stored, inputs, signal);
    const answer = await this.#store(patch, signal);
    if (!(answer instanceof HyperConvergedRefusal)) return this.#begun(answer, inputs, signal);
    const { object } = await this.#begun(stored, inputs, signal);
    return { object: completed(object, patch), refusal: answer };
  }

  /** The object as stored, or the refusal: of now, or of a moment ago when it was asked the same. */
  async #store(patch: JsonObject, signal: AbortSignal): Promise<JsonObject | HyperConvergedRefusal> {
    const digest = digestOf({ ...patch, metadata: withoutVersion(patch.metadata) });
    const before = this.#refused;
    if (before?.digest === digest && this.#clock.monotonic() < before.until) return before.refusal;
    try {
      const stored = await this.#writer.adopt(patch, signal);
      this.#refused = undefined;
      return stored;
    } catch (error) {
      const refusal = lastingRefusal(error);
      if (refusal === undefined) throw error;
      const waitMs = refusal.status.code === 403 ? forbiddenMs : invalidMs;
      this.#refused = { digest, refusal, until: this.#clock.monotonic() + waitMs };
      return refusal;
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
      const refusal = lastingRefusal(error);
      if (refusal === undefined) throw error;
      return { object, refusal };
    }
  }
}

/** What the server will not take however often it is asked. */
function lastingRefusal(error: unknown): HyperConvergedRefusal | undefined {
  if (!(error instanceof HyperConvergedRefusal)) return undefined;
  return [400, 403, 422].includes(error.status.code) ? error : undefined;
}

function completed(object: JsonObject, patch: JsonObject): JsonObject {
  const merged = applyMergePatch(object, { ...patch, metadata: withoutVersion(patch.metadata) });
  return isJsonObject(merged) ? merged : object;
}

function withoutVersion(metadata: JsonObject[string]): JsonObject {
  const { resourceVersion: _, ...rest } = isJsonObject(metadata) ? metadata : {};
  return rest;
}
