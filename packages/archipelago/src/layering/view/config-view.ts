import type { LayeringGroup } from '../api/layering-names.ts';
import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import type { PlatformStatus } from '../build-plan/platform-status.ts';
import type { RolloutNode } from '../build-plan/rollout.ts';

/** How a config stands, the worst first. */
export type ConfigState =
  /** A build, or what is asked for, is wrong. */
  | 'failed'
  /** Something stands in the way: a node without image, a paused pool. */
  | 'held'
  /** An image is being made, or is to be. */
  | 'building'
  /** The image is there; not every node has it. */
  | 'rolling'
  | 'fine';

/** What `layering status -o json` tells of one MachineOSConfig; a member that is undefined is left out. */
export interface ConfigView {
  readonly name: string;
  readonly group: LayeringGroup;
  /** MachineConfigPool whose nodes get the image. */
  readonly pool: string | undefined;
  /** Labels of the nodes that get the image. */
  readonly nodeSelector: Readonly<Record<string, string>> | undefined;
  readonly state: ConfigState;
  /** What nodes are to have. */
  readonly image: ImageView | undefined;
  /** The build that goes on; else that of the image; else the last one. */
  readonly build: BuildView | undefined;
  /** Wanted, or of a node. */
  readonly architectures: readonly ArchitectureView[];
  /** Those that are not as they should be. */
  readonly conditions: readonly ConditionView[];
  /** What the planner remarks on, without asking a registry. */
  readonly findings: readonly FindingView[];
}

interface ImageView {
  readonly pullSpec: string;
  /** `sha256:…`. */
  readonly digest: string;
  /** MachineOSBuild that made it. */
  readonly build: string;
  /** Whether it is an index. */
  readonly multiArch: boolean;
  /** Digest by architecture. */
  readonly children: Readonly<Record<string, string>>;
}

export interface BuildView {
  readonly name: string;
  readonly phase: NonNullable<MachineOsBuildStatus['phase']>;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** Why it was made: Wanted, Retry, ImageDrift, … */
  readonly cause: string | undefined;
  /** RFC 3339. */
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly pullSpec: string | undefined;
  readonly digest: string | undefined;
  readonly platforms: readonly PlatformView[];
  readonly assembly:
    | {
        readonly job: string | undefined;
        readonly attempts: number;
        /** Of the last job that has ended. */
        readonly message: string | undefined;
      }
    | undefined;
  /** Checks of the published image that did not pass. */
  readonly failedChecks: readonly {
    readonly name: string;
    readonly architecture: string | undefined;
    readonly detail: string;
  }[];
}

export interface PlatformView {
  readonly architecture: string;
  readonly variant: string | undefined;
  readonly state: PlatformStatus['state'];
  /** MachineOSBuild whose image is used again; absent where that build is gone. */
  readonly reusedFrom: string | undefined;
  /** Jobs so far, the running one included. */
  readonly attempts: number;
  readonly job: string | undefined;
  readonly node: string | undefined;
  readonly digest: string | undefined;
  /** RFC 3339: when its image was ready; until then when its job was made, or since when it waits. */
  readonly since: string | undefined;
  readonly message: string | undefined;
}

export interface ArchitectureView {
  readonly name: string;
  /** Why an image is wanted; absent: none is. */
  readonly source: string | undefined;
  /** How many nodes there are of each state. */
  readonly counts: Readonly<Record<RolloutNode['state'], number>>;
  readonly nodes: readonly {
    readonly name: string;
    readonly state: RolloutNode['state'];
    /** What happens to it, or why nothing does. */
    readonly message: string | undefined;
  }[];
}

export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly fix: string | undefined;
}

export interface FindingView {
  readonly level: 'info' | 'warning' | 'error';
  readonly reason: string;
  readonly message: string;
  readonly fix: string | undefined;
}
