import {
  escapedPathOf,
  type GoUrl,
  hostnameOf,
  parseReference,
  parseRequestUri,
  portOf,
  queryOf,
} from '../../net/go-url.ts';
import { stringArg, urlArg } from '../functions/argument-types.ts';
import { type CelFunction, libraryFunction, method, unary } from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError, libraryTypes, listValue } from '../values/cel-value.ts';
import { createMap } from '../values/map-value.ts';

/** As a request's first, which refuses more, then as a reference: only that keeps the fragment apart. */
function parse(text: string): CelValue {
  const request = parseRequestUri(text);
  const parsed = request.ok ? parseReference(text) : request;
  if (parsed.ok) return { kind: 'url', url: parsed.value };
  return celError(`URL parse error during conversion from string: ${parsed.message}`);
}

function query(url: GoUrl): CelValue {
  return createMap([...queryOf(url)].map(([name, values]) => [name, listValue(values)] as const));
}

function textPart(name: string, id: string, part: (url: GoUrl) => string): CelFunction {
  return libraryFunction(name, method(unary(id, urlArg, t.stringType, ({ url }) => part(url))));
}

const queryType = t.mapType(t.stringType, t.listType(t.stringType));

/** Kubernetes' URLs. */
export const urlFunctions: readonly CelFunction[] = [
  libraryFunction('url', unary('string_to_url', stringArg, libraryTypes.url, parse)),
  libraryFunction(
    'isURL',
    unary('is_url_string', stringArg, t.boolType, (text) => parseRequestUri(text).ok),
  ),
  textPart('getScheme', 'url_get_scheme', (url) => url.scheme),
  textPart('getHost', 'url_get_host', (url) => url.host),
  textPart('getHostname', 'url_get_hostname', hostnameOf),
  textPart('getPort', 'url_get_port', portOf),
  textPart('getEscapedPath', 'url_get_escaped_path', escapedPathOf),
  libraryFunction('getQuery', method(unary('url_get_query', urlArg, queryType, ({ url }) => query(url)))),
];
