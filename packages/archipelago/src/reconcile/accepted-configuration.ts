import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  printJson,
  textAt,
} from '@archipelago/apimachinery';
import { effectiveAnnotations } from '../config/effective-annotations.ts';
import type { Configuration } from '../config/framework/resolve.ts';
import { structuredSpec } from '../config/structured-spec.ts';

/** A configuration that was accepted. */
export interface Accepted {
  readonly configuration: Configuration;
  /** Of the HyperConverged that had it; undefined where the server did not count. */
  readonly generation: number | undefined;
}

/** What is known of the configuration that was accepted last. */
export type Kept =
  | { readonly is: 'there'; readonly accepted: Accepted }
  | { readonly is: 'missing'; readonly because: string };

/** The object has room for 1.5 MiB, of which the golden images in the status may take half a MiB; characters of JSON. */
export const longestKept = 256 * 1024;

/**
 * An accepted configuration as `status.lastAccepted` keeps it. One that is too long leaves its generation only: an older one in its
 * place would be taken for the last.
 */
export function keptStatus({ configuration, generation }: Accepted): JsonObject {
  const kept: JsonObject = {
    annotations: effectiveAnnotations(configuration.annotations),
    // a patch of the status cannot write null, and null says absent
    spec: withoutNulls(configuration.spec),
  };
  const length = printJson(kept).length;
  const counted = generation === undefined ? {} : { generation };
  return length > longestKept ? { ...counted, omittedLength: length } : { ...counted, ...kept };
}

/** What a status says was accepted last. It is read like anything that others may have written. */
export function keptIn(status: JsonObject): Kept {
  const { lastAccepted } = status;
  if (lastAccepted === undefined) return missing('no configuration has been accepted yet');
  if (!isJsonObject(lastAccepted)) return missing('status.lastAccepted is no object');
  const { generation, omittedLength, spec } = lastAccepted;
  const counted = typeof generation === 'number' ? generation : undefined;
  if (omittedLength !== undefined)
    return missing(
      `the configuration that was accepted last (generation ${counted ?? 'unknown'}) was too long to keep: ${String(omittedLength)} characters, at most ${longestKept}`,
    );
  const annotations = annotationsIn(lastAccepted);
  if (annotations === undefined) return missing('status.lastAccepted.annotations are no texts');
  const structured = structuredSpec(spec ?? null);
  if (!structured.ok) return missing(`status.lastAccepted.spec cannot be used: ${structured.because}`);
  const configuration = { written: structured.spec, spec: structured.spec, annotations };
  return { is: 'there', accepted: { configuration, generation: counted } };
}

function missing(because: string): Kept {
  return { is: 'missing', because };
}

function annotationsIn(lastAccepted: JsonObject): Readonly<Record<string, string>> | undefined {
  const entries = Object.entries(objectAt(lastAccepted, 'annotations'));
  if (entries.some(([, text]) => typeof text !== 'string')) return undefined;
  return effectiveAnnotations(
    Object.fromEntries(entries.map(([key]) => [key, textAt(lastAccepted, 'annotations', key)])),
  );
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const said = Object.entries(value).filter(([, below]) => below !== null && below !== undefined);
  return Object.fromEntries(said.map(([key, below]) => [key, withoutNulls(below ?? null)]));
}
