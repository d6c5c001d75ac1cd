import type { JsonObject } from '../../api/json-value.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { Architecture } from '../architecture.ts';
import type { KnownArchitecture, PoolNode } from '../detect-architectures.ts';
import type { BaseImage } from '../resolve-base.ts';
import type { FoundChild, IndexEntry } from '../verify-index.ts';

/** Something that was asked for and may not be known yet. */
export type Asked<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'pending' }
  /** `transient`: asking again may help (5xx, 429, time-outs). */
  | {
      readonly kind: 'failed';
      readonly transient: boolean;
      readonly denied: boolean;
      readonly message: string;
    };

/** A node on which jobs could run. */
export interface BuildNode {
  readonly name: string;
  readonly architecture: Architecture | undefined;
  readonly ready: boolean;
  readonly schedulable: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly JsonObject[];
}

/** A Job of ours, read together with its pods. */
export interface ObservedJob {
  readonly name: string;
  readonly uid: string;
  readonly role: 'build' | 'assemble';
  /** Label: the platform key (build) or the build key (assemble), whole. */
  readonly key: string;
  readonly architecture: Architecture | undefined;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly state:
    | { readonly kind: 'pending' }
    /** The scheduler's words. */
    | { readonly kind: 'unschedulable'; readonly since: string; readonly message: string }
    | { readonly kind: 'running'; readonly node: string }
    | { readonly kind: 'complete' }
    | {
        readonly kind: 'failed';
        readonly exitCode: number | undefined;
        readonly evicted: boolean;
        readonly message: string;
      };
  /** Attempts so far, evictions not counted. */
  readonly attempts: number;
  /** What the job says it has made, from its ConfigMap; undefined: nothing. */
  readonly claim: { readonly digest: string; readonly size: number; readonly mediaType: string } | undefined;
}

/** A MachineOSBuild of the config. */
export interface ObservedBuild {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly createdAt: string;
  readonly key: string;
  readonly platforms: readonly { readonly architecture: Architecture; readonly key: string }[];
  readonly deleting: boolean;
  /** As it is stored. */
  readonly status: JsonObject;
}

/** What a node of the pool runs, by the annotations of who rolls images out. */
export interface NodeImage {
  readonly node: string;
  readonly architecture: Architecture;
  /** Pull spec by digest of the index or manifest; undefined: none of ours. */
  readonly current: string | undefined;
  readonly desired: string | undefined;
}

/** Everything that decides what is to be done about one MachineOSConfig. Plain data; nothing else is looked at. */
export interface LayeringFacts {
  readonly config: MachineOsConfig;
  readonly deleting: boolean;
  readonly namespace: string;
  /** RFC 3339. */
  readonly now: string;
  readonly poolNodes: readonly PoolNode[];
  readonly poolPaused: boolean;
  readonly buildNodes: readonly BuildNode[];
  /** From the config's status. */
  readonly knownArchitectures: readonly KnownArchitecture[];
  /** Of machine sets without machines. */
  readonly expectedArchitectures: readonly Architecture[];
  readonly base: Asked<BaseImage>;
  /** Digest of the configuration that is baked in; undefined: none. */
  readonly configuration: string | undefined;
  readonly builds: readonly ObservedBuild[];
  readonly jobs: readonly ObservedJob[];
  /** By platform key: what the intermediate repository holds under the key's content tag; undefined value: nothing. */
  readonly children: ReadonlyMap<string, Asked<FoundChild | undefined>>;
  /** By build key: the index in the final repository; undefined value: nothing. */
  readonly indexes: ReadonlyMap<
    string,
    Asked<{ readonly digest: string; readonly entries: readonly IndexEntry[] } | undefined>
  >;
  readonly nodeImages: readonly NodeImage[];
}
