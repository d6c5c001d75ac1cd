import type { Rule } from './rule.ts';

/** What expressions of a policy call the value and the annotations of the object (a map, if an empty one). */
interface Names {
  readonly self: string;
  readonly annotations: string;
}

/**
 * A refusal that needs the value and the object's annotations. The definition sees no annotations, a ValidatingAdmissionPolicy does: in CEL for
 * the policy, in TypeScript for `validate`, the webhook and the operator. A test holds them against each other, words included.
 */
export interface PolicyRule<V> {
  readonly reason: Rule<V>['reason'];
  readonly holds: (value: V, annotations: Readonly<Record<string, string>>) => boolean;
  /** True where the value is accepted. */
  readonly cel: (names: Names) => string;
  /** The annotation that it asks for. Where value and annotation are what they were, an update is not refused. */
  readonly annotation: string;
  readonly message: string;
  readonly fix: string;
}
