import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { decodeTyped } from '../../built-in/types/decode-typed.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import { groupVersion, type ResourceType, type Subresource } from '../../resources/resource-type.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import type { PolicyMutation } from './compile-mutations.ts';
import { type Made, problem } from './made.ts';

const scheme = '"pkg/runtime/scheme.go:111"';

interface Decoded {
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
}

function ownKind({ type, subresource }: MatchedReview['call']): Subresource | undefined {
  return type.subresources.find(({ name, kind }) => name === subresource && kind !== undefined);
}

function decodeOwn(object: JsonObject, { wireType }: Subresource): Decoded | { readonly problem: string } {
  if (wireType === undefined) return { object, unknownFields: [] };
  const typed = decodeTyped(object, wireType);
  return 'problem' in typed ? typed : { object: typed.value, unknownFields: typed.unknownFields };
}

/** What the server says of a built-in object that says that it is of a kind that is not there. */
function otherKind({ call, matched }: MatchedReview, object: JsonObject): string | undefined {
  const [apiVersion, kind] = [textAt(object, 'apiVersion'), textAt(object, 'kind')];
  if (apiVersion === groupVersion(matched) && kind === matched.kind) return undefined;
  return call.server.registry.findKind(apiVersion, kind) === undefined
    ? `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${scheme}`
    : `unable to convert a patched ${apiVersion}, Kind=${kind} to ${groupVersion(matched)}, Kind=${matched.kind}`;
}

function decode(review: MatchedReview, object: JsonObject): Decoded | { readonly problem: string } {
  const { call, matched } = review;
  const own = ownKind(call);
  if (own !== undefined) return decodeOwn(object, own);
  const whole = matched.custom ? object : named(matched, object);
  const other = matched.custom ? undefined : otherKind(review, whole);
  if (other !== undefined) return { problem: other };
  const admitted = matched.behaviour.admit(whole);
  return admitted instanceof Refusal ? { problem: textAt(admitted.status, 'message') } : admitted;
}

/** A built-in object that says nothing of its kind is of the kind that was asked for. */
function named(matched: ResourceType, object: JsonObject): JsonObject {
  return { apiVersion: groupVersion(matched), kind: matched.kind, ...object };
}

/** What the server says of a number that does not fit, which it does not decode from text. */
function conversionProblem({ matched }: MatchedReview, decoding: string): string {
  const [, type] = /cannot unmarshal number \S+ into Go .* of type (int\d+)/.exec(decoding) ?? [];
  const said = type === undefined ? decoding : `cannot convert float64 to ${type}`;
  return `unable to convert unstructured object to ${groupVersion(matched)}, Kind=${matched.kind}: ${said}`;
}

/** Why an object cannot be brought from the policy's version into that of the request: the server does so for custom ones only. */
function unconverted({ call, matched }: MatchedReview): string | undefined {
  const { type } = call;
  const own = ownKind(call);
  if (own !== undefined)
    return type.custom
      ? `request to convert CR to an invalid group/version: ${own.group}/${own.version}`
      : undefined;
  if (type.custom || matched === type) return undefined;
  const [from, to] = [matched, type].map(({ version, kind }) => `${version}.${kind}`);
  return matched.group === type.group
    ? `converting (${from}) to (${to}): unknown conversion`
    : `${from} is not suitable for converting to ${JSON.stringify(groupVersion(type))} in scheme ${scheme}`;
}

/** Reads what a mutation made: types are checked, defaults are set anew. */
export function readMutated(review: MatchedReview, object: JsonObject, by: PolicyMutation['kind']): Made {
  const { custom } = review.call.type;
  const decoded = decode(review, object);
  if ('problem' in decoded)
    return by === 'apply'
      ? problem(conversionProblem(review, decoded.problem))
      : { kind: 'refused', refusal: internalError(decoded.problem) };
  if (by === 'patch' && !custom && decoded.unknownFields.length > 0) {
    const told = decoded.unknownFields.map((path) => `unknown field "${path}"`).join(', ');
    return { kind: 'refused', refusal: internalError(`strict decoding error: ${told}`) };
  }
  const kept = unconverted(review);
  return kept === undefined ? { kind: 'made', object: decoded.object } : problem(kept);
}
