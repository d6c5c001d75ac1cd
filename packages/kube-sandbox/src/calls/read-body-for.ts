import { textAt } from '@archipelago/apimachinery';
import { mergeRepeatedMembers } from '../built-in/types/merge-repeated-members.ts';
import { oddInteger } from '../built-in/types/odd-integer.ts';
import { decodeEnvelope } from '../protobuf/decode-envelope.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, notImplemented } from '../refusals/status.ts';
import { parseContentType } from '../requests/media-type.ts';
import { type BodyObject, checkSize, readObject, unrecognized } from '../requests/read-body.ts';
import type { Call } from './call.ts';

function readProtobuf(call: Call): BodyObject | Refusal {
  if (call.type.custom) return notImplemented('protobuf bodies of custom resources');
  const size = checkSize(call.request.body);
  if (size !== undefined) return size;
  const { registry } = call.server;
  const own = call.type.subresources.find((one) => one.name === call.subresource);
  const decoded = decodeEnvelope(call.request.body, (apiVersion, kind) => {
    if (own?.kind === kind) return own.wireType;
    return registry.findKind(apiVersion, kind)?.wireType;
  });
  return 'problem' in decoded
    ? unrecognized(call.type.kind, decoded.problem)
    : { object: decoded.object, problems: [], oddNumbers: [] };
}

/** The built-in type that a body is decoded into; undefined for custom resources. */
function wireTypeOf({ type, subresource }: Call): string | undefined {
  return type.subresources.find((one) => one.name === subresource)?.wireType ?? type.wireType;
}

/** What Go's decoder sees in the text of a built-in kind and a parsed value does not tell. */
function asWritten(call: Call, body: BodyObject, wireType: string): BodyObject | Refusal {
  const { object, oddNumbers, problems } = body;
  const odd =
    oddNumbers.length === 0 ? undefined : oddInteger(object, { ref: wireType }, new Set(oddNumbers));
  if (odd !== undefined) {
    const kind = textAt(object, 'kind') || call.type.kind;
    const version = (textAt(object, 'apiVersion') || call.type.version).split('/').at(-1);
    return badRequest(
      `${kind} in version "${version}" cannot be handled as a ${call.type.kind}: json: cannot unmarshal number into Go struct field .${odd} of type int`,
    );
  }
  if (problems.length === 0) return body;
  return { ...body, object: mergeRepeatedMembers(new TextDecoder().decode(call.request.body), wireType) };
}

/** Reads the request's body as an object of the call's kind. */
export function readBodyFor(call: Call): BodyObject | Refusal {
  const type = parseContentType(call.request.headers['content-type'])?.type ?? 'application/json';
  if (type === 'application/vnd.kubernetes.protobuf') return readProtobuf(call);
  const body = readObject(call.request);
  if (body instanceof Refusal) return body;
  if ('problem' in body) return unrecognized(call.type.kind, body.problem);
  const wireType = wireTypeOf(call);
  return wireType === undefined || type !== 'application/json' ? body : asWritten(call, body, wireType);
}
