import { type JsonObject, objectAt, textAt, textsAt, timestamp, valueAt } from '@archipelago/apimachinery';
import { admitObject } from '../admission/admit-body.ts';
import { trackChange } from '../apply/apply-fields.ts';
import type { Attempt } from '../authorization/authorize.ts';
import { API_AUDIENCE } from '../authorization/service-account-tokens.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, invalid } from '../refusals/status.ts';
import type { User } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readWriteOptions } from '../requests/write-options.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { inRequestNamespace } from './create.ts';
import { accessReviewErrors } from './review-errors.ts';

/** Kinds that ask a question and are not stored. */
export function isReview(type: ResourceType): boolean {
  return type.group === 'authentication.k8s.io' || type.group === 'authorization.k8s.io';
}

function userInfo(user: User): JsonObject {
  const extra = user.extra === undefined ? {} : { extra: user.extra };
  return {
    username: user.name,
    ...(user.uid === undefined ? {} : { uid: user.uid }),
    groups: user.groups,
    ...extra,
  };
}

function attemptFrom(spec: JsonObject): Attempt {
  const path = objectAt(spec, 'nonResourceAttributes');
  if (valueAt(spec, 'nonResourceAttributes') !== undefined) {
    return { kind: 'path', verb: textAt(path, 'verb'), path: textAt(path, 'path') };
  }
  const resource = objectAt(spec, 'resourceAttributes');
  const subresource = textAt(resource, 'subresource');
  return {
    kind: 'resource',
    verb: textAt(resource, 'verb'),
    group: textAt(resource, 'group'),
    resource:
      subresource === '' ? textAt(resource, 'resource') : `${textAt(resource, 'resource')}/${subresource}`,
    namespace: textAt(resource, 'namespace'),
    name: textAt(resource, 'name'),
  };
}

function accessReview(call: Call, object: JsonObject): JsonObject | Refusal {
  const errors = accessReviewErrors(call, object);
  if (errors.length > 0) return invalid({ group: call.type.group, resource: '' }, '', errors);
  const spec = objectAt(object, 'spec');
  const named = { name: textAt(spec, 'user'), groups: textsAt(spec, 'groups') };
  const user = call.type.kind === 'SelfSubjectAccessReview' ? call.user : named;
  return { ...object, status: { ...call.server.authorizer.decide(user, attemptFrom(spec)) } };
}

function rulesReview(call: Call, object: JsonObject): JsonObject | Refusal {
  const namespace = textAt(objectAt(object, 'spec'), 'namespace');
  if (namespace === '') return badRequest('no namespace on request');
  const rules = call.server.authorizer.rulesFor(call.user, namespace);
  const everything = call.user.groups.includes('system:masters');
  const own = everything
    ? [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ]
    : rules;
  const ofPaths = own.filter((rule) => valueAt(rule, 'nonResourceURLs') !== undefined);
  const ofResources = own.filter((rule) => valueAt(rule, 'resources') !== undefined);
  const { apiVersion, kind } = object;
  const status = { resourceRules: ofResources, nonResourceRules: ofPaths, incomplete: false };
  return { kind, apiVersion, metadata: {}, spec: {}, status };
}

function tokenReview(call: Call, object: JsonObject): JsonObject | Refusal {
  const spec = objectAt(object, 'spec');
  const token = textAt(spec, 'token');
  if (token === '') return badRequest('token is required for TokenReview in authentication');
  const asked = textsAt(spec, 'audiences');
  const wanted = asked.length === 0 ? [API_AUDIENCE] : asked;
  const verified = call.server.lookUpToken(token);
  const audiences = verified?.audiences.filter((audience) => wanted.includes(audience)) ?? [];
  if (verified === undefined || audiences.length === 0) {
    return { ...object, status: { user: {}, error: 'invalid bearer token' } };
  }
  return { ...object, status: { authenticated: true, user: userInfo(verified.user), audiences } };
}

function answer(call: Call, object: JsonObject): JsonObject | Refusal {
  switch (call.type.kind) {
    case 'SelfSubjectReview':
      return {
        ...object,
        metadata: { creationTimestamp: timestamp(call.server.environment.now()) },
        status: { userInfo: userInfo(call.user) },
      };
    case 'TokenReview':
      return tokenReview(call, object);
    case 'SelfSubjectRulesReview':
      return rulesReview(call, object);
    default:
      return accessReview(call, object);
  }
}

/** POST of a review: answered at once, never stored. */
export function review(call: Call): ApiResponse | Refusal {
  const options = readWriteOptions(call.request, 'CreateOptions');
  if (options instanceof Refusal) return options;
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  const admitted = admitObject(call, body.object, options, body.problems);
  if (admitted instanceof Refusal) return admitted;
  const placed = inRequestNamespace(admitted.object, call);
  if (placed instanceof Refusal) return placed;
  const tracked = trackChange(call, {
    live: undefined,
    object: placed,
    manager: options.fieldManager,
  });
  const answered = answer(call, tracked);
  return answered instanceof Refusal ? answered : answerObject(call, 201, answered);
}
