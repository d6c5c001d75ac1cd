import type { JsonObject } from '../../api/json-value.ts';
import type { Architecture } from '../architecture.ts';
import type { Containerfiles } from '../resolve-containerfile.ts';

/** How jobs of one architecture are run, besides on a node of it. */
export interface BuildPlacement {
  /** Labels besides kubernetes.io/arch and kubernetes.io/os. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  /** As pods have them. */
  readonly tolerations: readonly JsonObject[];
  /** ResourceRequirements of the build container; undefined: the usual ones. */
  readonly resources: JsonObject | undefined;
}

/** Which nodes the images are for. */
export type PoolReference =
  /** A MachineConfigPool, on clusters with the Machine Config Operator. */
  | { readonly kind: 'pool'; readonly name: string }
  /** Nodes with these labels, anywhere else. */
  | { readonly kind: 'selector'; readonly labels: Readonly<Record<string, string>> };

/** A repository with what is needed to write to it. */
export interface TargetRepository {
  /** `host[:port]/path:tag`; the tag is the user's word for the newest image. */
  readonly pushSpec: string;
  /** Secret in the config's namespace. */
  readonly pushSecret: string;
}

/** MachineOSConfig as it is understood (seed 004, facts/layering-design.md §11); `parseMachineOsConfig` reads it. */
export interface MachineOsConfig {
  readonly name: string;
  readonly uid: string;
  readonly generation: number;
  readonly pool: PoolReference;
  /** By architecture, or `NoArch` for all without one of their own. */
  readonly containerfiles: Containerfiles;
  /** Pull spec; undefined: the pool's own. */
  readonly baseImage: string | undefined;
  readonly basePullSecret: string | undefined;
  /** Where the index goes. */
  readonly final: TargetRepository;
  /** Where build jobs push their images; undefined: to the final repository. */
  readonly intermediate: TargetRepository | undefined;
  /** Empty: detected from the nodes. */
  readonly architectures: readonly Architecture[];
  readonly format: 'OCI' | 'Docker';
  readonly singleArchitecture: 'Manifest' | 'Index';
  readonly builderImage: string | undefined;
  readonly placement: BuildPlacement;
  /** What differs for an architecture. */
  readonly placements: Readonly<Partial<Record<Architecture, Partial<BuildPlacement>>>>;
  readonly maxParallel: number;
  readonly retries: number;
  readonly schedulingDeadlineSeconds: number;
  readonly jobDeadlineSeconds: number;
  readonly removalGraceSeconds: number;
  readonly successfulBuildsHistoryLimit: number;
  readonly failedBuildsHistoryLimit: number;
  /** Asked for by annotation: all platforms, or some, are to be built anew. */
  readonly rebuild: RebuildRequest | undefined;
}

export interface RebuildRequest {
  /** Changes with each request. */
  readonly nonce: string;
  /** Empty: all. */
  readonly architectures: readonly Architecture[];
}
