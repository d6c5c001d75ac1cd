/** One field of a protobuf message: a number for varints and fixed ones, bytes for everything else. */
export interface ProtobufField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

/** Bytes that are no protobuf message. */
export class MalformedProtobuf extends Error {}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function varint(cursor: Cursor): bigint {
  let result = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) throw new MalformedProtobuf('unexpected end of a number');
    cursor.at += 1;
    result |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, result);
  }
  throw new MalformedProtobuf('a number has too many bytes');
}

function take(cursor: Cursor, length: number): Uint8Array {
  if (length > cursor.bytes.length - cursor.at) throw new MalformedProtobuf('unexpected end of a field');
  const part = cursor.bytes.subarray(cursor.at, cursor.at + length);
  cursor.at += length;
  return part;
}

function fixed(cursor: Cursor, length: 4 | 8): bigint {
  const part = take(cursor, length);
  return part.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function fieldValue(cursor: Cursor, wireType: number): bigint | Uint8Array {
  switch (wireType) {
    case 0:
      return varint(cursor);
    case 1:
      return fixed(cursor, 8);
    case 2:
      return take(cursor, Number(varint(cursor)));
    case 5:
      return fixed(cursor, 4);
    default:
      throw new MalformedProtobuf(`wire type ${wireType} is not supported`);
  }
}

/** The fields of a message in the order of the bytes. Throws MalformedProtobuf. */
export function readFields(bytes: Uint8Array): readonly ProtobufField[] {
  const cursor: Cursor = { bytes, at: 0 };
  const fields: ProtobufField[] = [];
  while (cursor.at < bytes.length) {
    const tag = varint(cursor);
    fields.push({ number: Number(tag >> 3n), value: fieldValue(cursor, Number(tag & 7n)) });
  }
  return fields;
}
