import { counter, gauge, histogram, type MetricDeclaration } from './metric-declaration.ts';

/** From a write that is a matter of milliseconds to one that has waited for a server. */
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics about the loops of the operator, and what they read and write. */
export const engineMetrics = {
  reconciles: counter(
    'archipelago_reconciles_total',
    'Passes of a controller by how they ended: done, again (later, as planned), retry (something was not done), threw.',
    'controller',
    'result',
  ),
  reconcileDuration: histogram(
    'archipelago_reconcile_duration_seconds',
    'How long a pass of a controller takes.',
    seconds,
    'controller',
  ),
  lastReconcile: gauge(
    'archipelago_last_reconcile_timestamp_seconds',
    'When the last pass ended that left nothing undone (done or again). Shown by the process that leads.',
    'controller',
  ),
  reconcileFailingSince: gauge(
    'archipelago_reconcile_failing_since_timestamp_seconds',
    'Since when passes of a controller leave something undone (retry or threw). Nothing is shown while the last one did not.',
    'controller',
  ),
  queueDepth: gauge(
    'archipelago_queue_depth',
    'Passes of a controller that wait to begin: 1 where something has changed during the pass under way.',
    'controller',
  ),
  queueWait: histogram(
    'archipelago_queue_wait_seconds',
    'How long a pass that was due has waited for the one before it.',
    seconds,
    'controller',
  ),
  planActions: gauge(
    'archipelago_plan_actions',
    'What the last plan of a controller had to do, by kind. Shown by the process that leads.',
    'controller',
    'kind',
  ),
  drift: counter(
    'archipelago_drift_total',
    'Fields of operands that somebody had changed and that were put back. Field other: no room for more fields.',
    'component_name',
    'field',
  ),
  requests: counter(
    'archipelago_api_requests_total',
    'Requests sent to the API server; code is empty where there was no answer.',
    'verb',
    'resource',
    'code',
  ),
  requestDuration: histogram(
    'archipelago_api_request_duration_seconds',
    'How long the API server took to answer; of a watch, until it began.',
    seconds,
    'verb',
    'resource',
  ),
  watchRestarts: counter(
    'archipelago_watch_restarts_total',
    'Watches that ended and were begun again. An API server ends each after half an hour to an hour.',
    'resource',
  ),
  informerHeard: gauge(
    'archipelago_informer_last_activity_timestamp_seconds',
    'When an informer last heard the API server, by a list or a watch; 0 for never. Kinds that are not served are left out.',
    'resource',
    'selection',
  ),
  informerObjects: gauge('archipelago_informer_objects', 'Objects mirrored in memory.', 'resource'),
  registryQuestions: counter(
    'archipelago_registry_questions_total',
    'Questions to image registries by what came of them: answered, or why not.',
    'result',
  ),
  admissionDecisions: counter(
    'archipelago_admission_decisions_total',
    'Requests that the webhook judged: allowed, refused, or error (nothing could be said).',
    'kind',
    'operation',
    'decision',
  ),
  admissionDuration: histogram(
    'archipelago_admission_duration_seconds',
    'How long the webhook took to judge.',
    seconds,
    'kind',
  ),
  certificateExpiry: gauge(
    'archipelago_certificate_expiry_timestamp_seconds',
    'When a certificate that is served, or the authority that signs it, ends.',
    'certificate',
  ),
  leader: gauge('archipelago_leader', 'Whether this process leads: 1 yes, 0 no.'),
  otherOperators: gauge(
    'archipelago_other_operators',
    'Deployments of another operator of HyperConvergeds that run beside this one. While there is any, nothing is written.',
  ),
  doctorFindings: gauge(
    'archipelago_doctor_findings',
    'What the doctor finds, by check and severity. Nothing is shown while nobody asks it.',
    'code',
    'severity',
  ),
  alerts: gauge(
    'archipelago_alerts',
    'Alerts of the operator that are pending or fire, counted over their labels. Shown by the process that leads.',
    'alertname',
    'alertstate',
    'severity',
  ),
  eventsDropped: gauge('archipelago_events_dropped', 'Events not written because too many waited.'),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
