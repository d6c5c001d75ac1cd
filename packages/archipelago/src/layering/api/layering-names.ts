/** The API group of MachineOSConfig and MachineOSBuild as the Machine Config Operator serves them. */
export const machineConfigGroup = 'machineconfiguration.openshift.io';

/** Our own, where the Machine Config Operator owns the kinds of its group. */
export const ownGroup = 'layering.archipelago.dev';

export type LayeringGroup = typeof machineConfigGroup | typeof ownGroup;

/** Annotations and labels; ours in both groups, so that no other controller acts on them. */
export const names = {
  /** On a config: `all` or architectures; takes a new build of what failed. Removed when it begins. */
  retry: `${ownGroup}/retry`,
  /** On a config: `all` or architectures to build although nothing changed. Removed when it begins. */
  rebuild: `${ownGroup}/rebuild`,
  /** The same as users of the Machine Config Operator know it: everything. */
  knownRebuild: `${machineConfigGroup}/rebuild`,
  /** On a config: `amd64=2,arm64=1`, how often each was asked for again; part of the keys. */
  rebuilds: `${ownGroup}/rebuilds`,
  /** On a config: its current build. */
  currentBuild: `${machineConfigGroup}/current-machine-os-build`,
  /** On a pool: `amd64,arm64`. */
  architectures: `${ownGroup}/architectures`,
  /** On a pool: Heterogeneous, Homogeneous or Unknown. */
  topology: `${ownGroup}/topology`,
  /** On a build: removed when its images are no longer needed or gone. */
  imagesFinalizer: `${ownGroup}/images`,
  /** On jobs, pods and ConfigMaps: what they are part of. */
  component: `${ownGroup}/component`,
  build: `${ownGroup}/build`,
  architecture: `${ownGroup}/architecture`,
  /** First 63 hex digits of the platform key: a label value has no room for the last. */
  key: `${ownGroup}/key`,
  attempt: `${ownGroup}/attempt`,
  /** On a result or a log: the uid of the job it is of. */
  jobUid: `${ownGroup}/job-uid`,
  /** On a log: the job it is of, and when that was made; the job may be gone. */
  jobName: `${ownGroup}/job-name`,
  jobMade: `${ownGroup}/job-made`,
  /** On a log: the container that said it. */
  container: `${ownGroup}/container`,
  /** On a job: the repository it pushes to. */
  repository: `${ownGroup}/repository`,
  /** On a job: stands for the logins as they were when it was made. */
  credentials: `${ownGroup}/credentials`,
  /** On a build: why it was made. */
  cause: `${ownGroup}/cause`,
  /** On a build that repeats one: architectures that failed before and were not asked to be tried again. */
  withheld: `${ownGroup}/withheld`,
  /** On a node, the operator's: what its agent is to do, `Stage/2026-11-22T10:00:00Z`. */
  rolloutStep: `${ownGroup}/rollout-step`,
  /** On a node, the operator's: why its rollout stopped. */
  rolloutMessage: `${ownGroup}/rollout-message`,
  /** On a node, the operator's: we cordoned it, and only we take that back. */
  rolloutCordon: `${ownGroup}/rollout-cordon`,
  /** On a node, its agent's: there is one, and which contract it keeps. */
  agent: `${ownGroup}/agent`,
  /** On a node, its agent's: what became of the step, `Staged Stage/2026-11-22T10:00:00Z`. */
  agentAnswer: `${ownGroup}/agent-answer`,
  /** On a node, its agent's: why the answer is Failed. */
  agentReason: `${ownGroup}/agent-reason`,
  /** On objects whose name had to be shortened: the whole name of their config. */
  configName: `${ownGroup}/config-name`,
} as const;
