import type { JsonObject } from '@archipelago/apimachinery';

/** Objects of which a check finds something, and others, near to them, of which it finds nothing. */
export interface CheckCase {
  readonly found: readonly JsonObject[];
  /** What is told of them. */
  readonly params?: JsonObject;
  readonly severity?: 'critical' | 'warning' | 'info';
  readonly near: readonly JsonObject[];
  /** Other situations in which it is found. */
  readonly alsoFound?: readonly {
    readonly objects: readonly JsonObject[];
    readonly params?: JsonObject;
    readonly severity?: 'critical' | 'warning' | 'info';
  }[];
  /** Others in which it is not. */
  readonly alsoNear?: readonly (readonly JsonObject[])[];
}

/** Cases by code. */
export type CheckCases = Readonly<Record<string, CheckCase>>;
