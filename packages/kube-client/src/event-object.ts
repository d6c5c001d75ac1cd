import { type KubernetesObject, timestamp } from '@archipelago/apimachinery';

/** Something worth telling about an object. */
export interface ObjectEvent {
  readonly about: Pick<KubernetesObject, 'apiVersion' | 'kind' | 'metadata'>;
  readonly type: 'Normal' | 'Warning';
  /** One word in CamelCase. */
  readonly reason: string;
  readonly message: string;
}

/** An event to be written, told `count` times since. */
export interface PendingEvent {
  readonly event: ObjectEvent;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Who tells. */
interface EventSource {
  readonly component: string;
  readonly instance?: string;
  readonly random?: () => number;
}

const longestMessage = 1024;

/** No longer than an event may be. */
export function cutMessage(message: string): string {
  return message.slice(0, longestMessage);
}

/** A core/v1 Event with a name of its own. */
export function eventObject(settings: EventSource, pending: PendingEvent): KubernetesObject {
  const { event, count, firstMs, lastMs } = pending;
  const { about, type, reason, message } = event;
  const { name, namespace = 'default', uid, resourceVersion } = about.metadata;
  const random = settings.random ?? Math.random;
  const suffix = `${firstMs.toString(16)}${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`;
  const instance = settings.instance ?? '';
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name.slice(0, 230)}.${suffix}`, namespace },
    involvedObject: {
      apiVersion: about.apiVersion,
      kind: about.kind,
      name,
      namespace: about.metadata.namespace,
      uid,
      resourceVersion,
    },
    type,
    reason,
    message: cutMessage(message),
    count,
    firstTimestamp: timestamp(firstMs),
    lastTimestamp: timestamp(lastMs),
    source: { component: settings.component, ...(instance === '' ? {} : { host: instance }) },
    reportingComponent: settings.component,
    reportingInstance: instance,
  };
}
