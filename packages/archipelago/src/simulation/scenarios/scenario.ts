import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { SandboxPlatform } from '../definitions/sandbox-definitions.ts';

/** A node of a scenario; an amd64 worker unless it says otherwise. */
export interface ScenarioNode {
  readonly name: string;
  readonly architecture?: string;
  readonly roles?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly taints?: readonly JsonObject[];
  readonly cordoned?: boolean;
  /** Its machine is gone: it is not ready, and pods leave it. */
  readonly lost?: boolean;
  /** Bytes; undefined: the node does not tell, as before Kubernetes 1.33. */
  readonly swap?: number;
}

/** A cluster with a mistake in it, or without one: what `up --scenario` starts. */
export interface Scenario {
  readonly name: string;
  /** One line for people: what is wrong. */
  readonly says: string;
  readonly platform?: SandboxPlatform;
  /** Of the HyperConverged, as of hco.kubevirt.io/v1beta1. */
  readonly spec?: JsonObject;
  /** Beside three control planes; three amd64 workers when absent. */
  readonly nodes?: readonly ScenarioNode[];
  /** Whether there are control planes; true when absent. */
  readonly controlPlanes?: boolean;
  /** Classes and drivers; those of Ceph, with a class for virtual machines, when absent. */
  readonly storage?: readonly KubernetesObject[];
  /** `spec.config` of the Subscription, on OpenShift. */
  readonly subscriptionConfig?: JsonObject;
  /** What there is besides. `operator` as a namespace is the operator's. */
  readonly objects?: readonly KubernetesObject[];
  /** The simulated operand that fails once it is there. */
  readonly failing?: { readonly kind: string; readonly message: string };
  /** The registry in which `up` has golden images; up when absent. */
  readonly registry?: 'down';
  /** What the user of the kubeconfig may not read (plural, as `nodes`). */
  readonly withheld?: readonly string[];
}
