import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { casesOf, subjects, vectorsOf } from '../support/vectors.ts';

test('every subject is counted, and none is missing', () => {
  const { counted, present } = subjects();
  expect(present).toEqual(counted);
});

test('a subject that is not counted, or not there, is an error and not `0 of 0`', () => {
  expect(() => casesOf('kubernetes/nothing')).toThrow('kubernetes/nothing is not in');
  expect(() => vectorsOf('kubernetes')).toThrow('kubernetes has 0 cases');
});

test('every subject is read by a test', () => {
  const reads = [
    ...textsIn('packages', '.test.ts'),
    ...textsIn('test/suites'),
    ...textsIn('test/unit'),
  ].flatMap(readsOf);
  const isRead = (subject: string) => reads.some((reading) => reading(subject));
  expect(subjects().counted.filter((subject) => !isRead(subject))).toEqual([]);
});

type Reading = (subject: string) => boolean;

/** What the calls in a test read, by the name that is written there. */
function readsOf(text: string): readonly Reading[] {
  const calls = text.matchAll(/\b(vectorsOf|casesOf)\(\s*(?:'([^']+)'|`([^`$]*\/)\$\{\w+\}`)/g);
  return [...calls].map(([, reader, whole, folder]) => (subject) => {
    // the other part of a name that is put together stands elsewhere in the file
    if (folder !== undefined)
      return subject.startsWith(folder) && text.includes(`'${subject.slice(folder.length)}'`);
    return subject === whole || (reader === 'casesOf' && subject.startsWith(`${whole}/`));
  });
}

function textsIn(folder: string, ending = '.ts'): readonly string[] {
  const url = new URL(`../../${folder}/`, import.meta.url);
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(new URL(file, url), 'utf8'));
}
