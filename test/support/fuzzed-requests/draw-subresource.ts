import type { Aim } from './aim.ts';
import { drawn } from './damage.ts';
import { drawObject } from './draw-body.ts';
import { drawPatch } from './draw-patch.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

const BODIES: Readonly<Record<string, readonly string[]>> = {
  scale: [
    '{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"@name@","namespace":"@namespace@"},"spec":{"replicas":2}}',
    '{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"@name@"},"spec":{"replicas":0}}',
    '{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"@name@","namespace":"@namespace@"},"spec":{"replicas":-1}}',
    '{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"other","namespace":"@namespace@"},"spec":{"replicas":1}}',
    '{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"@name@","namespace":"@namespace@"},"spec":{"replicas":"1"}}',
    '{"spec":{"replicas":1}}',
  ],
  eviction: [
    '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"@name@","namespace":"@namespace@"}}',
    '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"other"}}',
    '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"@name@"},"deleteOptions":{"dryRun":["All"]}}',
    '{"apiVersion":"v1","kind":"Pod"}',
  ],
  binding: [
    '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"@name@"},"target":{"kind":"Node"}}',
    '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"@name@"},"target":{"kind":"Odd","name":"x"}}',
    '{"apiVersion":"v1","kind":"Binding","metadata":{"name":"other"},"target":{"kind":"Node","name":"x"}}',
  ],
  token: [
    '{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":600}}',
    '{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"expirationSeconds":5}}',
    '{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"audiences":["x"]}}',
    '{"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"absent"}}}',
    '{}',
  ],
};

/** A request about the status, or about what else the kind has below its objects. */
export function drawSubresource(aim: Aim): FuzzedRequest {
  const { draw, kind, collection, name } = aim;
  const subresource = drawn(draw, ['status', ...kind.subresources, ...kind.subresources]);
  const method = drawn(draw, METHODS[subresource] ?? ['GET', 'PUT', 'PATCH', 'PUT', 'PATCH', 'DELETE']);
  const { type, text, how } = bodyOf(aim, subresource, method);
  return {
    what: `${method} ${kind.kind}/${subresource} ${how}`,
    method,
    path: `${collection}/${name}/${subresource}`,
    headers: { accept: 'application/json', 'content-type': type },
    body: method === 'GET' || method === 'DELETE' ? undefined : text,
    collection,
    object: name,
    isFinishedLater: subresource === 'eviction',
  };
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  eviction: ['POST', 'POST', 'POST', 'GET'],
  binding: ['POST', 'POST', 'POST', 'PUT'],
  token: ['POST', 'POST', 'POST', 'GET'],
};

interface Content {
  readonly type: string;
  readonly text: string;
  readonly how: string;
}

function bodyOf({ draw, kind, collection, name }: Aim, subresource: string, method: string): Content {
  if (method === 'PATCH') {
    const { type, text, how } = drawPatch(draw, kind, name);
    return { type, text, how };
  }
  const bodies = BODIES[subresource];
  if (bodies === undefined) {
    const { object, how } = drawObject(draw, kind, name);
    return { type: 'application/json', text: JSON.stringify(object), how };
  }
  const how = drawn(draw, bodies);
  const namespace = /namespaces\/([^/]+)/.exec(collection)?.[1] ?? '';
  const text = how.replaceAll('@name@', name).replaceAll('@namespace@', namespace);
  return { type: 'application/json', text, how: how.slice(-60) };
}
