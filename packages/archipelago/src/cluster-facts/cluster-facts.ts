import type { JsonObject } from '@archipelago/apimachinery';

/** What placement and architecture detection need of a Node. */
export interface NodeFacts {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** `status.nodeInfo.architecture`; undefined while the kubelet has not reported. */
  readonly architecture: string | undefined;
}

/** What the deployment of the operator decides: images, machine types, versions. Read once at the edge. */
export interface DeploymentParameters {
  readonly version: string;
  readonly machineTypes: { readonly amd64: string | undefined; readonly arm64: string | undefined };
  readonly smbios: Readonly<Record<string, string>> | undefined;
  readonly kvmEmulation: boolean;
  readonly images: {
    readonly passtCni: string | undefined;
    readonly passtSidecar: string | undefined;
    readonly waspAgent: string | undefined;
  };
}

/** What the operand APIs answer to a dry run, by kind; only known when somebody asked them. */
interface OperandRefusals {
  readonly update: Readonly<Record<string, string>>;
  readonly delete: Readonly<Record<string, string>>;
}

/** The architectures of an image, as its registry told them. */
export interface KnownImage {
  /** The image that was asked for; of another image nothing is known. */
  readonly url: string;
  readonly architectures: readonly string[];
}

/** Observed facts about a cluster. Plain data: settings read it, they never fetch. */
export interface ClusterFacts {
  readonly platform: 'kubernetes' | 'openshift';
  readonly operatorNamespace: string;
  /** OpenShift's ingress domain; undefined where the cluster has none. */
  readonly baseDomain: string | undefined;
  readonly clusterNetworks: readonly string[];
  /** Whether the NetworkAttachmentDefinition kind is served. */
  readonly networkAttachmentDefinitions: boolean;
  readonly nodes: readonly NodeFacts[];
  /** `spec.tlsSecurityProfile` of OpenShift's APIServer. */
  readonly apiServerTlsProfile: JsonObject | undefined;
  /** Cron line for the common golden images, drawn once per cluster and kept in the status. */
  readonly dataImportSchedule: string;
  /** Who imports golden images: SSP, or our own controller; absent: SSP where the platform has it. */
  readonly goldenImageImporter?: 'builtin' | 'ssp';
  /** What the registries say of golden images without annotation, by name of the template; absent: nobody asked. */
  readonly imageKnowledge?: Readonly<Record<string, KnownImage>>;
  readonly deployment: DeploymentParameters;
  readonly operandRefusals: OperandRefusals;
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
