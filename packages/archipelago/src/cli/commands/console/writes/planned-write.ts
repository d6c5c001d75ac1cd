import type { JsonValue } from '@archipelago/apimachinery';
import type { ApiResult } from '@archipelago/kube-client';

/** A write to one object, which somebody sees before it is made. */
export interface PlannedWrite {
  readonly verb: 'create' | 'change' | 'delete';
  /** `StorageClass rbd`, `HyperConverged ns/name` */
  readonly object: string;
  readonly fields: readonly FieldChange[];
  /** Who keeps the object in Git and would write it back; undefined: nobody. */
  readonly keptBy: string | undefined;
  /** Makes it, or has the server try it; an object that has changed since it was read is refused with 409. */
  readonly run: (dryRun: boolean) => Promise<ApiResult<unknown>>;
}

/** A field before and after; undefined: it comes, or goes. */
export interface FieldChange {
  readonly field: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}
