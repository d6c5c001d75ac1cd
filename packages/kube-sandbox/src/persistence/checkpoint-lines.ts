import type { JsonObject } from '@archipelago/apimachinery';
import { printObject } from '../json/json-text.ts';
import type { Change } from '../storage/change.ts';
import { printRecord } from './change-text.ts';
import { dataFormat } from './file-names.ts';
import { printLine } from './record-line.ts';

/** Everything in a store at one moment. */
export interface Contents {
  readonly revision: number;
  readonly changes: readonly Change[];
}

/** The lines of a checkpoint, which a snapshot is, too. `change` says what of each object is written. */
export function* checkpointLines(
  { revision, changes }: Contents,
  change: (resource: string, object: JsonObject) => JsonObject = (_, object) => object,
): Generator<Buffer, void, undefined> {
  yield printLine(printRecord({ type: 'header', file: 'checkpoint', format: dataFormat, revision }));
  for (const record of changes) {
    const text = (object: JsonObject) =>
      printObject(record.type === 'place' ? change(record.stored.key.resource, object) : object);
    yield printLine(printRecord(record, text));
  }
  yield printLine(printRecord({ type: 'end', count: changes.length + 1 }));
}
