import type { JsonValue } from '@archipelago/apimachinery';
import type { DerivedInputs } from '../../cluster-facts/inputs.ts';
import type { Cause } from './cause.ts';
import type { FieldPath } from './field-path.ts';

/** A setting, as far as reading its value goes. */
export interface Readable<V> {
  /** `spec.<path>` or the annotation's key. */
  readonly name: string;
  /** Never present: carries the type only. */
  readonly value?: V;
}

/** A setting whose value comes to something together with others. */
export interface Deriving<D> {
  readonly name: string;
  /** Never present: carries the type only. */
  readonly derived?: D;
}

/** What a landing or a review may look at besides its own value. */
export interface Context extends DerivedInputs {
  /** The effective value of a setting named in `with`; reading another one is a bug and throws. */
  read<V>(setting: Readable<V>): V | undefined;
}

/** The effective value of a setting and the cause of each leaf in it. */
export interface Resolved {
  readonly value: JsonValue | undefined;
  /** The value before `canonical`, as reviews want to see it. */
  readonly raw: JsonValue | undefined;
  /** Whether the user wrote any of it. */
  readonly written: boolean;
  /** What the setting derives; computed when it is first asked for. */
  readonly derived: () => unknown;
  causeAt(leaf: FieldPath): Cause;
}
