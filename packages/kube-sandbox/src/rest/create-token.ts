import { type JsonObject, objectAt, textAt, textsAt, timestamp, valueAt } from '@archipelago/apimachinery';
import { trackChange } from '../apply/apply-fields.ts';
import { API_AUDIENCE } from '../authorization/service-account-tokens.ts';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, invalid, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readWriteOptions } from '../requests/write-options.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { keyOf } from './create.ts';

const TYPE = 'io.k8s.api.authentication.v1.TokenRequest';
const KIND = { group: 'authentication.k8s.io', resource: 'TokenRequest' };
const HOUR = 3600;
const SHORTEST = 600;
const LONGEST = 2 ** 32;

function seconds(spec: JsonObject): number | Refusal {
  const wanted = valueAt(spec, 'expirationSeconds');
  if (typeof wanted !== 'number') return HOUR;
  const path = 'spec.expirationSeconds';
  if (wanted < SHORTEST) {
    return invalid(KIND, '', [invalidValue(path, wanted, 'may not specify a duration less than 10 minutes')]);
  }
  if (wanted <= LONGEST) return wanted;
  return invalid(KIND, '', [
    invalidValue(path, wanted, 'may not specify a duration larger than 2^32 seconds'),
  ]);
}

const BINDABLE: ReadonlyMap<string, string> = new Map([
  ['v1 Pod', 'pods'],
  ['v1 Secret', 'secrets'],
  ['v1 Node', 'nodes'],
]);

/** A token may be bound to an object, which must be there. */
function checkBinding(call: Call, spec: JsonObject): Refusal | undefined {
  const reference = objectAt(spec, 'boundObjectRef');
  const kind = textAt(reference, 'kind');
  if (kind === '') return undefined;
  const apiVersion = textAt(reference, 'apiVersion');
  const plural = BINDABLE.get(`${apiVersion} ${kind}`);
  if (plural === undefined) {
    const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
    return badRequest(`cannot bind token to object of type ${shown}, Kind=${kind}`);
  }
  const name = textAt(reference, 'name');
  const namespace = plural === 'nodes' ? '' : (call.namespace ?? '');
  const stored = call.server.store.get({ resource: `/${plural}`, namespace, name });
  return stored === undefined ? notFound({ group: '', resource: plural }, name) : undefined;
}

function readRequest(call: Call): JsonObject | Refusal {
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  const typed = decodeTyped(body.object, TYPE);
  if ('problem' in typed)
    return badRequest(`TokenRequest in version "v1" cannot be handled as a TokenRequest: ${typed.problem}`);
  return typed.value;
}

/** POST of `serviceaccounts/NAME/token`. */
export function createToken(call: Call): ApiResponse | Refusal {
  const options = readWriteOptions(call.request, 'CreateOptions');
  if (options instanceof Refusal) return options;
  const request = readRequest(call);
  if (request instanceof Refusal) return request;
  const spec = objectAt(request, 'spec');
  const account = call.server.store.get(keyOf(call, call.name));
  if (account === undefined) return notFound(resourceSubject(call.type), call.name);
  const lifetime = seconds(spec);
  if (lifetime instanceof Refusal) return lifetime;
  const refused = checkBinding(call, spec);
  if (refused !== undefined) return refused;
  const defaulted = {
    ...request,
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { ...spec, expirationSeconds: lifetime },
  };
  const tracked = trackChange(
    { ...call, wireType: TYPE },
    { live: undefined, object: defaulted, manager: options.fieldManager },
  );
  return answerObject(
    call,
    201,
    withToken(call, tracked, { lifetime, uid: textAt(metadataOf(account.object), 'uid') }),
  );
}

function withToken(
  call: Call,
  request: JsonObject,
  { lifetime, uid }: { lifetime: number; uid: string },
): JsonObject {
  const spec = objectAt(request, 'spec');
  const wanted = textsAt(spec, 'audiences');
  const audiences = wanted.length === 0 ? [API_AUDIENCE] : wanted;
  const { environment, tokens } = call.server;
  const namespace = call.namespace ?? '';
  const token = tokens.issue({ namespace, name: call.name, uid, audiences, seconds: lifetime });
  const expires = timestamp(environment.now() + lifetime * 1000);
  const metadata = { name: call.name, namespace, uid, creationTimestamp: timestamp(environment.now()) };
  return {
    ...withMetadata(request, metadata),
    spec: {
      ...spec,
      audiences,
      expirationSeconds: lifetime,
      boundObjectRef: valueAt(spec, 'boundObjectRef') ?? null,
    },
    status: { token, expirationTimestamp: expires },
  };
}
