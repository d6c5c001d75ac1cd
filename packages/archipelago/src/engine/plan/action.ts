import type { JsonObject, JsonPatchOperation, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import type { SeenObject } from '../../api/seen-object.ts';

/** A field that is not as it should be. */
export interface FieldDifference {
  readonly path: readonly (string | number)[];
  /** As it is; undefined: not there. */
  readonly before: JsonValue | undefined;
  /** As it should be; undefined: not there. */
  readonly after: JsonValue | undefined;
}

/** A field that is to change, and why it has to be as it will be. */
export interface FieldChange extends FieldDifference {
  /** Undefined where nothing asks for it. */
  readonly because: string | undefined;
  /** The field manager that made it what it is, where it is put back and the object says so. */
  readonly changedBy?: string;
}

interface Common {
  /** Why, in words. */
  readonly because: string;
  /** Keys (`keyOf`) of objects whose actions have to have ended before, whatever became of them. */
  readonly after?: readonly string[];
  /** Whom managedFields name; the executor's own name when absent. */
  readonly fieldManager?: string;
}

/** What differs, and whether somebody else has changed what is ours. */
interface Change {
  readonly changes: readonly FieldChange[];
  readonly isRevert: boolean;
}

/** What of the object has to be as it was seen: its very version, or that it is the same object. */
type Precondition = 'version' | 'uid';

/** One thing to do. All but `create` are meant for the object that was seen. */
export type Action = Common &
  (
    | { readonly kind: 'create'; readonly object: KubernetesObject }
    /**
     * JSON patch (RFC 6902). With `generation`, of the object whose specification is as it was seen, whatever has become of its
     * status; without, of this very version.
     */
    | ({
        readonly kind: 'edit';
        readonly object: SeenObject;
        readonly operations: readonly JsonPatchOperation[];
        readonly generation?: number;
      } & Change)
    /** A field that cannot change has to: delete, then create. */
    | ({ readonly kind: 'recreate'; readonly object: SeenObject; readonly body: KubernetesObject } & Change)
    /** JSON merge patch of this version, of the object or of its status. */
    | {
        readonly kind: 'patch';
        readonly object: SeenObject;
        readonly patch: JsonObject;
        readonly part?: 'status';
      }
    /** The whole new status, so that members of it go, too. */
    | { readonly kind: 'status'; readonly object: SeenObject; readonly status: JsonObject }
    /** Of a pod, by the Eviction API: PodDisruptionBudgets are asked. Of the version that was seen. */
    | { readonly kind: 'evict'; readonly object: SeenObject }
    | { readonly kind: 'delete'; readonly object: SeenObject; readonly precondition: Precondition }
  );

/** Which object an action is about. */
export function targetOf({ object }: Action): Pick<SeenObject, 'apiVersion' | 'kind' | 'name' | 'namespace'> {
  if (!('metadata' in object)) return object;
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** `Kind/namespace/name`, or `Kind/name` for an object without namespace. */
export function keyOf(action: Action): string {
  const { kind, namespace, name } = targetOf(action);
  return namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}
