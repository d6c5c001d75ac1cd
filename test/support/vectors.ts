import { readdirSync, readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, parseJson } from '@archipelago/apimachinery';

/** Measured cases by subject. What each holds and how to compare it is said in the README beside them. */
export const vectorsFolder = new URL('../vectors/', import.meta.url);

/** How many cases each subject has at least: a folder that is empty or half copied must not pass as `0 of 0`. */
const counts: Readonly<Record<string, number>> = JSON.parse(textOf('counts.json'));

/** A subject with one file per case (`render`): their names and what they say. Throws where one is missing. */
export function vectorsOf(
  subject: string,
): readonly (readonly [name: string, vector: Record<string, JsonObject>])[] {
  const files = jsonFiles(subject).map((file) => file.replace('.json', ''));
  demandCount(subject, files.length, counts[subject]);
  return files.map((name) => [name, JSON.parse(textOf(`${subject}/${name}.json`))]);
}

/**
 * A subject with many cases in a file: one file (`kubernetes/schema/types`) or all of a folder (`kubernetes/schema`), numbers as
 * they were written. Throws where a case is missing.
 */
export function casesOf(subject: string): readonly JsonObject[] {
  const files = Object.keys(counts).filter((file) => file === subject || file.startsWith(`${subject}/`));
  if (files.length === 0) throw new Error(`vectors: ${subject} is not in test/vectors/counts.json`);
  return files.flatMap((file) => {
    const cases = parseJson(textOf(`${file}.json`));
    const read = Array.isArray(cases) ? cases.filter(isJsonObject) : [];
    demandCount(file, read.length, counts[file]);
    return read;
  });
}

/** The subjects that are counted, and those that lie in the folder: a test compares them. */
export function subjects(): { readonly counted: readonly string[]; readonly present: readonly string[] } {
  const files = readdirSync(vectorsFolder, { recursive: true, encoding: 'utf8' });
  const present = files.flatMap((file) => subjectOf(file) ?? []);
  return { counted: Object.keys(counts).sort(), present: [...new Set(present)].sort() };
}

/** Kubernetes' files are lists of cases; elsewhere a file is a case. Definitions are no cases. */
function subjectOf(file: string): string | undefined {
  if (!file.endsWith('.json') || !file.includes('/') || file.includes('/crds/')) return undefined;
  return file.startsWith('kubernetes/') ? file.replace('.json', '') : file.replace(/\/[^/]+$/, '');
}

function jsonFiles(folder: string): readonly string[] {
  return readdirSync(new URL(`${folder}/`, vectorsFolder))
    .filter((file) => file.endsWith('.json'))
    .sort();
}

function textOf(file: string): string {
  return readFileSync(new URL(file, vectorsFolder), 'utf8');
}

function demandCount(subject: string, found: number, wanted: number | undefined): void {
  if (wanted !== undefined && found >= wanted) return;
  throw new Error(
    `vectors: ${subject} has ${found} cases; test/vectors/counts.json wants ${wanted ?? 'a line for it'}`,
  );
}
