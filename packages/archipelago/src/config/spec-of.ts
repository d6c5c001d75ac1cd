import type { At } from './framework/field-path.ts';
import type { SpecSetting } from './framework/setting.ts';

type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

type Part<S> = S extends SpecSetting<infer Path, infer V> ? At<Path, V> : never;

/** The type of the spec that a union of settings describes. */
export type SpecOf<Settings> = Intersection<Part<Settings>>;
