import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { jsonText } from '../json/json-text.ts';
import { type IncludeObject, makeTable, partialMetadata } from '../tables/make-table.ts';

/** An event goes to one watcher after the other: its line is made once. */
class Lines {
  #type = '';
  #object: JsonObject | undefined;
  #line = '';

  of(type: string, object: JsonObject): string {
    if (object !== this.#object || type !== this.#type) {
      this.#line = `{"type":"${type}","object":${jsonText(object)}}\n`;
      this.#object = object;
      this.#type = type;
    }
    return this.#line;
  }
}

const lines = new Lines();

/** Prints watch events in the representation the client asked for, one per line. */
export class WatchEncoder {
  readonly #call: Call;
  readonly #include: IncludeObject;
  /** Only the first table of a watch has headers. */
  #withHeaders = true;

  constructor(call: Call, include: IncludeObject) {
    this.#call = call;
    this.#include = include;
  }

  encode(type: string, object: JsonObject): string {
    return lines.of(type, this.#represent(object));
  }

  #represent(object: JsonObject): JsonObject {
    switch (this.#call.negotiated.as) {
      case undefined:
        return object;
      case 'Table':
        return this.#table(object);
      case 'PartialObjectMetadata':
      case 'PartialObjectMetadataList':
        return partialMetadata(object);
    }
  }

  #table(object: JsonObject): JsonObject {
    const withHeaders = this.#withHeaders;
    this.#withHeaders = false;
    const { environment } = this.#call.server;
    return makeTable([object], {
      columns: this.#call.type.columns,
      includeObject: this.#include,
      now: environment.now(),
      metadata: { resourceVersion: valueAt(metadataOf(object), 'resourceVersion') },
      withHeaders,
    });
  }
}
