import type { CelType } from './cel-type.ts';
import type { CelValue } from './cel-value.ts';

/** A type whose values an expression makes by its name: `Name{field: value}`. */
export interface MessageType {
  readonly type: CelType;
  /** Undefined where there is no such field. */
  fieldType(name: string): CelType | undefined;
  make(fields: ReadonlyMap<string, CelValue>): CelValue;
}

/** Message types by name. */
export interface MessageTypes {
  get(name: string): MessageType | undefined;
}
