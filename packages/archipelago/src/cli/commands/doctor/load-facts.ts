import { isJsonObject, type JsonObject, objectsAt } from '@archipelago/apimachinery';
import type { Facts } from '../../../doctor/facts/facts.ts';
import { readFacts } from '../../../doctor/facts/read-facts.ts';
import { place } from '../../input/load-input.ts';
import { parseManifests } from '../../input/manifest.ts';
import { type Io, UsageError } from '../../process/io.ts';

/** Facts from a file: a List as `kubectl get … -o yaml` prints it, or documents one after the other. */
export async function loadFacts(file: string, io: Io, now: number): Promise<Facts> {
  const parsed = parseManifests(await io.read(file));
  if (!parsed.ok)
    throw new UsageError(
      parsed.problems
        .map(({ position, message, fix }) => `${place(file, position)}: ${message}; ${fix}`)
        .join('\n'),
    );
  const objects = parsed.values.flatMap(objectsIn);
  const { facts, unused } = readFacts(objects, now);
  if (facts.readings.size === 0)
    throw new UsageError(
      `${place(file, undefined)}: has no object that a check looks at; write what kubectl get -o json prints`,
    );
  if (unused > 0)
    io.err(`note: ${unused} of ${objects.length} objects are of kinds that no check looks at\n`);
  return facts;
}

function objectsIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isJsonObject(value)) return [];
  return Array.isArray(value.items) ? objectsAt(value, 'items').flatMap(objectsIn) : [value];
}
