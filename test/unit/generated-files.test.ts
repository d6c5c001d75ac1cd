import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generatedFiles } from '../../tools/generated-files.ts';

const generated = generatedFiles();

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Where two texts part. A diff of the whole of them takes minutes. */
function firstDifference(committed: string, written: string): object | undefined {
  if (committed === written) return undefined;
  const lines = written.split('\n');
  const index = committed.split('\n').findIndex((line, row) => line !== lines[row]);
  const line = index === -1 ? committed.split('\n').length : index;
  return { line: line + 1, committed: committed.split('\n')[line], written: lines[line] };
}

describe('the generated files', () => {
  test('are these and no others', () => {
    const committed = [
      ...filesIn('generated'),
      ...filesIn('packages/archipelago/src').filter((file) => file.includes('.gen.')),
      'docs/metrics.md',
    ];
    expect(committed.sort()).toEqual([...generated.keys()].sort());
  });

  test.each([...generated])('%s is what `npm run goldens` writes', (file, content) => {
    expect(firstDifference(readFileSync(file, 'utf8'), content)).toBeUndefined();
  });
});
