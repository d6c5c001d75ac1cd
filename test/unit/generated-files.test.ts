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
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});
