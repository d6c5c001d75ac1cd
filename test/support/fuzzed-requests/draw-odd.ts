import type { Aim } from './aim.ts';
import { drawn } from './damage.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

const PLACES = [
  '/',
  '/api',
  '/api/',
  '/api/v1',
  '/api/v2',
  '/apis',
  '/apis/apps',
  '/apis/apps/v1',
  '/apis/apps/v1beta1',
  '/apis/nothing.example.com/v1/things',
  '/apis/fuzz.example.com',
  '/apis/fuzz.example.com/v1',
  '/apis/fuzz.example.com/v2/gadgets',
  '/api/v1/namespaces/absent/configmaps',
  '/api/v1/namespaces/absent',
  '/api/v1/namespaces/default/configmaps/x/y',
  '/api/v1/namespaces/default/configmaps/x/status',
  '/api/v1/namespaces/default/pods/x/nothing',
  '/api/v1/configmaps/x',
  '/api/v1/namespaces/default/nodes',
  '/api/v1/watch/configmaps/x/y/z',
  '/api/v1//configmaps',
  '/version',
  '/version/',
  '/healthz',
  '/livez/ping',
  '/readyz/nothing',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/apis/apps/v1',
  '/openapi/v3/apis/nothing/v1',
  '/nothing',
  '/.well-known/openid-configuration',
];

/** Paths and methods that clients get wrong, and what is no resource. */
export function drawOdd({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const own = [
    collection,
    `${collection}/${name}`,
    `${collection}/${name}/`,
    `${collection}/${name}/nothing`,
  ];
  const path = drawn(draw, [...PLACES, ...own, ...own, ...own]);
  const method = drawn(draw, ['GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ODD']);
  const isOfMany = method === 'DELETE' && (path === collection || !own.includes(path));
  const asked = isOfMany ? 'GET' : method;
  return {
    what: `${asked} ${path.replace(collection, kind.plural).replace(name, 'name')}`,
    method: asked,
    path,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: ['POST', 'PUT', 'PATCH'].includes(asked) ? '{}' : undefined,
    collection,
    object: name,
    isFinishedLater: asked === 'DELETE',
  };
}
