import {
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { judgeByRules } from '../admission/judge-write.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { respondObject } from '../calls/respond.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, conflict, internal, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import { notSupported, required } from '../validation/field-errors.ts';
import { keyOf } from './create.ts';

/** POST of `pods/NAME/binding`: a pod without a node gets one, for good. */
export function bind(call: Call): ApiResponse | Refusal {
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  const binding = withMetadata(body.object, { name: call.name, namespace: call.namespace });
  const named = textAt(metadataOf(body.object), 'name');
  if (named !== '' && named !== call.name)
    return badRequest(`name in URL does not match name in Binding object: ${call.name} != ${named}`);
  const errors = targetErrors(objectAt(binding, 'target'));
  // upstream does not say that the object is invalid: it tells the errors alone
  if (errors.length > 0) return internal(errorsText(errors));
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const dryRun = call.request.query.get('dryRun') === 'All';
  const refused =
    obstacle(call, stored.object, binding) ??
    judgeByRules(call, { operation: 'CREATE', object: binding, old: undefined, dryRun });
  if (refused !== undefined) return refused;
  const now = timestamp(call.server.environment.now());
  if (!dryRun) call.server.store.put(stored.key, bound(stored.object, binding, now));
  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return respondObject(201, success, call.negotiated.format);
}

function targetErrors(target: JsonObject): readonly FieldError[] {
  const kind = textAt(target, 'kind');
  return [
    ...(kind === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(textAt(target, 'name') === '' ? [required('target.name', '')] : []),
  ];
}

function errorsText(errors: readonly FieldError[]): string {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`);
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
}

function obstacle(call: Call, pod: JsonObject, binding: JsonObject): Refusal | undefined {
  const subject = { group: '', resource: 'pods/binding' };
  const { name } = call;
  const uid = textAt(metadataOf(binding), 'uid');
  const own = textAt(metadataOf(pod), 'uid');
  if (uid !== '' && uid !== own)
    return conflict(
      subject,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${own}). The object might have been deleted and then recreated`,
    );
  if (valueAt(metadataOf(pod), 'deletionTimestamp') !== undefined)
    return conflict(subject, name, `pod ${name} is being deleted, cannot be assigned to a host`);
  const node = textAt(objectAt(pod, 'spec'), 'nodeName');
  return node === ''
    ? undefined
    : conflict(subject, name, `pod ${name} is already assigned to node "${node}"`);
}

function bound(pod: JsonObject, binding: JsonObject, now: string): JsonObject {
  const annotations = {
    ...objectAt(metadataOf(pod), 'annotations'),
    ...objectAt(metadataOf(binding), 'annotations'),
  };
  const scheduled = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: now,
  };
  const status = objectAt(pod, 'status');
  const others = objectsAt(status, 'conditions').filter(({ type }) => type !== scheduled.type);
  const spec = { ...objectAt(pod, 'spec'), nodeName: textAt(objectAt(binding, 'target'), 'name') };
  return withMetadata(
    { ...pod, spec, status: { ...status, conditions: [...others, scheduled] } },
    { annotations: Object.keys(annotations).length === 0 ? undefined : annotations },
  );
}
