export { judgeByPolicy } from './admission/policies/judge-by-policy.ts';
export { attemptOf } from './authorization/attempt-of.ts';
export type { Attempt } from './authorization/authorize.ts';
export { createCertificates, type ServerCertificates } from './certificates/create-certificates.ts';
export type { ClusterExtension } from './cluster-extensions.ts';
export { unservedSteps } from './conformance/unserved-steps.ts';
export type { ExtensionAnswer, ExtensionRefusal, ExtensionRequest } from './extensions/extension.ts';
export type { FaultMatch } from './faults/fault-match.ts';
export { inProcessTransport } from './in-process-transport.ts';
export { DataFolderError } from './persistence/data-folder-error.ts';
export { forgetDataFolder } from './persistence/open-data-folder.ts';
export { snapshotPath } from './persistence/snapshot-lines.ts';
export { checkSnapshot, restoreDataFolder, snapshotDataFolder } from './persistence/snapshots.ts';
export { writeCheckpoint } from './persistence/write-checkpoint.ts';
export { type ApiResponse, isStream } from './requests/api-response.ts';
export { BODY_LIMIT } from './requests/read-body.ts';
export type { Environment } from './resources/environment.ts';
export { isOwnHost } from './rest/is-own-host.ts';
export type { Sandbox } from './sandbox.ts';
export { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';
export {
  type EmbeddedSandbox,
  type SandboxOptions,
  type SandboxSnapshot,
  startSandbox,
} from './start-sandbox.ts';
export { ContainerLogs } from './storage/container-logs.ts';
export type { StoredObject } from './storage/stored-object.ts';
export { NodeRoom } from './workloads/scheduling/node-room.ts';
export { type Placement, placePod } from './workloads/scheduling/place-pod.ts';
export { amount, type Demand, podDemand } from './workloads/scheduling/pod-demand.ts';
export type { WorkloadOptions } from './workloads/start-workloads.ts';
