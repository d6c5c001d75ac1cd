import { type KubernetesObject, timestamp } from '@archipelago/apimachinery';
import type { Architecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { nodesOf } from './build-nodes.ts';
import { indexJobs } from './job-index.ts';
import type { LayeringDeployment, LayeringInput } from './layering-plan.ts';
import type { LayeringAnswer } from './layering-question.ts';
import type { LoginFacts } from './login-facts.ts';
import {
  buildsByConfig,
  configMapsByConfig,
  logsByBuild,
  objectsByName,
  resultsByJob,
  withLabels,
} from './observed-index.ts';
import type { ObservedJob } from './observed-job.ts';
import { readJobs } from './observed-job.ts';
import { type Claim, claimsOf } from './pool-claims.ts';
import { digestsOnNodes } from './rollout.ts';

/** A look at the inputs, and what it found. */
interface Seen {
  readonly look: (input: LayeringInput) => unknown;
  readonly found: unknown;
}

/** Everything that a plan has looked at. */
export type Basis = readonly Seen[];

/** Whether a planner would find the same again, and so make the same plan. */
export function holds(basis: Basis, input: LayeringInput): boolean {
  return basis.every(({ look, found }) => isSame(found, look(input)));
}

/** Objects that did not change are the same objects, and lists are new ones of the same. */
function isSame(found: unknown, again: unknown): boolean {
  if (found === again) return true;
  if (!Array.isArray(found) || !Array.isArray(again) || found.length !== again.length) return false;
  return found.every((each, index) => each === again[index]);
}

/**
 * The only way from a planner to its inputs: what it looks at is written down, so that nothing that decides can be forgotten. Looks
 * are narrow, for whatever they show makes a new plan when it changes.
 */
export class Reading {
  readonly #input: LayeringInput;
  readonly #seen: Seen[] = [];

  constructor(input: LayeringInput) {
    this.#input = input;
  }

  /** What was looked at until now; it does not hold on to the inputs. */
  basis(): Basis {
    return this.#seen;
  }

  get config(): MachineOsConfig {
    return this.#look(({ config }) => config);
  }

  get deployment(): LayeringDeployment {
    return this.#look(({ deployment }) => deployment);
  }

  /** Whether a time has come, in milliseconds since 1970; what is no time has. */
  hasCome(at: number): boolean {
    return this.#look(({ now }) => !(now < at));
  }

  /** The time itself, in milliseconds since 1970. No later plan is the same: only for what is news. */
  get now(): number {
    return this.#look(({ now }) => now);
  }

  /** The same, to be written. */
  stamp(): string {
    return timestamp(this.now);
  }

  /** What registries have said, and pods. */
  answer(id: string): LayeringAnswer | undefined {
    return this.#look(({ answers }) => (Object.hasOwn(answers, id) ? answers[id] : undefined));
  }

  /** Something that changes with the content of a secret; undefined: there is none. */
  secretVersion(name: string): string | undefined {
    return this.#look(({ observed: { secrets } }) =>
      Object.hasOwn(secrets, name) ? secrets[name] : undefined,
    );
  }

  /** What image logins a secret has; undefined: there is no such secret. */
  login(name: string): LoginFacts | undefined | 'unknown' {
    return this.#look(({ observed: { logins } }) => {
      if (logins === undefined) return 'unknown';
      return Object.hasOwn(logins, name) ? logins[name] : undefined;
    });
  }

  /** Which keys of a proxy a secret has; undefined: there is no such secret. */
  proxyKeys(name: string): readonly string[] | undefined | 'unknown' {
    return this.#look(({ observed: { proxyKeys } }) => {
      if (proxyKeys === undefined) return 'unknown';
      return Object.hasOwn(proxyKeys, name) ? proxyKeys[name] : undefined;
    });
  }

  pool(name: string): KubernetesObject | undefined {
    return this.#look(({ observed }) => objectsByName(observed.pools).get(name)?.[0]);
  }

  machineConfig(name: string): KubernetesObject | undefined {
    return this.#look(({ observed }) => objectsByName(observed.machineConfigs).get(name)?.[0]);
  }

  machineSets(): readonly KubernetesObject[] {
    return this.#look(({ observed }) => observed.machineSets);
  }

  builds(config: string): readonly KubernetesObject[] {
    return this.#look(({ observed }) => buildsByConfig(observed.builds).get(config)) ?? [];
  }

  /** Nodes that a pool chooses, alone or with others. */
  claims(pool: string): readonly Claim[] {
    return this.#look(({ observed: { nodes, pools } }) => claimsOf(nodes, pools).get(pool)) ?? [];
  }

  labelledNodes(labels: Readonly<Record<string, string>>): readonly KubernetesObject[] {
    return this.#look(({ observed }) => withLabels(observed.nodes, labels));
  }

  /** All of the cluster, in a pool or not. */
  nodesOf(architecture: Architecture): readonly KubernetesObject[] {
    return this.#look(({ observed }) => nodesOf(observed.nodes, architecture));
  }

  /** Whether a node has an image, or is to have it. */
  isOnNode(digest: string): boolean {
    return this.#look(({ observed }) => digestsOnNodes(observed.nodes).has(digest));
  }

  /** Of the configs of that name in each group. */
  jobsOfConfig(config: string): readonly ObservedJob[] {
    return this.#look((input) => jobsIn(input).byConfig.get(config)) ?? [];
  }

  /** Of the builds of that name in each group. */
  jobsOfBuild(build: string): readonly ObservedJob[] {
    return this.#look((input) => jobsIn(input).byBuild.get(build)) ?? [];
  }

  /** Of all configs. */
  jobsOfKey(keyLabel: string): readonly ObservedJob[] {
    return this.#look((input) => jobsIn(input).byKey.get(keyLabel)) ?? [];
  }

  job(uid: string): ObservedJob | undefined {
    return this.#look((input) => jobsIn(input).byUid.get(uid)?.[0]);
  }

  isJob(name: string): boolean {
    return this.#look((input) => jobsIn(input).byName.has(name));
  }

  /** How many build jobs may be started in the whole cluster, besides those that run or that this pass begins. */
  clusterRoom(): number {
    return this.#look((input) => {
      const { deployment, begunJobs = 0 } = input;
      return deployment.clusterJobs - begunJobs - jobsIn(input).activeBuilds;
    });
  }

  configMap(name: string): KubernetesObject | undefined {
    return this.#look(({ observed }) => objectsByName(observed.configMaps).get(name)?.[0]);
  }

  /** That name a config. */
  configMapsOf(config: string): readonly KubernetesObject[] {
    return this.#look(({ observed }) => configMapsByConfig(observed.configMaps).get(config)) ?? [];
  }

  /** ConfigMaps with what a job has reported. */
  results(jobUid: string): readonly KubernetesObject[] {
    return this.#look(({ observed }) => resultsByJob(observed.configMaps).get(jobUid)) ?? [];
  }

  /** ConfigMaps with logs of jobs of the builds of that name in each group. */
  logs(build: string): readonly KubernetesObject[] {
    return this.#look(({ observed }) => logsByBuild(observed.configMaps).get(build)) ?? [];
  }

  #look<Found>(look: (input: LayeringInput) => Found): Found {
    const found = look(this.#input);
    this.#seen.push({ look, found });
    return found;
  }
}

function jobsIn({ observed: { jobs, pods } }: LayeringInput) {
  return indexJobs(readJobs(jobs, pods));
}
