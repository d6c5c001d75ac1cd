import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { decodeTyped } from '../../built-in/types/decode-typed.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import { groupVersion, type ResourceType } from '../../resources/resource-type.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import type { PolicyMutation } from './compile-mutations.ts';
import { type Made, problem } from './made.ts';

interface Decoded {
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
}

function decode(review: MatchedReview, object: JsonObject): Decoded | { readonly problem: string } {
  const { call, matched } = review;
  const own = call.type.subresources.find(({ name }) => name === call.subresource);
  if (own?.wireType !== undefined) {
    const typed = decodeTyped(object, own.wireType);
    return 'problem' in typed ? typed : { object: typed.value, unknownFields: typed.unknownFields };
  }
  const admitted = matched.behaviour.admit(matched.custom ? object : named(matched, object));
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

function isOtherVersion({ call, matched }: MatchedReview): boolean {
  return !call.type.custom && matched !== call.type;
}

/** Built-in objects cannot be mutated in another version than that of the request. */
function unconverted({ call, matched }: MatchedReview): Made {
  const [from, to] = [matched, call.type].map(({ version, kind }) => `(${version}.${kind})`);
  return problem(`converting ${from} to ${to}: unknown conversion`);
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
  return isOtherVersion(review) ? unconverted(review) : { kind: 'made', object: decoded.object };
}
