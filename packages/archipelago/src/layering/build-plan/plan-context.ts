import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { isActive, isOfConfig, type ObservedJob } from './observed-job.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { Reading } from './reading.ts';
import type { WantedBuild } from './wanted-build.ts';

/** What every step of one plan looks at. */
export interface PlanContext {
  /** What else is looked at. */
  readonly reading: Reading;
  readonly config: MachineOsConfig;
  readonly wanted: WantedBuild;
  /** Of the rendered configuration that is baked in; undefined: none. */
  readonly renderedName: string | undefined;
  readonly draft: PlanDraft;
  /** Counts what this plan has started, besides what runs. */
  readonly slots: JobSlots;
}

/** How many build jobs may still be started. */
export class JobSlots {
  readonly #own: () => number;
  readonly #cluster: () => number;
  #taken = 0;

  /** Asked only by who wants to start something: how many of the config's own, and how many in the cluster. */
  constructor(own: () => number, cluster: () => number) {
    this.#own = own;
    this.#cluster = cluster;
  }

  /** True, and one less, where there is room. */
  take(): boolean {
    if (this.#own() - this.#taken < 1 || this.#cluster() - this.#taken < 1) return false;
    this.#taken += 1;
    return true;
  }
}

export function planContext(
  reading: Reading,
  wanted: WantedBuild,
  draft: PlanDraft,
  renderedName?: string,
): PlanContext {
  const { config } = reading;
  const ownRoom = () => {
    const jobs = reading.jobsOfConfig(config.name).filter((job) => job.role === 'build' && isActive(job));
    return config.maxParallel - jobs.filter((job) => isOfConfig(job, config)).length;
  };
  const slots = new JobSlots(ownRoom, () => reading.clusterRoom());
  return { reading, config, wanted, renderedName, draft, slots };
}

/** The label that stands for a platform key. */
export function keyLabel(key: string): string {
  return key.slice(0, 63);
}

/** What a job says it has made, from its ConfigMap; undefined: nothing, or nothing that can be read. */
export function resultOf(
  job: ObservedJob,
  { reading }: PlanContext,
): Readonly<Record<string, string>> | undefined {
  const [found] = reading.results(job.uid);
  if (found === undefined) return undefined;
  const texts = Object.entries(found.data ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}
