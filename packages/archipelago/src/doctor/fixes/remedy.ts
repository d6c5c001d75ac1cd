import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { FactName } from '../facts/fact-kinds.ts';
import type { DoctorFinding } from '../model/report.ts';

/** One write that makes a finding go away. */
export type Change =
  /** An RFC 7386 merge patch of an object that was read. */
  | {
      readonly verb: 'patch';
      readonly fact: FactName;
      readonly name: string;
      readonly namespace?: string;
      readonly patch: JsonObject;
    }
  | { readonly verb: 'create'; readonly fact: FactName; readonly object: JsonObject };

/** What can be done about a finding, or why nothing is done by us. */
export type Remedy =
  | {
      readonly changes: readonly Change[];
      /** What follows from it besides the finding's end; a sentence. */
      readonly effect: string;
    }
  | { readonly refused: string };

/** From a finding and the cluster that it was found in. Pure. */
export type Remedying = (finding: DoctorFinding, cluster: ClusterView) => Remedy;

/** `{a: {b: value}}` */
export function nested(path: readonly string[], value: JsonValue): JsonObject {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
}

/** Sets annotations of one object; null removes. */
export function annotate(
  target: { readonly fact: FactName; readonly name: string; readonly namespace?: string },
  annotations: JsonObject,
): Change {
  return { verb: 'patch', ...target, patch: { metadata: { annotations } } };
}
