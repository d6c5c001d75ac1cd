import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { hyperConvergedFinalizer as finalizer, hyperConvergedName } from '../api/hyper-converged-kind.ts';
import type { DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import { admissionDefaults } from '../config/admission-defaults.ts';
import type { Owner } from '../config/render.ts';
import { settings } from '../config/settings.ts';
import { inheritedAnnotations } from '../reconcile/inherited-annotations.ts';
import { mergePatchBetween } from '../reconcile/merge-patch-between.ts';

/** `spec`, or nothing where nobody wrote one. */
export function specOf(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

export function statusIn(object: JsonObject): JsonObject {
  return objectAt(object, 'status');
}

function resourceVersionOf(object: JsonObject): string {
  const version = valueAt(object, 'metadata', 'resourceVersion');
  return typeof version === 'string' ? version : '';
}

export function finalizersOf(object: JsonObject): readonly string[] {
  const found: JsonValue | undefined = valueAt(object, 'metadata', 'finalizers');
  const list: readonly JsonValue[] = Array.isArray(found) ? found : [];
  return list.filter((entry) => typeof entry === 'string');
}

/**
 * The one patch that makes a HyperConverged ours: what admission would have stored, our finalizer, our label, what an older release implied.
 * Undefined where all of it is there. Lists are replaced as a whole, so the patch holds for this version only.
 */
export function adoptionPatch(object: JsonObject, facts: DerivedFacts): JsonObject | undefined {
  const spec = specOf(object);
  const completed = mergePatchBetween(spec, admissionDefaults(settings, spec, facts));
  const finalizers = finalizersOf(object);
  const labelled = valueAt(object, 'metadata', 'labels', 'app') === hyperConvergedName;
  const inherited = inheritedAnnotations(statusIn(object), objectAt(object, 'metadata', 'annotations'));
  const metadata = {
    ...(finalizers.includes(finalizer) ? {} : { finalizers: [...finalizers, finalizer] }),
    ...(labelled ? {} : { labels: { app: hyperConvergedName } }),
    ...(Object.keys(inherited).length === 0 ? {} : { annotations: inherited }),
  };
  if (completed === undefined && Object.keys(metadata).length === 0) return undefined;
  return {
    metadata: { resourceVersion: resourceVersionOf(object), ...metadata },
    ...(completed === undefined ? {} : { spec: completed }),
  };
}

/** Whose operands they are. */
export function ownerOf(object: JsonObject, namespace: string): Owner {
  return { name: textAt(object, 'metadata', 'name'), namespace, uid: textAt(object, 'metadata', 'uid') };
}

/** The patch that lets the HyperConverged go. */
export function releasePatch(object: JsonObject): JsonObject {
  const finalizers = finalizersOf(object).filter((entry) => entry !== finalizer);
  return { metadata: { resourceVersion: resourceVersionOf(object), finalizers } };
}

/** Whether a reconcile that had failed is complete again. */
export function hasRecovered(before: JsonObject, now: JsonObject): boolean {
  return completeness(before) === 'False' && completeness(now) === 'True';
}

function completeness({ conditions }: JsonObject): JsonValue | undefined {
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  const complete = list.find(
    (condition) => isJsonObject(condition) && condition.type === 'ReconcileComplete',
  );
  return isJsonObject(complete) ? complete.status : undefined;
}
