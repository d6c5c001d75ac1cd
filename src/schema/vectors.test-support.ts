import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject } from '../api/json-value.ts';
import { parseJson } from './parse-json.ts';

const root = new URL('../../../shared/vectors/kubernetes/', import.meta.url);

/** True where the measured vectors lie beside the repository. */
export const haveVectors = existsSync(root);

/** The cases of one file (`schema/types`) or of a whole folder (`schema`), as plain JSON. */
export function loadVectors(name: string): JsonObject[] {
  if (!haveVectors) return [];
  const single = new URL(`${name}.json`, root);
  if (existsSync(single)) return readCases(single);
  const folder = new URL(`${name}/`, root);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => readCases(new URL(file, folder)));
}

function readCases(file: URL): JsonObject[] {
  const cases = parseJson(readFileSync(fileURLToPath(file), 'utf8'));
  return Array.isArray(cases) ? cases.filter(isJsonObject) : [];
}
