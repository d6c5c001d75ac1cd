import { readdirSync, readFileSync } from 'node:fs';
import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { parse } from 'yaml';

const folder = new URL('../crds/', import.meta.url);

/** The CustomResourceDefinitions that operands have upstream, by name (`test/crds`). */
export const upstreamDefinitions: ReadonlyMap<string, JsonObject> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [file.replace('.yaml', ''), parse(readFileSync(new URL(file, folder), 'utf8'))]),
);

/** What upstream has in place of a definition of the sandbox; itself where that is unknown. */
export function upstreamDefinition(definition: JsonObject): JsonObject {
  return upstreamDefinitions.get(String(valueAt(definition, 'metadata', 'name'))) ?? definition;
}
