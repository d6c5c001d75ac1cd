export { ApiConnectionError, connectionError } from './api-connection-error.ts';
export type { Connection } from './connection.ts';
export { createKubernetesClient } from './create-kubernetes-client.ts';
export { CredentialError } from './credential-error.ts';
export type { ObjectEvent } from './event-object.ts';
export { createEventRecorder, type EventRecorder, events } from './event-recorder.ts';
export { createInformer } from './informer.ts';
export type { Informer, InformerOptions, InformerTiming } from './informer-options.ts';
export { parseJson, stringifyJson } from './json-text.ts';
export type { Knowledge } from './knowledge.ts';
export { KubeconfigError } from './kubeconfig-error.ts';
export type { KubernetesClient, ListOptions, Selection } from './kubernetes-client.ts';
export {
  type ApiResult,
  isMissingPermission,
  isObjectMissing,
  isPatchUnfit,
  type KubernetesStatus,
  statusOfAnswer,
} from './kubernetes-status.ts';
export { createLeaderElection, type LeaderElection, type LeaderElectionTiming } from './leader-election.ts';
export { type LeaseRecord, leaseRecordOf, leases } from './leases.ts';
export { listInPages } from './list-in-pages.ts';
export { loadConnection } from './load-connection.ts';
export { mirroredWriter, type Writer } from './mirrored-writer.ts';
export type { RequestObservation, RequestTracer } from './outgoing-request.ts';
export { type ObjectName, type Resource, resourceName, resourcePath } from './resource.ts';
export type { StoreEvent } from './store-event.ts';
export { type HttpRequest, type HttpResponse, nodeTransport, type Transport } from './transport.ts';
export type { WatchEvent } from './watch-event.ts';
export { createWorkQueue, type WorkOutcome, type WorkQueue, type WorkReport } from './work-queue.ts';
export type { WriteThrough } from './write-through.ts';
