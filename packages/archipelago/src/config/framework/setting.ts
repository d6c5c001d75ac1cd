import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { Static, TSchema } from '@sinclair/typebox';
import type { Finding } from '../../api/finding.ts';
import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';
import { canonicalValue } from '../canonical/canonical-value.ts';
import type { PolicyRule } from '../shapes/policy-rule.ts';
import type { Context, Deriving, Readable } from './context.ts';
import type { FieldPath } from './field-path.ts';
import { type Landing, type Verbs, verbsOf } from './landing.ts';

/** Where a setting is written: a field of the spec, or an annotation of the HyperConverged. */
type Source =
  | { readonly in: 'spec'; readonly path: string }
  | { readonly in: 'annotation'; readonly key: string };

export type Reason =
  | 'TooSmall'
  | 'Conflict'
  | 'Duplicate'
  | 'Invalid'
  | 'Missing'
  | 'Forbidden'
  | 'Deprecated'
  | 'SeveralArchitectures'
  | 'Unknown';

/** Something to say about a value: it is refused, or accepted with a warning. */
export interface FieldFinding extends Finding {
  readonly level: 'error' | 'warning';
  /** Full path of the field, e.g. `spec.certConfig.ca.duration`. */
  readonly at: string;
  readonly reason: Reason;
  readonly fix: string;
}

/** A place where the same setting used to be written; accepted, without default. */
export interface Alias<V> {
  readonly path: string;
  readonly since: string;
  readonly schema: TSchema;
  /** The setting's value given both spellings; undefined spellings are absent. */
  readonly combine: (own: V | undefined, alias: V | undefined) => V | undefined;
}

/** A spec, annotations and facts, and what they give: the documentation of a setting, and its test. */
export interface Example {
  readonly title: string;
  readonly spec?: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly cluster?: Partial<DerivedFacts>;
  /** `KubeVirt.spec.configuration.cpuModel` → expected value; `absent` where nothing must be. */
  readonly lands: Readonly<Record<string, JsonValue>>;
}

/** In an example: the field, or the operand, does not exist. */
export const absent = '(absent)';

/** What the fold over all settings needs of one of them, its value's type erased. */
export interface Setting {
  readonly source: Source;
  /** `spec.<path>` or the annotation's key. */
  readonly name: string;
  /** What the setting is for; printed by `explain` and in the CRD. */
  readonly summary: string;
  readonly schema: TSchema;
  /** Known without a cluster, so the CRD carries it. */
  readonly default: JsonValue | undefined;
  /** Depends on the cluster, so it is stored once, by admission or by the operator. */
  readonly admissionDefault:
    | { readonly doc: string; from(facts: DerivedFacts): JsonValue | undefined }
    | undefined;
  /** Follows the cluster as long as nobody writes the setting; never stored. */
  readonly fallback: Fallback<JsonValue> | undefined;
  readonly aliases: readonly Alias<JsonValue>[];
  /** Where a leaf of the value used to be written, inside the same value. */
  readonly formerLeaf: ((leaf: FieldPath) => FieldPath) | undefined;
  /** What to use instead; the setting is accepted and does nothing, or not what it used to. */
  readonly deprecated: string | undefined;
  /** Reads an annotation's text. */
  readonly decode?: Decode<JsonValue>;
  /** What lands instead of the value as it was written: one spelling of an amount, nothing for an empty list. */
  readonly canonical: (value: JsonValue) => JsonValue;
  readonly review: (value: JsonValue | undefined, context: Context) => readonly FieldFinding[];
  /** Refusals that a policy of the API server decides, too. */
  readonly policyRules: readonly PolicyRule<JsonValue>[];
  /** What the value comes to together with what it reads; computed once per desired state. */
  readonly derive: ((value: JsonValue | undefined, context: Context) => unknown) | undefined;
  readonly reads: readonly Setting[];
  readonly landings: readonly Landing[];
  readonly examples: readonly Example[];
}

interface Fallback<V> {
  readonly doc: string;
  readonly fact: string;
  from(facts: DerivedFacts): V | undefined;
}

type Decode<V> = (text: string) => V;

interface Declared<V, D> {
  readonly summary: string;
  readonly default?: V;
  readonly admissionDefault?: { readonly doc: string; from(facts: DerivedFacts): V | undefined };
  readonly fallback?: Fallback<V>;
  readonly aliases?: readonly Alias<V>[];
  readonly formerLeaf?: (leaf: FieldPath) => FieldPath;
  readonly deprecated?: string;
  /** Instead of what the schema tells about the canonical spelling. */
  readonly canonical?: (value: V) => V;
  readonly review?: (value: V, context: Context) => readonly FieldFinding[];
  /** Refusals that need annotations besides the value, and nothing else. */
  readonly policyRules?: readonly PolicyRule<V>[];
  /** Settings that a landing or the review reads. */
  readonly with?: readonly Setting[];
  /** What the value comes to together with what it reads; computed once, for landings and for whoever asks. */
  readonly derive?: (value: V | undefined, context: Context) => D;
  readonly lands?: (verbs: Verbs<V, D>) => readonly Landing[];
  readonly examples: readonly Example[];
}

/** A setting in the spec; `Path` lets the spec's type be derived from the list of settings. */
export interface SpecSetting<Path extends string, V, D = undefined>
  extends Setting,
    Readable<V>,
    Deriving<D> {
  readonly source: { readonly in: 'spec'; readonly path: Path };
}

/** Declares a setting written at `spec.<path>`. */
export function setting<const Path extends string, S extends TSchema, D = undefined>(
  declared: { readonly path: Path; readonly schema: S } & Declared<Static<S>, D>,
): SpecSetting<Path, Static<S>, D> {
  const source = { in: 'spec', path: declared.path } as const;
  return { ...erased(declared, `spec.${declared.path}`), source };
}

/** Declares a setting written as an annotation of the HyperConverged. */
export function annotationSetting<V>(
  declared: { readonly key: string; readonly schema: TSchema; readonly decode: Decode<V> } & Declared<
    V,
    undefined
  >,
): Setting & Readable<V> {
  const { key, decode } = declared;
  return {
    ...erased(declared, key),
    source: { in: 'annotation', key },
    decode: decode as Decode<JsonValue>,
  };
}

/**
 * The one place where a setting's type is erased. Sound, because a value reaches these functions only after
 * the setting's own schema (or decoder) has accepted it.
 */
function erased<V, D>(
  declared: Declared<V, D> & { readonly schema: TSchema },
  name: string,
): Omit<Setting, 'source' | 'decode'> {
  const { review, schema } = declared;
  return {
    name,
    schema,
    summary: declared.summary,
    default: declared.default as JsonValue | undefined,
    admissionDefault: declared.admissionDefault as Setting['admissionDefault'],
    fallback: declared.fallback as Setting['fallback'],
    aliases: (declared.aliases ?? []) as unknown as readonly Alias<JsonValue>[],
    formerLeaf: declared.formerLeaf,
    deprecated: declared.deprecated,
    canonical: (declared.canonical as Setting['canonical'] | undefined) ?? canonicalBy(schema),
    review: (value, context) =>
      review === undefined || value === undefined ? [] : review(value as V, context),
    policyRules: (declared.policyRules ?? []) as unknown as Setting['policyRules'],
    derive: declared.derive as Setting['derive'],
    reads: declared.with ?? [],
    landings: declared.lands?.(verbsOf<V, D>()) ?? [],
    examples: declared.examples,
  };
}

function canonicalBy(schema: TSchema): Setting['canonical'] {
  return (value) => canonicalValue(schema, value);
}
