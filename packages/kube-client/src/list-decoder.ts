import type { JsonValue } from '@archipelago/apimachinery';
import { followsKey, hasOddBackslashes } from './json-bytes.ts';
import { parseJson } from './json-text.ts';

/** Reads a list as it arrives, so that no more than one item of it is in memory at a time. */
interface ListDecoder {
  /** Tells the items that became complete with `chunk`. Throws a SyntaxError on bad JSON. */
  push(chunk: Uint8Array): void;
  /** The list without its items: `items` is empty. Throws a SyntaxError when it is not complete. */
  end(): JsonValue;
}

/** Longer strings are passed by a search, which costs more to begin. */
const shortString = 48;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The depth of an item's metadata, within the list and its items. */
const metadataDepth = 4;
const metadataKey = Buffer.from('"metadata":');
const managersKey = Buffer.from('"managedFields":');

/** What stands before the bracket that begins the items; a quote that is escaped ends no key's name. */
const itemsBegin = /(?<!\\)"items"\s*:\s*$/;

interface ListDecoderOptions {
  /**
   * Empties `metadata.managedFields` of the items without parsing it, where it is written without spaces and its key is not split between
   * chunks. Whether what was passed over is JSON is not looked at.
   */
  readonly skipManagedFields?: boolean;
}

/** Makes one; `onItem` may throw, which `push` passes on. */
export function createListDecoder(
  onItem: (item: JsonValue) => void,
  { skipManagedFields = false }: ListDecoderOptions = {},
): ListDecoder {
  return new ItemCutter(onItem, skipManagedFields);
}

/**
 * Cuts the text of a JSON object at the borders of the elements of its member `items` and leaves what JSON is to
 * the parser. Bytes are cut, so a split UTF-8 character is no matter.
 */
class ItemCutter implements ListDecoder {
  readonly #onItem: (item: JsonValue) => void;
  readonly #skipManagedFields: boolean;
  /** The list without its items. */
  readonly #frame: string[] = [];
  #isAmongItems = false;
  #hadItems = false;
  #isInString = false;
  #isEscaped = false;
  #depth = 0;
  #isInMetadata = false;
  /** Among managedFields, of which nothing is kept. */
  #isSkipping = false;
  /** What belongs together with what follows, of earlier chunks. */
  #pending: Uint8Array[] = [];
  /** Where it goes on in the present chunk. */
  #start = 0;

  constructor(onItem: (item: JsonValue) => void, skipManagedFields: boolean) {
    this.#onItem = onItem;
    this.#skipManagedFields = skipManagedFields;
  }

  push(chunk: Uint8Array): void {
    this.#start = 0;
    for (let at = 0; at < chunk.length; ) {
      at = this.#isInString ? this.#passString(chunk, at) : this.#passStructure(chunk, at);
    }
    if (this.#start < chunk.length && !this.#isSkipping) this.#pending.push(chunk.subarray(this.#start));
  }

  end(): JsonValue {
    this.#frame.push(textOf(this.#pending));
    return parseJson(this.#frame.join(''));
  }

  /** Where the string ends, or the chunk. */
  #passString(chunk: Uint8Array, from: number): number {
    const shortEnd = Math.min(chunk.length, from + shortString);
    for (let at = from; at < shortEnd; at += 1) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) {
        this.#isInString = false;
        return at + 1;
      }
    }
    return shortEnd === chunk.length ? shortEnd : this.#passLongString(chunk, shortEnd);
  }

  /** To the next quote, and back over what stands before it: an odd number of backslashes escapes it. */
  #passLongString(chunk: Uint8Array, from: number): number {
    let start = this.#isEscaped ? from + 1 : from;
    for (;;) {
      const end = chunk.indexOf(quote, start);
      const border = end < 0 ? chunk.length : end;
      this.#isEscaped = hasOddBackslashes(chunk, start, border);
      if (end < 0) return border;
      start = end + 1;
      if (this.#isEscaped) continue;
      this.#isInString = false;
      return start;
    }
  }

  /** Where the next string begins, or the chunk ends. */
  #passStructure(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      switch (chunk[at]) {
        case quote:
          this.#isInString = true;
          return at + 1;
        case openBrace:
          this.#openedObject(chunk, at);
          break;
        case openBracket:
          this.#opened(chunk, at);
          break;
        case closeBrace:
          this.#depth -= 1;
          break;
        case closeBracket:
          this.#closed(chunk, at);
          break;
        case comma:
          if (this.#isAmongItems && this.#depth === 2) this.#endItem(chunk, at, false);
          break;
      }
    }
    return chunk.length;
  }

  #openedObject(chunk: Uint8Array, at: number): void {
    this.#depth += 1;
    if (this.#depth === metadataDepth) this.#isInMetadata = followsKey(chunk, at, metadataKey);
  }

  #opened(chunk: Uint8Array, at: number): void {
    this.#depth += 1;
    if (this.#depth === metadataDepth + 1) this.#skipManagers(chunk, at);
    if (this.#depth !== 2) return;
    const before = this.#cut(chunk, at);
    this.#frame.push(before, '[');
    this.#start = at + 1;
    this.#isAmongItems = itemsBegin.test(before);
    this.#hadItems = false;
  }

  #skipManagers(chunk: Uint8Array, at: number): void {
    if (!this.#skipManagedFields || !this.#isAmongItems || !this.#isInMetadata) return;
    if (!followsKey(chunk, at, managersKey)) return;
    this.#pending.push(chunk.subarray(this.#start, at + 1));
    this.#isSkipping = true;
  }

  #closed(chunk: Uint8Array, at: number): void {
    this.#depth -= 1;
    if (this.#isSkipping && this.#depth === metadataDepth) {
      this.#isSkipping = false;
      this.#start = at;
    }
    if (this.#depth !== 1 || !this.#isAmongItems) return;
    this.#endItem(chunk, at, true);
    this.#isAmongItems = false;
    this.#start = at;
  }

  #endItem(chunk: Uint8Array, at: number, isLast: boolean): void {
    const text = this.#cut(chunk, at);
    this.#start = at + 1;
    // `[]` has no items; anything else without text between commas is bad JSON, as the parser will say
    if (isLast && !this.#hadItems && text.trim() === '') return;
    this.#hadItems = true;
    this.#onItem(parseJson(text));
  }

  /** The text since the last cut. */
  #cut(chunk: Uint8Array, at: number): string {
    const text = textOf([...this.#pending, chunk.subarray(this.#start, at)]);
    this.#pending = [];
    return text;
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  return (parts.length === 1 ? asBuffer(parts[0]) : Buffer.concat(parts)).toString('utf8');
}

function asBuffer(bytes: Uint8Array = new Uint8Array()): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
