import { names } from '../api/layering-names.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { LayeringInput } from './layering-plan.ts';
import { isActive, isOfConfig, type ObservedJob, readJobs } from './observed-job.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { WantedBuild } from './wanted-build.ts';

/** What every step of one plan looks at. */
export interface PlanContext {
  readonly input: LayeringInput;
  readonly config: MachineOsConfig;
  readonly wanted: WantedBuild;
  /** Of the rendered configuration that is baked in; undefined: none. */
  readonly renderedName: string | undefined;
  /** Of all configs. */
  readonly jobs: readonly ObservedJob[];
  readonly draft: PlanDraft;
  /** Counts what this plan has started, besides what runs. */
  readonly slots: JobSlots;
}

/** How many build jobs may still be started. */
export class JobSlots {
  #own: number;
  #cluster: number;

  constructor(own: number, cluster: number) {
    this.#own = own;
    this.#cluster = cluster;
  }

  /** True, and one less, where there is room. */
  take(): boolean {
    if (this.#own < 1 || this.#cluster < 1) return false;
    this.#own -= 1;
    this.#cluster -= 1;
    return true;
  }
}

export function planContext(
  input: LayeringInput,
  wanted: WantedBuild,
  draft: PlanDraft,
  renderedName?: string,
): PlanContext {
  const { config, observed, deployment } = input;
  const jobs = readJobs(observed.jobs, observed.pods);
  const active = jobs.filter((job) => job.role === 'build' && isActive(job));
  const own = active.filter((job) => isOfConfig(job, config));
  const slots = new JobSlots(config.maxParallel - own.length, deployment.clusterJobs - active.length);
  return { input, config, wanted, renderedName, jobs, draft, slots };
}

/** The label that stands for a platform key. */
export function keyLabel(key: string): string {
  return key.slice(0, 63);
}

/** What a job says it has made, from its ConfigMap; undefined: nothing, or nothing that can be read. */
export function resultOf(
  job: ObservedJob,
  { input }: PlanContext,
): Readonly<Record<string, string>> | undefined {
  const found = input.observed.configMaps.find(
    ({ metadata }) =>
      metadata.labels?.[names.jobUid] === job.uid && metadata.labels?.[names.component] === 'result',
  );
  if (found === undefined) return undefined;
  const texts = Object.entries(found.data ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
