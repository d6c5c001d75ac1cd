import type { JsonObject } from '@archipelago/apimachinery';
import { admitObject } from '../admission/admit-body.ts';
import { trackChange } from '../apply/apply-fields.ts';
import type { Attempt } from '../authorization/authorize.ts';
import { API_AUDIENCE } from '../authorization/service-account-tokens.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { field, objectField, textField, textsField, withMetadata, without } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import type { User } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readWriteOptions } from '../requests/write-options.ts';
import { timestamp } from '../resources/environment.ts';
import type { ResourceType } from '../resources/resource-type.ts';

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
  const path = objectField(spec, 'nonResourceAttributes');
  if (field(spec, 'nonResourceAttributes') !== undefined) {
    return { kind: 'path', verb: textField(path, 'verb'), path: textField(path, 'path') };
  }
  const resource = objectField(spec, 'resourceAttributes');
  const subresource = textField(resource, 'subresource');
  return {
    kind: 'resource',
    verb: textField(resource, 'verb'),
    group: textField(resource, 'group'),
    resource:
      subresource === ''
        ? textField(resource, 'resource')
        : `${textField(resource, 'resource')}/${subresource}`,
    namespace: textField(resource, 'namespace'),
    name: textField(resource, 'name'),
  };
}

function accessReview(call: Call, object: JsonObject): JsonObject {
  const spec = objectField(object, 'spec');
  const named = { name: textField(spec, 'user'), groups: textsField(spec, 'groups') };
  const user = call.type.kind === 'SelfSubjectAccessReview' ? call.user : named;
  return { ...object, status: { ...call.server.authorizer.decide(user, attemptFrom(spec)) } };
}

function rulesReview(call: Call, object: JsonObject): JsonObject {
  const namespace = textField(objectField(object, 'spec'), 'namespace');
  const rules = call.server.authorizer.rulesFor(call.user, namespace);
  const everything = call.user.groups.includes('system:masters');
  const own = everything
    ? [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ]
    : rules;
  const ofPaths = own.filter((rule) => field(rule, 'nonResourceURLs') !== undefined);
  const ofResources = own.filter((rule) => field(rule, 'resources') !== undefined);
  return { ...object, status: { resourceRules: ofResources, nonResourceRules: ofPaths, incomplete: false } };
}

function tokenReview(call: Call, object: JsonObject): JsonObject | Refusal {
  const spec = objectField(object, 'spec');
  const token = textField(spec, 'token');
  if (token === '') return badRequest('token is required for TokenReview in authentication');
  const asked = textsField(spec, 'audiences');
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
        ...withMetadata(object, { creationTimestamp: timestamp(call.server.environment) }),
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
  const tracked = trackChange(call, {
    live: undefined,
    object: without(admitted.object),
    manager: options.fieldManager,
  });
  const answered = answer(call, tracked);
  return answered instanceof Refusal ? answered : answerObject(call, 201, answered);
}
