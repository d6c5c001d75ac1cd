import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { FactName } from '../facts/fact-kinds.ts';

/** `critical`: something does not work; `warning`: something will not, or works worse than it could; `info`: good to know. */
export type Severity = 'critical' | 'warning' | 'info';

/** `certain`: read in the source of what is checked; `likely`: follows from it; `heuristic`: experience. */
export type Confidence = 'certain' | 'likely' | 'heuristic';

/** The object that a finding is about. */
export interface ObjectReference {
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

/** What a check has found. */
export interface Found {
  /** What programs go by, and what message and fix are made from. */
  readonly params: JsonObject;
  readonly object?: ObjectReference;
  /** Where it differs from the check's. */
  readonly severity?: Severity;
  /** Another fix than the check's; its commands do not help then. */
  readonly fix?: string;
}

/** What came of a check: findings (none: all is well), or why there is no answer. */
export type Outcome =
  | readonly Found[]
  /** It does not apply. */
  | { readonly skipped: string }
  /** It applies, and what was read does not tell. */
  | { readonly unknown: string }
  /** Another finding is the cause of what could be said. */
  | { readonly because: string };

/** One question about a cluster, with everything that is told about it. Codes never change their meaning. */
export interface Check {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** What has to be read before it can be asked. */
  readonly needs: readonly FactName[];
  /** A sentence with `{params}`. */
  readonly message: string;
  /** What happens to users when it is found. */
  readonly impact: string;
  /** What to do, with `{params}`. */
  readonly fix: string;
  /** Commands that do it, with `{params}`; none where only people can decide. */
  readonly commands?: readonly string[];
  /** When it is found and yet all is well. */
  readonly falsePositives: string;
  /** The least serious of its findings that others follow from; all of them when absent. */
  readonly causeFrom?: Severity;
  /** Checks whose findings are the cause of this one's: while they find something, this one is not asked. */
  readonly after?: readonly string[];
  readonly find: (cluster: ClusterView) => Outcome;
}

/** Text of a value inside a sentence. */
export function paramText(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map(paramText).join(', ');
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
