import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@archipelago/apimachinery';
import { printBytes } from '../text/print-bytes.ts';
import { documentValue } from './document-value.ts';
import { type ManifestProblem, problem } from './manifest-problem.ts';
import { readYaml } from './read-yaml.ts';
import { listInPieces, yamlPieces } from './yaml-pieces.ts';

type ParsedValues = ManifestProblem | { readonly ok: true; readonly values: readonly JsonValue[] };

/** Some ten seconds of work. */
const maxYaml = 16 * 1024 * 1024;
/** What fits in memory several times over: all nodes of the largest clusters. */
const maxJson = 256 * 1024 * 1024;

/** Hears which part of a text has been read, from 0 to 1. */
type Progress = (part: number) => void;

/**
 * The values of all documents in a text; of objects of a cluster it may have many. YAML is read piece by piece, so that it takes little more
 * memory than what it says; JSON takes a hundredth of the time.
 */
export function parseValues(text: string, progress: Progress = () => undefined): ParsedValues {
  const json = text.length <= maxJson ? jsonIn(text) : undefined;
  if (json !== undefined) return { ok: true, values: [json] };
  if (text.length > maxYaml) {
    const limits = `${printBytes(maxYaml)} of YAML and ${printBytes(maxJson)} of JSON`;
    return problem(
      `has ${printBytes(text.length)}, more than the ${limits} that are read`,
      'give JSON, as kubectl get -o json prints it, or less of it',
    );
  }
  return inPieces(text, progress) ?? readYaml(text, ({ documents }) => all(documents.map(documentValue)));
}

function jsonIn(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    // it may be YAML, whose reader knows the place of a mistake, too
    return undefined;
  }
}

/** Undefined where some piece is wrong or needs another one: the text as a whole decides then. */
function inPieces(text: string, progress: Progress): ParsedValues | undefined {
  const values: JsonValue[] = [];
  let read = 0;
  const advance = (piece: string) => {
    read += piece.length;
    progress(read / text.length);
  };
  for (const piece of yamlPieces(text)) {
    const found = listIn(piece, advance) ?? valuesIn(piece, advance);
    if (found === undefined) return undefined;
    values.push(...found);
  }
  return all(values);
}

/** A List that kubectl printed, item by item. */
function listIn(text: string, advance: (piece: string) => void): readonly JsonValue[] | undefined {
  const list = listInPieces(text);
  if (list === undefined) return undefined;
  const around = onlyOne(valuesIn(list.around, advance));
  const items: JsonValue[] = [];
  for (const piece of list.items) {
    const item = onlyOne(valuesIn(piece, advance));
    if (!Array.isArray(item)) return undefined;
    items.push(...item);
  }
  return isJsonObject(around) ? [withItems(around, items)] : undefined;
}

/** Undefined of several, too: `...` ends a document without a border that begins another. */
function onlyOne(values: readonly JsonValue[] = []): JsonValue | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function withItems(around: JsonObject, items: readonly JsonValue[]): JsonObject {
  return Object.fromEntries(
    Object.entries(around).map(([key, value]) => [key, key === 'items' ? items : value]),
  );
}

function valuesIn(piece: string, advance: (piece: string) => void): readonly JsonValue[] | undefined {
  const read = readYaml(piece, ({ documents }) => documents.map(documentValue));
  advance(piece);
  return 'ok' in read ? undefined : read;
}

/** A border after which nothing comes makes no document. */
function all(values: readonly JsonValue[]): ParsedValues {
  return { ok: true, values: values.filter((value) => value !== null) };
}
