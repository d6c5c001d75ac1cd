import { decodeEnvelope } from '../protobuf/decode-envelope.ts';
import { Refusal } from '../refusals/refusal.ts';
import { notImplemented } from '../refusals/status.ts';
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
    : { object: decoded.object, problems: [] };
}

/** Reads the request's body as an object of the call's kind. */
export function readBodyFor(call: Call): BodyObject | Refusal {
  const type = parseContentType(call.request.headers['content-type'])?.type;
  if (type === 'application/vnd.kubernetes.protobuf') return readProtobuf(call);
  const body = readObject(call.request);
  if (body instanceof Refusal) return body;
  if ('problem' in body) return unrecognized(call.type.kind, body.problem);
  return body;
}
