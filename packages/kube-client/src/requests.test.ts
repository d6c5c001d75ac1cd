import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from './outgoing-request.ts';
import {
  createRequest,
  deleteRequest,
  evictRequest,
  getRequest,
  listRequest,
  patchRequest,
  podLogRequest,
  rawRequest,
  updateRequest,
  watchRequest,
} from './requests.ts';

const pods = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };
const roles = { group: 'rbac.io', version: 'v1', plural: 'roles', kind: 'Role', namespaced: false };
const name = { namespace: 'ns', name: 'p:1' };
const pod: KubernetesObject = { apiVersion: 'v1', kind: 'Pod', metadata: name };
const target = { resource: pods, name };
const ofStatus = { ...target, subresource: 'status' as const };
const mine = { fieldManager: 'me' };

/** Method, path, kind of content, whether it may be sent twice; verb and resource for metrics. */
const lineOf = ({ method, path, contentType, idempotent, verb, resource }: OutgoingRequest) =>
  `${method} ${path} ${contentType ?? '-'} ${idempotent ? 'again' : 'once'} (${verb} ${resource})`;

const requests: readonly (readonly [OutgoingRequest, string])[] = [
  [getRequest(pods, name), 'GET /api/v1/namespaces/ns/pods/p%3A1 - again (get pods)'],
  [
    getRequest(roles, { namespace: 'ns', name: 'r' }),
    'GET /apis/rbac.io/v1/roles/r - again (get roles.rbac.io)',
  ],
  [listRequest(pods, {}), 'GET /api/v1/pods - again (list pods)'],
  [
    listRequest(pods, { namespace: 'ns', limit: 5, continue: 'a/b=', labelSelector: 'a in (b,c)' }),
    'GET /api/v1/namespaces/ns/pods?labelSelector=a%20in%20(b%2Cc)&limit=5&continue=a%2Fb%3D - again (list pods)',
  ],
  [
    listRequest(pods, { resourceVersion: '0', fieldSelector: '' }),
    'GET /api/v1/pods?resourceVersion=0 - again (list pods)',
  ],
  [watchRequest(pods, {}), 'GET /api/v1/pods?watch=true&allowWatchBookmarks=true - again (watch pods)'],
  [
    watchRequest(pods, {
      namespace: 'ns',
      fieldSelector: 'metadata.name=p',
      resourceVersion: '7',
      timeoutSeconds: 9,
    }),
    'GET /api/v1/namespaces/ns/pods?watch=true&allowWatchBookmarks=true&fieldSelector=metadata.name%3Dp&resourceVersion=7&timeoutSeconds=9 - again (watch pods)',
  ],
  [
    createRequest(pods, pod, mine),
    'POST /api/v1/namespaces/ns/pods?fieldManager=me application/json once (create pods)',
  ],
  [
    updateRequest(target, pod, { ...mine, dryRun: true }),
    'PUT /api/v1/namespaces/ns/pods/p%3A1?dryRun=All&fieldManager=me application/json again (update pods)',
  ],
  [
    updateRequest(ofStatus, pod, { dryRun: false }),
    'PUT /api/v1/namespaces/ns/pods/p%3A1/status application/json again (update pods/status)',
  ],
  [
    patchRequest(target, { type: 'json', operations: [] }, mine),
    'PATCH /api/v1/namespaces/ns/pods/p%3A1?fieldManager=me application/json-patch+json once (patch pods)',
  ],
  [
    patchRequest(ofStatus, { type: 'merge', body: {} }, mine),
    'PATCH /api/v1/namespaces/ns/pods/p%3A1/status?fieldManager=me application/merge-patch+json again (patch pods/status)',
  ],
  [
    patchRequest(target, { type: 'apply', body: pod }, mine),
    'PATCH /api/v1/namespaces/ns/pods/p%3A1?fieldManager=me application/apply-patch+yaml again (patch pods)',
  ],
  [
    patchRequest(target, { type: 'apply', body: pod, force: true }, mine),
    'PATCH /api/v1/namespaces/ns/pods/p%3A1?fieldManager=me&force=true application/apply-patch+yaml again (patch pods)',
  ],
  [deleteRequest(target, {}), 'DELETE /api/v1/namespaces/ns/pods/p%3A1 application/json again (delete pods)'],
  [
    evictRequest(name, {}),
    'POST /api/v1/namespaces/ns/pods/p%3A1/eviction application/json once (create pods/eviction)',
  ],
  [
    podLogRequest(name, { container: 'c&d' }),
    'GET /api/v1/namespaces/ns/pods/p%3A1/log?container=c%26d - again (get pods/log)',
  ],
  [
    podLogRequest(name, { container: 'c', limitBytes: 9 }),
    'GET /api/v1/namespaces/ns/pods/p%3A1/log?container=c&limitBytes=9 - again (get pods/log)',
  ],
  [rawRequest({ method: 'GET', path: '/version?a=b' }), 'GET /version?a=b - again (raw /version)'],
  [rawRequest({ method: 'PUT', path: '/x', body: 1 }), 'PUT /x application/json once (raw /x)'],
  [
    rawRequest({ method: 'POST', path: '/x', body: {}, contentType: 'application/yaml' }),
    'POST /x application/yaml once (raw /x)',
  ],
];

describe('requests', () => {
  it.each(requests.map(([request, line]) => [line, request] as const))('%s', (line, request) => {
    expect(lineOf(request)).toBe(line);
  });

  it('say all they are to change, integers beyond doubles too', () => {
    const big = { ...pod, spec: { n: 9007199254740993n, no: undefined } };
    const text =
      '{"apiVersion":"v1","kind":"Pod","metadata":{"namespace":"ns","name":"p:1"},"spec":{"n":9007199254740993}}';
    expect(createRequest(pods, big, {}).body).toBe(text);
    expect(updateRequest(target, big, {}).body).toBe(text);
    const operations = [{ op: 'add', path: '/x', value: 9007199254740993n }];
    expect(patchRequest(target, { type: 'json', operations }, {}).body).toBe(
      '[{"op":"add","path":"/x","value":9007199254740993}]',
    );
  });

  it('delete what was seen, as they are told to', () => {
    const options = {
      propagation: 'Background',
      preconditions: { uid: 'u', resourceVersion: '7' },
      gracePeriodSeconds: 0,
    } as const;
    const common = { kind: 'DeleteOptions', apiVersion: 'v1' };
    expect(JSON.parse(deleteRequest(target, {}).body ?? '')).toEqual(common);
    expect(JSON.parse(deleteRequest(target, { ...options, dryRun: false }).body ?? '')).toEqual({
      ...common,
      propagationPolicy: 'Background',
      preconditions: { uid: 'u', resourceVersion: '7' },
      gracePeriodSeconds: 0,
    });
  });

  it.each(['', '.', '..', 'a/b', 'a%2fb'])('go nowhere else: %j is no name and no namespace', (bad) => {
    expect(() => getRequest(pods, { namespace: 'ns', name: bad })).toThrow('cannot be part of a path');
    expect(() => listRequest(pods, { namespace: bad })).toThrow('cannot be part of a path');
  });
});

it('asks for the metadata of what is written only where nobody needs the rest, and for the whole of who cannot give that', () => {
  const accepts = (options: { answer?: 'metadata' }) =>
    [
      createRequest(pods, pod, options),
      updateRequest(target, pod, options),
      patchRequest(target, { type: 'merge', body: {} }, options),
    ].map(({ accept }) => accept);
  const partial = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
  expect(accepts({ answer: 'metadata' })).toEqual([partial, partial, partial]);
  expect(accepts({})).toEqual([undefined, undefined, undefined]);
});
