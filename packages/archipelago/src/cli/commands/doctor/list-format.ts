import { UsageError } from '../../process/io.ts';
import { type ListOutput, listOutputs } from '../../text/list-output.ts';

/** What a list of the doctor was asked for. Throws a UsageError for a format that only reports have. */
export function listFormat(output: string | undefined): { readonly output?: ListOutput } {
  if (output === undefined || output === 'text') return {};
  const known = listOutputs.find((each) => each === output);
  if (known === undefined)
    throw new UsageError(
      `-o ${output} is for reports: give text, ${listOutputs.slice(0, -1).join(', ')} or json`,
    );
  return { output: known };
}
