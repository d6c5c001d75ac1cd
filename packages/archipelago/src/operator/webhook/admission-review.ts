import { isJsonObject, type JsonObject, type JsonValue, objectAt, textAt } from '@archipelago/apimachinery';
import { stringifyJson } from '@archipelago/kube-client';
import { hyperConvergedKind, hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { FieldFinding } from '../../config/framework/setting.ts';
import type { Review, ReviewAnswer } from '../options/review.ts';

type Read =
  | { readonly kind: 'review'; readonly review: Review }
  | { readonly kind: 'unusable'; readonly because: string };

const apiVersion = 'admission.k8s.io/v1';
const operations: ReadonlyMap<string, Review['operation']> = new Map([
  ['CREATE', 'create'],
  ['UPDATE', 'update'],
  ['DELETE', 'delete'],
]);

/** Reads the body of a request; only about HyperConvergeds anything is answered. */
export function readReview(body: JsonValue): Read {
  if (textAt(body, 'apiVersion') !== apiVersion || textAt(body, 'kind') !== 'AdmissionReview')
    return unusable(`the body is no AdmissionReview of ${apiVersion}`);
  const request = objectAt(body, 'request');
  const { group, plural } = hyperConvergedKind;
  if (textAt(request, 'resource', 'group') !== group || textAt(request, 'resource', 'resource') !== plural)
    return unusable(`request.resource is not ${plural} of ${group}`);
  const uid = textAt(request, 'uid');
  if (uid === '') return unusable('request.uid is missing');
  const operation = operations.get(textAt(request, 'operation'));
  return operation === undefined
    ? unusable('request.operation is none of CREATE, UPDATE, DELETE')
    : reviewOf(uid, operation, request);
}

function reviewOf(uid: string, operation: Review['operation'], request: JsonObject): Read {
  const { object, oldObject } = request;
  const judged = operation === 'delete' ? oldObject : object;
  if (!isJsonObject(judged)) return unusable('the object is missing');
  if (operation !== 'update')
    return { kind: 'review', review: { uid, operation, object: judged, oldObject: undefined } };
  if (!isJsonObject(oldObject)) return unusable('request.oldObject is missing');
  return { kind: 'review', review: { uid, operation, object: judged, oldObject } };
}

function unusable(because: string): Read {
  return { kind: 'unusable', because };
}

/** The AdmissionReview that answers; every refusal is in the message, and a cause of its own. */
export function printAnswer(uid: string, answer: ReviewAnswer): JsonObject {
  const warnings = answer.warnings.flatMap(warningsOf);
  const response = {
    uid,
    allowed: answer.allowed,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(answer.allowed ? {} : { status: statusOf(answer) }),
  };
  return { apiVersion, kind: 'AdmissionReview', response };
}

/** `kubectl` prints the causes of what is invalid, and the message of what is forbidden. */
function statusOf({ code, refusals }: Extract<ReviewAnswer, { allowed: false }>): JsonObject {
  const shown = refusals.slice(0, mostShown);
  const more = refusals.length - shown.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  const causes = shown.map((finding) => ({
    reason: causeTypes[finding.reason] ?? 'FieldValueInvalid',
    field: finding.at,
    message: explanation(finding),
  }));
  return {
    status: 'Failure',
    code,
    reason: code === 403 ? 'Forbidden' : 'Invalid',
    message: [...shown.map(sentence), ...rest].join('; '),
    details: {
      group: hyperConvergedKind.group,
      kind: hyperConvergedKind.kind,
      name: hyperConvergedName,
      causes: [
        ...causes,
        ...rest.map((message) => ({ reason: 'FieldValueInvalid', field: 'spec', message })),
      ],
    },
  };
}

/** Clients print the message as one; a whole page of it helps nobody. */
const mostShown = 20;

/** The cause types that Kubernetes knows. */
const causeTypes: Readonly<Record<string, string>> = {
  Missing: 'FieldValueRequired',
  Duplicate: 'FieldValueDuplicate',
  Forbidden: 'FieldValueForbidden',
};

function sentence(finding: FieldFinding): string {
  return `${finding.at}: ${explanation(finding)}`;
}

/** The value, what is wrong, and what to do. */
function explanation({ value, message, fix }: FieldFinding): string {
  return `${value === undefined ? '' : `${stringifyJson(value)} `}${message}: ${fix}`;
}

/** An API server cuts a warning after 256 characters; what is longer goes as two, so that the fix is seen. */
const longestWarning = 256;

function warningsOf(finding: FieldFinding): readonly string[] {
  const whole = sentence(finding);
  if (whole.length <= longestWarning) return [whole];
  const { at, message, fix } = finding;
  return [`${at}: ${message}`, `${at}: ${fix}`].map(shortened);
}

function shortened(text: string): string {
  return text.length <= longestWarning ? text : `${text.slice(0, longestWarning - 3)}...`;
}
