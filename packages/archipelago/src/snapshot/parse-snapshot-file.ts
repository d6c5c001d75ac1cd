import {
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectsAt,
  parseStructuralSchema,
  textAt,
  validate,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { type Snapshot, type SnapshotReading, snapshotSchema } from './snapshot.ts';
import { snapshotFileSchema } from './snapshot-schema.ts';

/** What `snapshot.json` says; the objects of what was read stand in files of their own. */
export interface SnapshotFile extends Omit<Snapshot, 'parts'> {
  readonly kinds: readonly {
    readonly resource: Resource;
    readonly reading: Exclude<SnapshotReading, { readonly state: 'read' }> | { readonly state: 'read' };
  }[];
}

type ParsedSnapshotFile =
  | { readonly ok: true; readonly file: SnapshotFile }
  | { readonly ok: false; readonly problem: string };

const parsedSchema = parseStructuralSchema(snapshotFileSchema);

/** Reads `snapshot.json`; a problem names the field. */
export function parseSnapshotFile(value: JsonValue): ParsedSnapshotFile {
  if (!isJsonObject(value)) return { ok: false, problem: 'must be an object' };
  const schema = textAt(value, 'schema');
  if (schema !== snapshotSchema)
    return { ok: false, problem: `schema: ${JSON.stringify(schema)}: this release reads ${snapshotSchema}` };
  if (!parsedSchema.ok) throw new Error('the schema of snapshots is no schema');
  const [error] = validate(compileSchema(parsedSchema.schema), value);
  if (error !== undefined) return { ok: false, problem: `${error.field}: ${error.message}` };
  return {
    ok: true,
    file: {
      takenAt: Date.parse(textAt(value, 'takenAt')),
      server: textAt(value, 'server'),
      masked: value.masked === true,
      kinds: objectsAt(value, 'kinds').map((one) => ({ resource: resourceOf(one), reading: readingOf(one) })),
    },
  };
}

function resourceOf(one: JsonObject): Resource {
  return {
    group: textAt(one, 'group'),
    version: textAt(one, 'version'),
    plural: textAt(one, 'plural'),
    kind: textAt(one, 'kind'),
    // where objects are, they tell
    namespaced: true,
  };
}

function readingOf(one: JsonObject): SnapshotFile['kinds'][number]['reading'] {
  if (one.state === 'read') return { state: 'read' };
  return one.state === 'absent' ? { state: 'absent' } : { state: 'failed', code: numberAt(one, 'code') ?? 0 };
}

/** The content of `snapshot.json`. */
export function snapshotFileOf({ takenAt, server, masked, parts }: Snapshot): JsonObject {
  return {
    schema: snapshotSchema,
    takenAt: new Date(takenAt).toISOString(),
    server,
    masked,
    kinds: parts.map(({ resource: { group, version, plural, kind }, reading }) => ({
      ...{ group, version, plural, kind, state: reading.state },
      ...(reading.state === 'failed' ? { code: reading.code } : {}),
    })),
  };
}
