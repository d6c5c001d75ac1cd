import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** The objects a document talks about, by the names people use. */
export type Subject =
  | 'hyperconverged'
  | 'kubevirt'
  | 'cdi'
  | 'network'
  | 'ssp'
  | 'aaq'
  | 'machine'
  | 'descheduler';

/** What to look at after a step. A path is dotted, or a list where a key has a dot of its own; numbers index lists. */
export interface Observation {
  readonly of: Subject;
  readonly at: string | readonly string[];
  readonly expect:
    | { readonly is: JsonValue }
    /** An object that has at least these members, or a list that has this item. */
    | { readonly has: JsonValue }
    | { readonly absent: true };
}

type Action =
  /** A restored example, applied in the operator's namespace to the HyperConverged as `restore` leaves it. */
  | { readonly do: 'apply'; readonly file: string; readonly first?: readonly string[] }
  /** A command exactly as the document has it; `edits` is what is changed in the editor it opens, as a merge patch. */
  | { readonly do: 'command'; readonly run: string; readonly edits?: JsonObject }
  /** Back to a HyperConverged with nothing set; not in the document, it separates its examples. */
  | { readonly do: 'restore' };

/** What a command prints, as far as the document shows it. */
export type Printed =
  | { readonly json: JsonValue }
  /** kubectl's own words; no server sends them, so that only kubectl is asked for them. */
  | { readonly text: string }
  | { readonly kind: string; readonly fields: Readonly<Record<string, string>> };

export interface Step {
  readonly title: string;
  readonly action: Action;
  readonly prints?: Printed;
  readonly shows?: readonly Observation[];
}

/** The commands and examples of one document, in its order, and what is seen after each: data for two drivers, kubectl and HTTP. */
export interface Walkthrough {
  readonly document: 'heterogeneous-clusters' | 'multi-arch-golden-images-disabled' | 'cluster-configuration';
  readonly platform: 'kubernetes' | 'openshift';
  readonly steps: readonly Step[];
}

/** The ways to carry out a walkthrough. */
export interface Driver {
  restore(): Promise<void>;
  apply(file: string): Promise<void>;
  /** Runs a command of the document and returns what it printed. */
  command(run: string, edits: JsonObject | undefined): Promise<string>;
  /** The object as the server has it, undefined when there is none. */
  read(subject: Subject): Promise<JsonObject | undefined>;
}

/** Where the operator of a platform lives. */
export const operatorNamespace = {
  kubernetes: 'kubevirt-hyperconverged',
  openshift: 'openshift-cnv',
} as const;

/** How a subject is addressed: resource, name, and whether it lives in the operator's namespace or another. */
export const subjects: Readonly<
  Record<
    Subject,
    { readonly resource: string; readonly name: string; readonly namespace: 'operator' | 'cluster' | string }
  >
> = {
  hyperconverged: {
    resource: 'hyperconvergeds.v1beta1.hco.kubevirt.io',
    name: 'kubevirt-hyperconverged',
    namespace: 'operator',
  },
  kubevirt: {
    resource: 'kubevirts.v1.kubevirt.io',
    name: 'kubevirt-kubevirt-hyperconverged',
    namespace: 'operator',
  },
  cdi: {
    resource: 'cdis.v1beta1.cdi.kubevirt.io',
    name: 'cdi-kubevirt-hyperconverged',
    namespace: 'cluster',
  },
  network: {
    resource: 'networkaddonsconfigs.v1.networkaddonsoperator.network.kubevirt.io',
    name: 'cluster',
    namespace: 'cluster',
  },
  ssp: {
    resource: 'ssps.v1beta3.ssp.kubevirt.io',
    name: 'ssp-kubevirt-hyperconverged',
    namespace: 'operator',
  },
  aaq: {
    resource: 'aaqs.v1alpha1.aaq.kubevirt.io',
    name: 'aaq-kubevirt-hyperconverged',
    namespace: 'cluster',
  },
  machine: {
    resource: 'virtualmachineinstances.v1.kubevirt.io',
    name: 'reserves-a-disk',
    namespace: 'operator',
  },
  descheduler: {
    resource: 'kubedeschedulers.v1.operator.openshift.io',
    name: 'cluster',
    namespace: 'openshift-kube-descheduler-operator',
  },
};
