import {
  applyMergePatch,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { keeperOf } from '../../api/keeper-of.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { type FactName, factKinds } from '../facts/fact-kinds.ts';
import type { DoctorFinding } from '../model/report.ts';
import { remedies } from './remedies.ts';
import type { Change } from './remedy.ts';

/** One object, before and after. */
export interface FixStep {
  readonly fact: FactName;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Undefined: it is created. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
  /** The merge patch that does it; of a creation the object. */
  readonly patch: JsonObject;
  /** The merge patch that takes it back; undefined: the object goes. */
  readonly undo: JsonObject | undefined;
  /** Who keeps the object in Git, as its labels and annotations say; undefined: nobody. */
  readonly keptBy: string | undefined;
}

/** What would be done about a finding. */
export type FixPlan =
  | { readonly finding: DoctorFinding; readonly steps: readonly FixStep[]; readonly effect: string }
  | { readonly finding: DoctorFinding; readonly refused: string };

/** Makes plans for findings. Pure: what a plan would write is known before anything is asked. */
export function planFixes(findings: readonly DoctorFinding[], cluster: ClusterView): readonly FixPlan[] {
  return findings.map((finding): FixPlan => {
    const remedy = remedies.get(finding.code)?.(finding, cluster) ?? { refused: byPeople };
    if ('refused' in remedy) return { finding, refused: remedy.refused };
    const steps = remedy.changes.map((change) => stepOf(change, cluster));
    const known = steps.filter((step) => step !== undefined);
    return known.length === steps.length
      ? { finding, steps: known, effect: remedy.effect }
      : { finding, refused: 'what has to be changed was not read' };
  });
}

/** What all plans come to: one write for each object, so that none is in the way of the next. */
export function stepsOf(plans: readonly FixPlan[]): readonly FixStep[] {
  const byObject = new Map<string, FixStep>();
  for (const step of plans.flatMap((plan) => ('refused' in plan ? [] : plan.steps))) {
    const key = JSON.stringify([step.fact, step.namespace, step.name]);
    const earlier = byObject.get(key);
    byObject.set(key, earlier === undefined ? step : together(earlier, step));
  }
  return [...byObject.values()];
}

function together(first: FixStep, second: FixStep): FixStep {
  if (first.before === undefined) return first;
  const patch = mergedPatch(first.patch, second.patch);
  const after = objectAt(applyMergePatch(first.before, patch));
  return { ...first, patch, after, undo: inverse(patch, first.before) };
}

/** The patch that does what both do; null stays. */
function mergedPatch(first: JsonObject, second: JsonObject): JsonObject {
  const both = Object.entries(second).map(([key, value]): [string, JsonValue] => {
    const earlier = valueAt(first, key);
    return [
      key,
      isJsonObject(earlier) && isJsonObject(value) ? mergedPatch(earlier, value) : (value ?? null),
    ];
  });
  return { ...first, ...Object.fromEntries(both) };
}

const byPeople = 'this is for people to decide and do';

function stepOf(change: Change, cluster: ClusterView): FixStep | undefined {
  if (change.verb === 'create') return creation(change.fact, change.object);
  const { fact, name, namespace = '', patch } = change;
  const before = cluster
    .objects(fact)
    .find(
      (one) => textAt(one, 'metadata', 'name') === name && textAt(one, 'metadata', 'namespace') === namespace,
    );
  return before === undefined ? undefined : patchStep(fact, before, patch);
}

function creation(fact: FactName, object: JsonObject): FixStep {
  return {
    fact,
    apiVersion: textAt(object, 'apiVersion'),
    kind: textAt(object, 'kind'),
    namespace: textAt(object, 'metadata', 'namespace'),
    name: textAt(object, 'metadata', 'name'),
    before: undefined,
    after: object,
    patch: object,
    undo: undefined,
    keptBy: undefined,
  };
}

/** What would be done to an object that was read whole, by a merge patch. */
export function patchStep(fact: FactName, before: JsonObject, patch: JsonObject): FixStep {
  const [namespace, name] = [textAt(before, 'metadata', 'namespace'), textAt(before, 'metadata', 'name')];
  const place = { apiVersion: textAt(before, 'apiVersion'), kind: factKinds[fact].kind, namespace, name };
  const after = objectAt(applyMergePatch(before, patch));
  return { fact, ...place, before, after, patch, undo: inverse(patch, before), keptBy: keeperOf(before) };
}

/** What gives a patched object its former values back, and leaves alone what others have written beside them since. */
function inverse(patch: JsonObject, before: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(patch).map(([key, value]) => {
      const old = valueAt(before, key);
      const isBelow = isJsonObject(value) && (old === undefined || isJsonObject(old));
      return [key, isBelow ? inverse(value, old) : (old ?? null)];
    }),
  );
}

/** Whether an object still has what a patch wrote; null: it still lacks it. */
export function stillHas(object: JsonObject, patch: JsonObject): boolean {
  return Object.entries(patch).every(([key, written]) => {
    const now = valueAt(object, key);
    if (written === null) return now === undefined || now === null;
    return isJsonObject(written) ? stillHas(objectAt(now), written) : jsonEqual(now, written);
  });
}
