import type { JsonObject } from '@archipelago/apimachinery';
import { API_AUDIENCE } from '../authorization/service-account-tokens.ts';
import type { ServerState } from '../calls/call.ts';
import { respondRefusal } from '../calls/respond.ts';
import { Refusal } from '../refusals/refusal.ts';
import { methodNotAllowed, refuse } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { parseAccept } from '../requests/media-type.ts';
import { negotiate } from '../requests/negotiate.ts';

/** Where others learn how to verify the tokens of service accounts. */
export const openIdPaths = { configuration: '/.well-known/openid-configuration', keys: '/openid/v1/jwks' };

interface IssuerDocument {
  readonly mediaType: string;
  readonly document: JsonObject;
}

function documentAt(server: ServerState, path: string): IssuerDocument | undefined {
  const wanted = path.replace(/\/$/, '');
  if (wanted === openIdPaths.keys)
    return { mediaType: 'application/jwk-set+json', document: server.tokens.publishedKeys() };
  if (wanted !== openIdPaths.configuration) return undefined;
  const document = {
    issuer: API_AUDIENCE,
    jwks_uri: server.address() + openIdPaths.keys,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
  };
  return { mediaType: 'application/json', document };
}

/** Said in what the client takes, as far as it is one of the usual formats. */
function unacceptable(mediaType: string, accept: string | undefined): ApiResponse {
  const message = `406: Not Acceptable\n\nAvailable representations: ${mediaType}`;
  const refusal = refuse({ code: 406, message, reason: 'NotAcceptable', details: {} });
  const negotiated = negotiate(accept, false);
  return respondRefusal(refusal, negotiated instanceof Refusal ? 'json' : negotiated.format);
}

/** What the issuer of service account tokens publishes; undefined: another path. */
export function answerIssuer(
  server: ServerState,
  { path, method, headers }: ApiRequest,
): ApiResponse | Refusal | undefined {
  const found = documentAt(server, path);
  if (found === undefined) return undefined;
  if (method !== 'GET') return methodNotAllowed();
  const { mediaType, document } = found;
  if (!parseAccept(headers.accept).some(({ type }) => type === '*/*' || type === mediaType))
    return unacceptable(mediaType, headers.accept);
  return {
    status: 200,
    headers: { 'cache-control': 'public, max-age=3600', 'content-type': mediaType },
    body: JSON.stringify(document),
  };
}
