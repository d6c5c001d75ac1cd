import type { ProxySettings, RegistryAccess, RegistryRule, RegistrySession } from '@archipelago/oci-registry';

/** What an administrator decides about layering when the operator is started. */
export interface LayeringChoices {
  /** Where jobs run, and where the Secrets lie that configs name. */
  readonly namespace: string;
  /** Image with buildah and a shell, for every architecture that is built. */
  readonly builderImage: string;
  /** Our own image, for every architecture. */
  readonly ownImage: string;
  /** Account of the jobs' pods. */
  readonly serviceAccount: string;
  /** Build jobs at the same time in the whole cluster. */
  readonly clusterJobs: number;
  /** Of the volume with a build's store, and of that with its image; a quantity of bytes. */
  readonly storeLimit: string;
  /** Whether nodes get images: cordoned, drained, told to update. Absent: somebody else does that. */
  readonly rollout?: boolean;
  readonly session: RegistrySession;
  /** Of the operator, which the jobs take, too; absent: registries are reached directly. */
  readonly proxy?: ProxySettings;
  /** Secret with the jobs' proxy, which may have a password; absent: they take the operator's, without one. */
  readonly proxySecret?: string;
  /** Logins and authorities of the operator; those of a config's secrets come before. */
  readonly access: RegistryAccess;
  /** Mirrors of the machine; those of the cluster come besides. */
  readonly rules: readonly RegistryRule[];
  /** Text of the registries.conf that `rules` were read from, for the jobs; undefined: none. */
  readonly registriesConf: string | undefined;
}

/** Of builds and their secrets: apart from the operator's own, where operands keep the keys of their authorities. */
export const usualBuildsNamespace = 'archipelago-builds';
/** Account of the jobs, as an installation makes it. */
export const jobsAccount = 'archipelago-layering';
/** Few enough for a cluster whose nodes have other work to do. */
export const usualClusterJobs = 16;
/** Room for a base of some gigabytes: the store has each of its layers whole. */
export const usualStoreLimit = '100Gi';
