import type { JsonObject } from '@archipelago/apimachinery';

/** What placement and architecture detection need of a Node. */
export interface NodeFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `status.nodeInfo.architecture`; undefined while the kubelet has not reported. */
  readonly architecture: string | undefined;
}

/** What was observed about a cluster. Plain data. */
export interface ClusterFacts {
  readonly platform: 'kubernetes' | 'openshift';
  /** OpenShift's ingress domain; undefined where the cluster has none. */
  readonly baseDomain: string | undefined;
  readonly clusterNetworks: readonly string[];
  /** Whether the NetworkAttachmentDefinition kind is served. */
  readonly networkAttachmentDefinitions: boolean;
  /** Names of the storage classes; absent: nobody looked. */
  readonly storageClasses?: readonly string[] | undefined;
  /** NetworkAttachmentDefinitions, `namespace/name`; absent: nobody looked. */
  readonly networks?: readonly string[] | undefined;
  readonly nodes: readonly NodeFacts[];
  /** `spec.tlsSecurityProfile` of OpenShift's APIServer. */
  readonly apiServerTlsProfile: JsonObject | undefined;
}

/** What follows from the observed facts and the workloads' placement; computed once per reconcile. */
export interface DerivedFacts extends ClusterFacts {
  readonly controlPlaneNodeExists: boolean;
  /** Three control-plane nodes or more. */
  readonly controlPlaneHighlyAvailable: boolean;
  /** Two workers or more. */
  readonly infrastructureHighlyAvailable: boolean;
  /** Sorted, distinct. */
  readonly controlPlaneArchitectures: readonly string[];
  /** Sorted, distinct: architectures of the nodes that workloads may run on. */
  readonly workloadArchitectures: readonly string[];
}
