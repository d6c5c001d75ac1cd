import type { ServerState } from '../calls/call.ts';
import { respondObject } from '../calls/respond.ts';
import { snapshotPath } from '../persistence/snapshot-lines.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { methodNotAllowed, notImplemented } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { answerIssuer, openIdPaths } from './answer-issuer.ts';
import { answerSnapshot } from './answer-snapshot.ts';

/** The Kubernetes version whose behaviour this server follows. */
const VERSION = { major: '1', minor: '36', gitVersion: 'v1.36.2+archipelago' };

function versionDocument() {
  return {
    ...VERSION,
    emulationMajor: VERSION.major,
    emulationMinor: VERSION.minor,
    minCompatibilityMajor: VERSION.major,
    minCompatibilityMinor: '35',
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: 'none',
    compiler: 'none',
    platform: `${process.platform}/${process.arch}`,
  };
}

function text(body: string): ApiResponse {
  return { status: 200, headers: { ...UNCACHED, 'content-type': 'text/plain; charset=utf-8' }, body };
}

const HEALTH = /^\/(healthz|livez|readyz)(\/ping)?\/?$/;

/** What a kube-apiserver has beside the API and this server does not. */
const UNIMPLEMENTED = /^\/(metrics|statusz|flagz|logs|debug\/.*)\/?$/;

/** Paths beside the API: version, health, the list of paths. */
export function answerOther(server: ServerState, request: ApiRequest): ApiResponse | Refusal | undefined {
  const { path, method, query } = request;
  if (/^\/version\/?$/.test(path)) {
    return method === 'GET' ? respondObject(200, versionDocument(), 'json') : methodNotAllowed();
  }
  const health = HEALTH.exec(path)?.[1];
  if (health !== undefined) return text(query.has('verbose') ? `[+]ping ok\n${health} check passed\n` : 'ok');
  if (path === snapshotPath) return answerSnapshot(server, request);
  if (UNIMPLEMENTED.test(path)) return notImplemented(path);
  const issuer = answerIssuer(server, request);
  if (issuer !== undefined) return issuer;
  if (path !== '/') return server.openapi.answer(request);
  const groups = server.registry
    .groups()
    .flatMap(({ group, versions }) => [
      `/apis/${group}`,
      ...versions.map((version) => `/apis/${group}/${version}`),
    ]);
  const paths = [
    openIdPaths.configuration,
    '/api',
    '/api/v1',
    '/apis',
    ...groups,
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    openIdPaths.keys,
    '/readyz',
    '/version',
  ];
  return respondObject(200, { paths }, 'json');
}
