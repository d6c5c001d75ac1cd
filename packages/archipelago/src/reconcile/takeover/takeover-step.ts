import { type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';

/** Kinds of objects that a takeover changes. */
export const takeoverKinds = [
  'Subscription',
  'ClusterServiceVersion',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'Deployment',
] as const;

/** One of `takeoverKinds`. */
export type TakeoverKind = (typeof takeoverKinds)[number];

/** Which object; the namespace is empty where the kind has none. */
interface Place {
  readonly kind: TakeoverKind;
  readonly namespace: string;
  readonly name: string;
}

/** What is written; each is refused by the server where the object is another than the one that was looked at. */
type StepWrite =
  /** An RFC 7386 merge patch of one state of the object. */
  | { readonly verb: 'patch'; readonly patch: JsonObject; readonly resourceVersion: string }
  | { readonly verb: 'delete'; readonly uid: string }
  | { readonly verb: 'create'; readonly object: JsonObject }
  /** Nothing: others have to do something first. */
  | { readonly verb: 'wait' };

/** A field as people read it. */
interface StepChange {
  readonly field: string;
  /** Undefined: not there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** How an object was before a step. */
export type Former =
  | (FormerObject & { readonly kind: 'Subscription'; readonly approval: string | null })
  | (FormerObject & {
      readonly kind: 'ClusterServiceVersion';
      /** By the name of the Deployment; null: not written, which is one. */
      readonly replicas: Readonly<Record<string, number | null>>;
      readonly webhookDefinitions: readonly JsonObject[];
    })
  | (FormerObject & { readonly kind: 'Deployment'; readonly replicas: number })
  | (Place & {
      readonly kind: 'ValidatingWebhookConfiguration' | 'MutatingWebhookConfiguration';
      /** All that is needed to make it again. */
      readonly object: JsonObject;
    });

interface FormerObject extends Place {
  /** An object of the same name that was made since is another one. */
  readonly uid: string;
}

/** One object that is changed, or waited for. */
export interface TakeoverStep extends Place {
  readonly changes: readonly StepChange[];
  readonly because: string;
  readonly write: StepWrite;
  /** Absent: there is nothing to take back. */
  readonly former?: Former;
}

/** `Deployment namespace/name` */
export function placeName({ kind, namespace, name }: Place): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

export function placeOf<K extends TakeoverKind>(kind: K, object: JsonObject): Place & { readonly kind: K } {
  const [namespace, name] = ['namespace', 'name'].map((key) => textAt(object, 'metadata', key));
  return { kind, namespace: namespace ?? '', name: name ?? '' };
}

export function patchOf(object: JsonObject, patch: JsonObject): StepWrite {
  return { verb: 'patch', patch, resourceVersion: textAt(object, 'metadata', 'resourceVersion') };
}

export function uidOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'uid');
}
