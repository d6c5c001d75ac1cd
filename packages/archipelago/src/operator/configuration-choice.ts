import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { configurationOf } from '../config/configure.ts';
import type { Desired } from '../config/desire.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import { type Accepted, type Kept, keptIn } from '../reconcile/accepted-configuration.ts';
import { configurationInForce, refusalText } from '../reconcile/configuration-in-force.ts';
import type { Failure, LeftAlone } from '../reconcile/failure.ts';
import type { DesiredState, Outcome } from './desired-state.ts';
import { ownerOf, statusIn } from './hyper-converged.ts';
import { refusalsSince } from './refusals-since.ts';

/** What a HyperConverged comes to, whether what is written is accepted or not. */
export interface Chosen {
  /** Of the configuration in force; of the one that is written where none is. */
  readonly desired: Desired;
  readonly isInForce: boolean;
  /** That what is written is refused, where it is. */
  readonly refused: Extract<Failure, { kind: 'refused' }> | undefined;
  /** What would be refused, were it not part of what was accepted before. */
  readonly spared: readonly FieldFinding[];
  /** To be kept as the last one; undefined where what is written is refused. */
  readonly accepted: Accepted | undefined;
}

/**
 * Decides which configuration counts. The status keeps the one that was accepted last; this process knows it sooner, because a
 * status is written after the operands.
 */
export class ConfigurationChoice {
  readonly #desired: Pick<DesiredState, 'of' | 'ofAccepted'>;
  #last: { readonly uid: string | undefined; readonly accepted: Accepted } | undefined;

  constructor(desired: Pick<DesiredState, 'of' | 'ofAccepted'>) {
    this.#desired = desired;
  }

  /** Drops what was learned: another process may have accepted something since. */
  forget(): void {
    this.#last = undefined;
  }

  of(object: JsonObject): Chosen {
    const written = this.#desired.of(object);
    const { spared, ...refusals } = this.#refusals(object, written);
    const inForce = configurationInForce(refusals, () => this.#kept(object));
    const message = refusalText(refusals, inForce);
    switch (inForce.is) {
      case 'written':
        return {
          desired: written.desired(),
          isInForce: true,
          refused: undefined,
          spared,
          accepted: this.#accept(object),
        };
      case 'accepted': {
        const { configuration } = inForce.accepted;
        const desired = this.#desired.ofAccepted(object, configuration).desired();
        return { ...unaccepted, desired, isInForce: true, refused: refused(message, 'nothing') };
      }
      case 'allButPatched':
      case 'nothing': {
        const isInForce = inForce.is === 'allButPatched';
        const desired = written.desired();
        const leaves = isInForce ? 'operand' : 'everything';
        return { ...unaccepted, desired, isInForce, refused: refused(message, leaves) };
      }
    }
  }

  /** Less what was accepted before, as it is. */
  #refusals(object: JsonObject, written: Outcome): ReturnType<typeof refusalsSince> {
    const strict = written.refusals();
    const kept = strict.settings.length + strict.patches.length > 0 ? this.#kept(object) : undefined;
    return kept?.is === 'there'
      ? refusalsSince(written, this.#desired.ofAccepted(object, kept.accepted.configuration))
      : { ...strict, spared: [] };
  }

  #accept(object: JsonObject): Accepted {
    const generation = valueAt(object, 'metadata', 'generation');
    const accepted: Accepted = {
      configuration: configurationOf(object),
      generation: typeof generation === 'number' ? generation : undefined,
    };
    this.#last = { uid: uidOf(object), accepted };
    return accepted;
  }

  #kept(object: JsonObject): Kept {
    const stored = keptIn(statusIn(object));
    if (this.#last === undefined || this.#last.uid !== uidOf(object)) return stored;
    const { accepted } = this.#last;
    // another process may have led and accepted more
    const isNewer = stored.is === 'there' && generationOf(stored.accepted) > generationOf(accepted);
    return isNewer ? stored : { is: 'there', accepted };
  }
}

const unaccepted = { spared: [], accepted: undefined } as const;

function generationOf({ generation = 0 }: Accepted): number {
  return generation;
}

function uidOf(object: JsonObject): string | undefined {
  return ownerOf(object, '').uid;
}

function refused(message: string, leaves: LeftAlone): Chosen['refused'] {
  return { kind: 'refused', message, leaves };
}
