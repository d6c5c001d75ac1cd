import type { JsonObject } from '@archipelago/apimachinery';
import type { Architecture } from '../../api/architectures.ts';
import type { Containerfiles } from '../resolve-containerfile.ts';
import type { LayeringGroup } from './layering-names.ts';
import type { MachineOsConfigStatus } from './machine-os-config-status-schema.ts';

/** core/v1 Toleration. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: 'Exists' | 'Equal';
  readonly value?: string;
  readonly effect?: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
  readonly tolerationSeconds?: number;
}

/** What decides on which nodes and how one architecture is built. */
export interface BuildPlacement {
  /** Besides architecture and operating system. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  /** core/v1 ResourceRequirements. */
  readonly resources: JsonObject;
  readonly variant: string | undefined;
  readonly buildArguments: Readonly<Record<string, string>>;
}

/** Where images of one architecture go. Secrets lie in the jobs' namespace; undefined: without login. */
interface IntermediateRepository {
  /** `host/path`. */
  readonly repository: string;
  readonly pushSecret: string | undefined;
  readonly pullSecret: string | undefined;
}

/** `all`, or some architectures. */
export type ArchitectureRequest = 'all' | readonly Architecture[];

/** What may be chosen about a build besides its content. */
export interface BuildPolicies {
  readonly expectMachineSets: boolean;
  readonly removalGraceSeconds: number;
  readonly format: 'OCI' | 'Docker';
  readonly singleArchitecture: 'Manifest' | 'Index';
  readonly unsupportedKernel: 'Skip' | 'Refuse';
  /** Infinity: no limit of its own. */
  readonly maxParallel: number;
  /** Of each architecture, the first included. */
  readonly attempts: number;
  readonly schedulingDeadlineSeconds: number;
  readonly deadlineSeconds: number;
  readonly onSiblingFailure: 'Continue' | 'Cancel';
  readonly onDeletedJob: 'Recreate' | 'Interrupt';
  readonly successfulBuildsHistoryLimit: number;
  readonly failedBuildsHistoryLimit: number;
}

/** How nodes get the image. */
export interface RolloutSettings {
  readonly mode: 'Automatic' | 'Manual';
  /** `2`, or `10%`; the pool's own goes before. */
  readonly maxUnavailable: number | string;
  readonly drainTimeoutSeconds: number;
  readonly updateTimeoutSeconds: number;
}

/** A MachineOSConfig as the planner needs it: every default filled in, every list in canonical order. */
export interface MachineOsConfig extends BuildPolicies {
  readonly group: LayeringGroup;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string | undefined;
  readonly generation: number;
  /** Whose nodes get the image. */
  readonly members:
    | { readonly kind: 'pool'; readonly name: string }
    | { readonly kind: 'labels'; readonly labels: Readonly<Record<string, string>> };
  readonly baseImage: string | undefined;
  readonly basePullSecret: string | undefined;
  readonly pushSecret: string;
  /** `host/path` of the final image; the tag is the build's name. */
  readonly repository: string;
  readonly containerfiles: Containerfiles;
  /** Empty: detected. */
  readonly architectures: readonly Architecture[];
  readonly intermediate: IntermediateRepository;
  readonly placements: Readonly<Record<Architecture, BuildPlacement>>;
  /** Asked for by annotation. */
  readonly retry: ArchitectureRequest | undefined;
  readonly rebuild: ArchitectureRequest | undefined;
  /** How often each architecture was asked to be built again. */
  readonly rebuilds: Readonly<Partial<Record<Architecture, number>>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly rollout: RolloutSettings;
  readonly status: MachineOsConfigStatus;
}
