import { UsageError } from '../../process/io.ts';
import type { Output } from '../../text/print-data.ts';

/** What a sub-command of the doctor was asked for. Throws a UsageError for a format that only reports have. */
export function dataFormat(output: string | undefined): Output | undefined {
  if (output === undefined || output === 'text') return undefined;
  if (output === 'json' || output === 'yaml') return output;
  throw new UsageError(`-o ${output} is for reports: give text, json or yaml`);
}
