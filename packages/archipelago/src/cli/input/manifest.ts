import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  yamlNestsDeeperThan,
} from '@archipelago/apimachinery';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Tags,
} from 'yaml';
import type { FieldPath } from '../../config/framework/field-path.ts';

/** Where something stands in a file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file before anybody looks at its fields. */
interface ManifestProblem {
  readonly position: Position | undefined;
  readonly message: string;
  readonly fix: string;
}

/** One YAML or JSON document, and where its fields stand. */
export interface Manifest {
  readonly object: JsonObject;
  /** The position of the field, or of the nearest parent that is written. */
  positionOf(path: FieldPath): Position;
}

interface Problems {
  readonly ok: false;
  readonly problems: readonly ManifestProblem[];
}

type ParsedManifest = Problems | { readonly ok: true; readonly manifest: Manifest };

type ParsedValues = Problems | { readonly ok: true; readonly values: readonly JsonValue[] };

/** More than any resource an API server takes (its limit is 3 MiB), so that a mistaken file fails at once. */
const maxCharacters = 16 * 1024 * 1024;
/** Far more than any resource has, and far less than what exhausts the stack. */
const maxLevels = 2000;
const simpler = 'write the values out, without nesting or aliases that no resource needs';

/** Reads the one object in a YAML or JSON text, as kubectl would (YAML 1.1 words, no timestamps). */
export function parseManifest(text: string): ParsedManifest {
  return guarded(text, ({ documents, lines }) => {
    const [first, second] = documents;
    if (first === undefined)
      return problem('is empty', 'write one object, with apiVersion, kind and metadata');
    if (second !== undefined) {
      return problem('has more than one document', 'give one object only', at(lines, second.range[0]));
    }
    return convert(first, lines);
  });
}

/** The values of all documents in a text, read in the same way. */
export function parseManifests(text: string): ParsedValues {
  return guarded(text, ({ documents }) => ({ ok: true, values: documents.map(jsonOf) }));
}

interface Read {
  /** Without those that are empty. */
  readonly documents: readonly Document.Parsed[];
  readonly lines: LineCounter;
}

/** Whatever somebody gives, it ends with an answer. */
function guarded<T>(text: string, use: (read: Read) => T | Problems): T | Problems {
  if (text.length > maxCharacters) {
    return problem(
      `has ${text.length} characters, more than the ${maxCharacters} a manifest may have`,
      'give a smaller file',
    );
  }
  if (yamlNestsDeeperThan(text, maxLevels)) return problem('is nested too deeply', simpler);
  try {
    const lines = new LineCounter();
    const documents = readDocuments(text, lines);
    const error = documents.flatMap(({ errors }) => errors)[0];
    if (error !== undefined)
      return problem(firstLine(error.message), 'correct the YAML', at(lines, error.pos[0]));
    return use({ documents, lines });
  } catch (error) {
    return problem(tooMuch(error), simpler);
  }
}

/** What the YAML reader gives up on: nests that exhaust the stack, aliases that multiply. */
function tooMuch(error: unknown): string {
  if (error instanceof RangeError) return 'is nested too deeply';
  if (error instanceof ReferenceError) return `uses aliases that multiply (${firstLine(error.message)})`;
  throw error;
}

function readDocuments(text: string, lineCounter: LineCounter): readonly Document.Parsed[] {
  const options = { version: '1.1', customTags: kubernetesTags, lineCounter, intAsBigInt: true } as const;
  return [...parseAllDocuments(text, options)].filter(
    ({ contents, errors }) => contents !== null || errors.length > 0,
  );
}

function jsonOf(document: Document.Parsed): JsonValue {
  return plainJson(document.toJS({ maxAliasCount: 100 }));
}

function convert(document: Document.Parsed, lines: LineCounter): ParsedManifest {
  const value = jsonOf(document);
  if (!isJsonObject(value)) {
    return problem(
      `is ${kindOf(value)}, not an object`,
      'write one object, with apiVersion, kind and metadata',
    );
  }
  const positionOf = (path: FieldPath) => positionIn(document.contents, path, lines);
  return { ok: true, manifest: { object: value, positionOf } };
}

const foreignTags = new Set(
  ['timestamp', 'binary', 'omap', 'pairs', 'set'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** kubectl's YAML knows YAML 1.1's words, but no dates, binary data or base 60 numbers. */
function kubernetesTags(tags: Tags): Tags {
  return tags.filter((tag) => {
    if (typeof tag === 'string') return true;
    return !foreignTags.has(tag.tag) && !('format' in tag && tag.format === 'TIME');
  });
}

function plainJson(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, plainJson(below)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function positionIn(root: unknown, path: FieldPath, lines: LineCounter): Position {
  let node: unknown = root;
  let offset = offsetOf(root);
  for (const segment of path) {
    const found = step(node, segment);
    if (found === undefined) break;
    ({ node, offset } = found);
  }
  return at(lines, offset) ?? { line: 1, column: 1 };
}

/** The member's value, and the offset of its key (of the item itself in a list). */
function step(
  node: unknown,
  segment: string | number,
): { readonly node: unknown; readonly offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment));
    return pair === undefined ? undefined : { node: pair.value, offset: offsetOf(pair.key) };
  }
  if (!isSeq(node) || typeof segment !== 'number') return undefined;
  const item = node.items[segment];
  return item === undefined ? undefined : { node: item, offset: offsetOf(item) };
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

function at(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

function problem(message: string, fix: string, position?: Position): Problems {
  return { ok: false, problems: [{ position, message, fix }] };
}
