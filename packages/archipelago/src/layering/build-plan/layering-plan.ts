import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import type { Plan } from '../../engine/plan/plan.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { LoginFacts } from './login-facts.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

/** What is to be done now about one config. */
export type LayeringPlan = Plan<Finding, RegistryQuestion>;

/** Objects as the API server has them; of other configs, too, where it says `all`. */
export interface ObservedObjects {
  /** All of the cluster. */
  readonly nodes: readonly KubernetesObject[];
  /** All MachineConfigPools; empty where the kind is not served. */
  readonly pools: readonly KubernetesObject[];
  /** At least the rendered MachineConfig that the pool names. */
  readonly machineConfigs: readonly KubernetesObject[];
  /** All MachineSets; only looked at where the config expects architectures from them. */
  readonly machineSets: readonly KubernetesObject[];
  /** All MachineOSBuilds of the config's group. */
  readonly builds: readonly KubernetesObject[];
  /** All Jobs with the label `layering.archipelago.dev/component` in the namespace of the jobs. */
  readonly jobs: readonly KubernetesObject[];
  /** The pods of these jobs. */
  readonly pods: readonly KubernetesObject[];
  /** All ConfigMaps with that label in that namespace. */
  readonly configMaps: readonly KubernetesObject[];
  /** By name of a secret in that namespace, something that changes when its content does (uid and resourceVersion). */
  readonly secrets: Readonly<Record<string, string>>;
  /** By name of a secret in that namespace, what image logins it has; absent: nobody has told. */
  readonly logins?: Readonly<Record<string, LoginFacts>>;
  /** By name of a secret in that namespace, its type; absent: nobody has looked. */
  readonly secretTypes?: Readonly<Record<string, string>>;
}

/** What the deployment of the operator decides. */
export interface LayeringDeployment {
  /** Where jobs run and secrets lie. */
  readonly namespace: string;
  /** The operator's, where secrets are not looked for; absent: not known, or the same. */
  readonly operatorNamespace?: string;
  /** Image with buildah and a shell. */
  readonly builderImage: string;
  /** Our own image: `archipelago layering login`, `push`, `assemble` and `report`. */
  readonly ownImage: string;
  /** Of the pods; it may write ConfigMaps in the namespace. */
  readonly serviceAccount: string;
  /** Build jobs at the same time in the whole cluster. */
  readonly clusterJobs: number;
  /** Of the volume with a build's store, and of that with its image; a quantity of bytes. */
  readonly storeLimit: string;
  /** How jobs reach registries where the machines' own ways will not do; texts of files. */
  readonly registries: {
    /** Authorities that sign for registries, PEM. */
    readonly caCertificates: string | undefined;
    /** containers-registries.conf(5), version 2: mirrors, insecure registries. */
    readonly registriesConf: string | undefined;
  };
  /** Secret with the keys HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in the jobs' namespace; undefined: jobs get those of `proxy`, without a login. */
  readonly proxySecret?: string;
  /** Whether nodes are cordoned, drained and told to update; absent: somebody else rolls images out. */
  readonly rollout?: boolean;
  /** For builds and the assembly; undefined: they go straight. */
  readonly proxy?: Readonly<Partial<Record<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY', string>>>;
}

/** Everything that decides what is to be done about one MachineOSConfig. Nothing else is looked at. */
export interface LayeringInput {
  readonly config: MachineOsConfig;
  readonly observed: ObservedObjects;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  readonly deployment: LayeringDeployment;
  /** Build jobs that other plans begin at the same time, and that nobody has seen yet. */
  readonly begunJobs?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}
