import type { JsonValue } from '../../api/json-value.ts';

/** A value being checked. */
export interface Place {
  readonly value: JsonValue;
  /** Its path as the OpenAPI library builds it, with a leading dot below a keyed root. */
  readonly path: string;
  /** What stood here before an update; absent when nothing did or it cannot be told. */
  readonly old?: JsonValue | undefined;
  /** The path of the whole value in its document; empty for an object of its own. */
  readonly base: string;
}

/** The field of an error about this place. */
export function fieldOf(place: Place, path: string = place.path): string {
  const name = path.startsWith('.') ? path.slice(1) : path;
  if (place.base === '' || name === '') return place.base + name;
  return `${place.base}.${name}`;
}
