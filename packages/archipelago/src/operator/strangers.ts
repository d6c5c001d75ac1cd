import { isJsonObject, isKubernetesObject, type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { isLookedAfter } from '../api/is-looked-after.ts';
import type { OperatorEvent } from './options/operator-event.ts';

/** Whom to tell about a HyperConverged that nobody looks after. */
interface StrangersOptions {
  readonly recorder: EventRecorder;
  readonly namespace: string;
  readonly onEvent: (event: OperatorEvent) => void;
}

/**
 * Tells about each HyperConverged that has another namespace or another name than the operator's: its writer learns by an
 * event on it that it has no effect. One that somebody looks after, another operator surely, is left alone; that is
 * told in the log only, because two operators fight over what the whole cluster has once.
 */
export class Strangers {
  readonly #options: StrangersOptions;
  /** By uid: the generation that was told. */
  #told = new Map<string, string>();

  constructor(options: StrangersOptions) {
    this.#options = options;
  }

  /** Tells what was not told; called again and again. */
  tell(objects: readonly JsonObject[]): void {
    const told = new Map<string, string>();
    for (const object of objects) {
      const [uid, generation] = [textAt(object, 'uid'), textAt(object, 'generation')];
      if (this.#told.get(uid) !== generation) this.#tellOne(object);
      told.set(uid, generation);
    }
    this.#told = told;
  }

  #tellOne(object: JsonObject): void {
    const { recorder, namespace } = this.#options;
    const where = `${textAt(object, 'namespace')}/${textAt(object, 'name')}`;
    if (isLookedAfter(object)) {
      this.#problem(
        `another operator seems to look after HyperConverged ${where}: there must be one per cluster`,
      );
      return;
    }
    const ours = `${namespace}/${hyperConvergedName}`;
    const fix = `write what it says into ${ours}, and delete it`;
    const message = `This HyperConverged has no effect: the operator looks after ${ours} only. Fix: ${fix}`;
    this.#problem(`HyperConverged ${where} has no effect, not being ${ours}: ${fix}`);
    if (isKubernetesObject(object))
      recorder.record({ about: object, type: 'Warning', reason: 'Ignored', message });
  }

  #problem(message: string): void {
    this.#options.onEvent({ type: 'problem', message, of: 'operands' });
  }
}

function textAt(object: JsonObject, name: string): string {
  const { metadata } = object;
  const value = isJsonObject(metadata) ? valueAt(metadata, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
