import { counter, gauge, type MetricDeclaration } from './metric-declaration.ts';

/** Metrics about the process, with the names that every Prometheus client gives them. */
export const processMetrics = {
  buildInfo: gauge('archipelago_build_info', 'Always 1; the label says which release runs.', 'version'),
  processCpu: counter('process_cpu_seconds_total', 'User and system CPU time spent, in seconds.'),
  processMemory: gauge('process_resident_memory_bytes', 'Resident memory, in bytes.'),
  processStart: gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.'),
  processOpenFiles: gauge('process_open_fds', 'Open file descriptors.'),
  processMaxFiles: gauge('process_max_fds', 'File descriptors that may be open.'),
  heapUsed: gauge('nodejs_heap_size_used_bytes', 'Heap of the JavaScript engine that is in use, in bytes.'),
  eventLoopLag: gauge(
    'nodejs_eventloop_lag_seconds',
    'How late the event loop came to a task that was due at once, measured at the scrape, in seconds.',
  ),
} as const satisfies Readonly<Record<string, MetricDeclaration>>;
