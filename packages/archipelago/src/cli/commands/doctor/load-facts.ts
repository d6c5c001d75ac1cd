import type { Facts } from '../../../doctor/facts/facts.ts';
import { readFacts } from '../../../doctor/facts/read-facts.ts';
import { loadValues } from '../../input/load-values.ts';
import { place } from '../../input/manifest-problem.ts';
import { objectsIn } from '../../input/objects-in.ts';
import { type Io, UsageError } from '../../process/io.ts';

/** Facts from a file: a List as `kubectl get … -o yaml` prints it, or documents one after the other. */
export async function loadFacts(file: string, io: Io, now: number): Promise<Facts> {
  const objects = (await loadValues(file, io)).flatMap(objectsIn);
  const { facts, unused } = readFacts(objects, now);
  if (facts.readings.size === 0)
    throw new UsageError(
      `${place(file, undefined)}: has no object that a check looks at; write what kubectl get -o json prints`,
    );
  if (unused > 0)
    io.err(`note: ${unused} of ${objects.length} objects are of kinds that no check looks at\n`);
  return facts;
}
