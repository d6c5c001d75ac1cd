import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { reasonsIn } from '../support/reasons-in.ts';

const path = 'docs/reasons.md';
const text = (file: string): string => readFileSync(file, 'utf8');
const named = (file: string): readonly string[] =>
  [...text(file).matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

/** What only programs of ours see: kinds, answers of the server, and why a planner waits. */
const inner = [
  ...['ConfigMap', 'Secret'],
  ...['Forbidden', 'Invalid', 'NotFound', 'Unknown', 'FieldValueInvalid', 'InternalError'],
  ...['NotServed', 'Terminating', 'Unread'],
];

describe(path, () => {
  const folders = ['operator', 'reconcile', 'golden-images'].map(
    (name) => `packages/archipelago/src/${name}`,
  );
  const { reasons, literals } = reasonsIn(folders);

  test('explains every reason, or another page does', () => {
    const told = new Set([path, 'docs/layering.md', 'docs/how-to/migrate-from-hco.md'].flatMap(named));
    expect(reasons.size).toBeGreaterThan(60);
    expect([...reasons].filter((reason) => !told.has(reason) && !inner.includes(reason))).toEqual([]);
  });

  test('explains no reason that does not exist', () => {
    const cells = [...text(path).matchAll(/^\| (`[^|]+`) *\|/gm)].flatMap(([, cell = '']) => [
      ...cell.matchAll(/`([^`]+)`/g),
    ]);
    const known = [...literals].map((literal) => literal.charAt(0).toUpperCase() + literal.slice(1));
    const written = cells.map(([, word = '']) => word).filter((word) => !/^(?:KIND|Doctor)/.test(word));
    expect(written.length).toBeGreaterThan(60);
    expect(written.filter((word) => !known.includes(word))).toEqual([]);
  });
});
