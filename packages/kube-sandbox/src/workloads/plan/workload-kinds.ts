/** Where a kind is served. */
interface WorkloadResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** The kinds that workload controllers read and write. */
export const workloadKinds = {
  ConfigMap: { group: '', version: 'v1', plural: 'configmaps' },
  ControllerRevision: { group: 'apps', version: 'v1', plural: 'controllerrevisions' },
  CronJob: { group: 'batch', version: 'v1', plural: 'cronjobs' },
  DaemonSet: { group: 'apps', version: 'v1', plural: 'daemonsets' },
  Deployment: { group: 'apps', version: 'v1', plural: 'deployments' },
  Event: { group: '', version: 'v1', plural: 'events' },
  Job: { group: 'batch', version: 'v1', plural: 'jobs' },
  Namespace: { group: '', version: 'v1', plural: 'namespaces' },
  Node: { group: '', version: 'v1', plural: 'nodes' },
  PersistentVolumeClaim: { group: '', version: 'v1', plural: 'persistentvolumeclaims' },
  Pod: { group: '', version: 'v1', plural: 'pods' },
  PodDisruptionBudget: { group: 'policy', version: 'v1', plural: 'poddisruptionbudgets' },
  ReplicaSet: { group: 'apps', version: 'v1', plural: 'replicasets' },
  ReplicationController: { group: '', version: 'v1', plural: 'replicationcontrollers' },
  ServiceAccount: { group: '', version: 'v1', plural: 'serviceaccounts' },
  StatefulSet: { group: 'apps', version: 'v1', plural: 'statefulsets' },
} as const satisfies Readonly<Record<string, WorkloadResource>>;

/** The name of one of them. */
export type WorkloadKind = keyof typeof workloadKinds;

/** Whether a kind is one of them. */
export function isWorkloadKind(kind: string): kind is WorkloadKind {
  return Object.hasOwn(workloadKinds, kind);
}
