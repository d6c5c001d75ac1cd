import type { LayeringGroup } from '../api/layering-names.ts';
import type { FindingView } from '../view/config-view.ts';
import type { InputName } from './differing-inputs.ts';

/** What would become of a config. */
export type Verdict =
  /** The image that is wanted is there. */
  | 'nothing'
  /** A new MachineOSBuild would be made. */
  | 'build'
  /** A build of exactly this is under way. */
  | 'goesOn'
  /** A build of exactly this has failed, and is not repeated by itself. */
  | 'failed'
  /** A build would be made if nothing stood in the way: see the findings. */
  | 'held'
  /** Nothing would be built from this: see the findings. */
  | 'refused'
  /** A registry did not answer from here, or the pool has no configuration yet. */
  | 'unknown';

/** What `layering plan -o json` tells of one MachineOSConfig; a member that is undefined is left out. */
export interface ForecastView {
  readonly name: string;
  readonly group: LayeringGroup;
  readonly verdict: Verdict;
  /** Why it is unknown. */
  readonly message: string | undefined;
  /** MachineOSBuild that would be made, or that there is. */
  readonly build: string | undefined;
  /** Why it would be made: Wanted, Retry, ImageDrift, … */
  readonly cause: string | undefined;
  readonly publish: 'Index' | 'Manifest' | undefined;
  /** Where the image would be pushed. */
  readonly target: string | undefined;
  /** MachineOSBuild that differences are told from. */
  readonly comparedWith: string | undefined;
  readonly platforms: readonly PlatformForecast[];
  /** Architectures of `comparedWith` that are no longer wanted. */
  readonly removed: readonly string[];
  readonly unanswered: readonly { readonly reference: string; readonly message: string }[];
  readonly findings: readonly FindingView[];
}

/** What would become of the image of one architecture. */
export type PlatformAction =
  /** A job would build it. */
  | 'build'
  /** It is in the registry. */
  | 'reuse'
  /** The build has it already. */
  | 'keep'
  /** A job that runs makes it. */
  | 'goesOn'
  /** A job would build it once there is a node. */
  | 'wait'
  | 'failed'
  | 'held'
  | 'unknown';

export interface PlatformForecast {
  readonly architecture: string;
  readonly variant: string | undefined;
  /** 64 hex digits: equal keys mean the same image. */
  readonly key: string;
  readonly action: PlatformAction;
  readonly because: string;
  /** Entry of spec.containerFile that counts. */
  readonly containerfile: string;
  /** `host/path@sha256:…`. */
  readonly base: string;
  /** MachineOSBuild whose image it is. */
  readonly reusedFrom: string | undefined;
  /** What it is made of otherwise than in `comparedWith`; undefined: that is not known, or there is nothing to compare with. */
  readonly differs: readonly Difference[] | undefined;
}

export interface Difference {
  readonly input: InputName;
  /** Of texts that are short: digests, names. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}
