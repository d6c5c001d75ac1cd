import { type KubernetesObject, timestamp } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import type { PlayedWrite } from '../players/play.ts';

const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };

interface Warning {
  readonly reason: string;
  readonly message: string;
}

/** A warning about an object; told again a millisecond later it is another event. */
export function warningEvent(
  { apiVersion, kind, metadata }: KubernetesObject,
  { reason, message }: Warning,
  now: number,
): PlayedWrite {
  const { name, namespace = '', uid = '' } = metadata;
  const time = timestamp(now);
  const object = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: {
      name: `${name}.${now.toString(16)}${reason.length}`,
      namespace,
      annotations: { [simulatedAnnotation]: 'true' },
    },
    involvedObject: { apiVersion, kind, name, namespace, uid },
    type: 'Warning',
    reason,
    message,
    source: { component: 'virtualmachine-controller' },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
  return { do: 'create', resource: events, object };
}
