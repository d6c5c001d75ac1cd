import {
  type JsonObject,
  type KubernetesObject,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';

/** An address for people to look at, from a range that is kept for benchmarks (RFC 2544): nothing listens there. */
export function podAddress(pod: KubernetesObject, node: KubernetesObject): JsonObject {
  const host = objectsAt(node, 'status', 'addresses').find(({ type }) => type === 'InternalIP');
  const hostIP = textAt(host, 'address');
  const isOfHost = valueAt(pod, 'spec', 'hostNetwork') === true && hostIP !== '';
  const podIP = isOfHost ? hostIP : addressOf(pod.metadata.uid ?? '');
  return { ...(hostIP === '' ? {} : { hostIP, hostIPs: [{ ip: hostIP }] }), podIP, podIPs: [{ ip: podIP }] };
}

function addressOf(uid: string): string {
  let sum = 0;
  for (let at = 0; at < uid.length; at++) sum = (Math.imul(sum, 31) + uid.charCodeAt(at)) >>> 0;
  return `198.19.${(sum >>> 8) % 256}.${(sum % 254) + 1}`;
}
