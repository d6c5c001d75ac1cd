import { createHash } from 'node:crypto';
import type { JsonObject } from '@archipelago/apimachinery';
import { stringify } from 'yaml';
import { respondObject } from '../calls/respond.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { type MediaType, parseAccept } from '../requests/media-type.ts';
import { negotiate, unsupportedRepresentation } from '../requests/negotiate.ts';
import type { Registry } from '../resources/registry.ts';
import { aggregatedDocument } from './aggregated-document.ts';
import { coreVersions, groupList } from './legacy-documents.ts';

type Choice = 'legacy' | 'aggregated-json' | 'aggregated-yaml' | 'none';

/** What one clause asks for; undefined when discovery has no such representation. */
function choiceOf({ type, parameters }: MediaType): Choice | undefined {
  const as = parameters.get('as');
  if (as === undefined) return PLAIN.has(type) ? 'legacy' : undefined;
  const isV2 = parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('v') === 'v2';
  return as === 'APIGroupDiscoveryList' && isV2 ? AGGREGATED.get(type) : undefined;
}

const PLAIN: ReadonlySet<string> = new Set(['application/json', 'application/yaml', '*/*']);
const AGGREGATED: ReadonlyMap<string, Choice> = new Map([
  ['application/json', 'aggregated-json'],
  ['application/yaml', 'aggregated-yaml'],
]);

/** The first representation of the Accept header that discovery has. */
function choose(accept: string | undefined): Choice {
  for (const clause of parseAccept(accept)) {
    const choice = choiceOf(clause);
    if (choice !== undefined) return choice;
  }
  return 'none';
}

function answerAggregated(request: ApiRequest, document: JsonObject, format: 'json' | 'yaml'): ApiResponse {
  const body = format === 'yaml' ? stringify(document) : JSON.stringify(document);
  const etag = `"${createHash('sha512').update(body).digest('hex').toUpperCase()}"`;
  const contentType = `application/${format};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
  const headers = { 'content-type': contentType, 'cache-control': 'public', vary: 'Accept', etag };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' };
  return { status: 200, headers, body };
}

/** GET of `/api` (the core group) and `/apis` (all others). */
export function answerDiscovery(
  registry: Registry,
  request: ApiRequest,
  core: boolean,
): ApiResponse | Refusal {
  const choice = choose(request.headers.accept);
  switch (choice) {
    case 'aggregated-json':
      return answerAggregated(request, aggregatedDocument(registry, core), 'json');
    case 'aggregated-yaml':
      return answerAggregated(request, aggregatedDocument(registry, core), 'yaml');
    case 'legacy': {
      const negotiated = negotiate(request.headers.accept, false);
      if (negotiated instanceof Refusal) return negotiated;
      const document = core ? coreVersions(request.headers.host ?? '127.0.0.1') : groupList(registry);
      return respondObject(200, document, negotiated.format);
    }
    case 'none': {
      const negotiated = negotiate(request.headers.accept, false);
      return negotiated instanceof Refusal ? negotiated : unsupportedRepresentation();
    }
  }
}
