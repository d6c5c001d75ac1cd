import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { type Document, isMap, isNode, isScalar, isSeq, type LineCounter } from 'yaml';
import type { FieldPath } from '../../config/framework/field-path.ts';
import { printBytes } from '../text/print-bytes.ts';
import { documentValue } from './document-value.ts';
import { type ManifestProblem, type Position, positionAt, problem } from './manifest-problem.ts';
import { readYaml } from './read-yaml.ts';

/** One YAML or JSON document, and where its fields stand. */
export interface Manifest {
  readonly object: JsonObject;
  /** The position of the field, or of the nearest parent that is written. */
  positionOf(path: FieldPath): Position;
}

type ParsedManifest = ManifestProblem | { readonly ok: true; readonly manifest: Manifest };

/** What an API server takes in a request. */
const maxCharacters = 3 * 1024 * 1024;

/** Reads the one object in a YAML or JSON text, as kubectl would. What no API server would take is not read at all. */
export function parseManifest(text: string, limit = maxCharacters): ParsedManifest {
  if (text.length > limit) {
    const limitText = `the ${printBytes(limit)} that an API server takes`;
    return problem(`has ${printBytes(text.length)}, more than ${limitText}`, 'give a smaller file');
  }
  return readYaml(text, ({ documents, lines }) => {
    const [first, second] = documents;
    if (first === undefined)
      return problem('is empty', 'write one object, with apiVersion, kind and metadata');
    if (second !== undefined) {
      const position = positionAt(lines, second.range[0]);
      return problem('has more than one document', 'give one object only', position);
    }
    return convert(first, lines);
  });
}

function convert(document: Document.Parsed, lines: LineCounter): ParsedManifest {
  const value = documentValue(document);
  if (!isJsonObject(value)) {
    return problem(
      `is ${kindOf(value)}, not an object`,
      'write one object, with apiVersion, kind and metadata',
    );
  }
  const positionOf = (path: FieldPath) => positionIn(document.contents, path, lines);
  return { ok: true, manifest: { object: value, positionOf } };
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
  return positionAt(lines, offset);
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
