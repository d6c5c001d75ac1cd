import type { JsonObject } from '@archipelago/apimachinery';
import { decodeMessage } from './decode-message.ts';
import { MalformedProtobuf, readFields } from './read-fields.ts';

/** The bytes every protobuf body of the API begins with: `k8s` and a zero. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00];
const ENVELOPE = { typeMeta: 1, raw: 2, apiVersion: 1, kind: 2 };

/** Finds the wire type of an apiVersion and kind. */
type WireTypeLookup = (apiVersion: string, kind: string) => string | undefined;

function bytesOf(bytes: Uint8Array, number: number): Uint8Array {
  const value = readFields(bytes).findLast((field) => field.number === number)?.value;
  return value instanceof Uint8Array ? value : new Uint8Array();
}

/** Decodes a body in `application/vnd.kubernetes.protobuf`; the problem is told as text. */
export function decodeEnvelope(
  body: Uint8Array,
  lookup: WireTypeLookup,
): { readonly object: JsonObject } | { readonly problem: string } {
  if (!MAGIC.every((byte, index) => body[index] === byte)) {
    return {
      problem: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    };
  }
  try {
    const envelope = body.subarray(MAGIC.length);
    const typeMeta = bytesOf(envelope, ENVELOPE.typeMeta);
    const decoder = new TextDecoder();
    const apiVersion = decoder.decode(bytesOf(typeMeta, ENVELOPE.apiVersion));
    const kind = decoder.decode(bytesOf(typeMeta, ENVELOPE.kind));
    const wireType = lookup(apiVersion, kind);
    if (wireType === undefined)
      return { problem: `no kind "${kind}" is registered for version "${apiVersion}"` };
    return { object: { ...decodeMessage(bytesOf(envelope, ENVELOPE.raw), wireType), apiVersion, kind } };
  } catch (error) {
    if (error instanceof MalformedProtobuf) return { problem: error.message };
    throw error;
  }
}
