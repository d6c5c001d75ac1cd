import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';
import type { DerivedInputs } from '../../cluster-facts/inputs.ts';
import type { Cause } from './cause.ts';
import type { ExistingPath, ValueAt } from './field-path.ts';

/** A value that no setting decides. */
export interface BaselineEntry {
  readonly field: string;
  /** `append`: the value is an item of a list that settings feed, too. */
  readonly mode: 'set' | 'append';
  readonly value: (inputs: DerivedInputs) => JsonValue | undefined;
  readonly cause: Cause;
}

/** How a baseline is declared; fields and values are checked against the operand's type. */
export interface BaselineVerbs<M> {
  /** A constant, and why it is what it is. */
  opinion<P extends string>(
    field: P & ExistingPath<M, P>,
    value: ValueAt<M, P>,
    because: string,
  ): BaselineEntry;
  /** An item of a set-like list; `when` tells on which clusters. */
  item<P extends string>(
    field: P & ExistingPath<M, P>,
    item: string,
    because: string,
    when?: (inputs: DerivedInputs) => boolean,
  ): BaselineEntry;
  /** A value the cluster or the deployment decides; undefined leaves the field out. */
  fact<P extends string>(
    field: P & ExistingPath<M, P>,
    fact: string,
    value: (inputs: DerivedInputs) => ValueAt<M, P> | undefined,
  ): BaselineEntry;
}

/** Environment variables of the operator, with upstream's names. */
export type ImageParameter = 'WASP_AGENT_IMAGE' | 'PASST_CNI_IMAGE';

/** An object this operator owns; everything in it comes from the baseline or from a setting. */
export interface Operand {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Value of the label `app.kubernetes.io/component`. */
  readonly component: string;
  /** Name of the object for a HyperConverged of that name. */
  readonly name: (hyperConverged: string) => string;
  /** Namespace, where it is not the HyperConverged's. */
  readonly namespace?: string;
  readonly extraLabels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Deleted with the HyperConverged by Kubernetes' garbage collector. */
  readonly owned: boolean;
  /** Whether such a cluster can have the object at all. */
  readonly fits: (facts: Pick<DerivedFacts, 'platform'>) => boolean;
  readonly baseline: readonly BaselineEntry[];
  /** Canonical order of the set-like lists that settings append to, by field. */
  readonly listOrder: Readonly<Record<string, readonly string[]>>;
  /** Reports Available, Progressing and Degraded conditions, which ours aggregate. */
  readonly reportsConditions: boolean;
  /** Annotation of the HyperConverged whose RFC 6902 patch is applied last. */
  readonly patchAnnotation?: string;
  /** Fields that its API does not let change, as printed paths: another value takes another object. */
  readonly immutable: readonly string[];
  /** Deployment parameter with the image of its pods, which no server takes without one. */
  readonly imageParameter?: ImageParameter;
  /** Operands that have to be there before: a real API server binds no role that is not there. */
  readonly after: readonly Operand[];
  /**
   * It comes with the installation, and goes with it. The operator uses it as it is where it says what it should, and makes or changes
   * it only as far as it may: it need not hold the rights that a role gives.
   */
  readonly isInstalled: boolean;
  /** In which wave it goes with the HyperConverged, the lowest first; `stays`: pods that are still terminating name it, or it is the installation's. */
  readonly removal: number | 'stays';
}

/** An operand whose fields are those of `M`; landings on it are checked against that type. */
export interface OperandOf<M> extends Operand {
  /** Never present: carries the type only. */
  readonly manifest?: M;
}

type Declaration<M> = Pick<Operand, 'group' | 'version' | 'kind' | 'plural' | 'component' | 'name'> &
  Partial<Omit<Operand, 'baseline'>> & {
    readonly baseline: (verbs: BaselineVerbs<M>) => readonly BaselineEntry[];
  };

/** Declares an operand of type `M`. */
export function operand<M>(declaration: Declaration<M>): OperandOf<M> {
  return {
    namespaced: false,
    owned: false,
    fits: () => true,
    listOrder: {},
    reportsConditions: false,
    immutable: [],
    after: [],
    isInstalled: false,
    removal: 0,
    ...declaration,
    baseline: declaration.baseline(verbs()),
  };
}

function verbs<M>(): BaselineVerbs<M> {
  return {
    opinion: (field, value, because) => ({
      field,
      mode: 'set',
      // a manifest type describes JSON, which TypeScript cannot see through a generic parameter
      value: () => value as JsonValue,
      cause: { kind: 'opinion', because },
    }),
    item: (field, item, because, when = () => true) => ({
      field,
      mode: 'append',
      value: (inputs) => (when(inputs) ? item : undefined),
      cause: { kind: 'opinion', because },
    }),
    fact: (field, fact, value) => ({
      field,
      mode: 'set',
      value: (inputs) => value(inputs) as JsonValue | undefined,
      cause: { kind: 'fact', fact },
    }),
  };
}

/** `apiVersion` as objects carry it. */
export function apiVersionOf({ group, version }: Pick<Operand, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `Kind/namespace/name`, or `Kind/name` for an object without namespace. */
export function objectKey(object: JsonObject): string {
  const { metadata } = object;
  const { namespace, name } = metadata as { namespace?: string; name: string };
  return [object.kind, namespace, name].filter((part) => part !== undefined).join('/');
}
