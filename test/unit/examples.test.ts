import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './run-command.test-support.ts';

// Other kinds are applied elsewhere: what upstream's documents show (examples/upstream) by the walkthroughs, those of layering by
// layering-api.test.ts, nodes and virtual machines by console-documents.test.ts.
const examples = readdirSync('examples').filter((file) => file.endsWith('.yaml'));
const files = Object.fromEntries(
  examples.map((file) => [file, readFileSync(join('examples', file), 'utf8')]),
);
const hyperConvergeds = examples.filter((file) => /^kind: HyperConverged$/m.test(files[file] ?? ''));

it('are all there', () => {
  expect(hyperConvergeds).toEqual(['heterogeneous.yaml', 'minimal.yaml']);
  expect(examples.length).toBe(7);
});

it.each(hyperConvergeds)('%s is accepted without a warning, and comes to operands', async (file) => {
  const validated = await run(['validate', '-f', file, '-o', 'json'], files);
  expect(JSON.parse(validated.out)).toMatchObject({ allowed: true, warnings: [] });
  const rendered = await run(['render', '-f', file, '-o', 'json'], files);
  expect([rendered.code, JSON.parse(rendered.out).items.length > 2]).toEqual([0, true]);
});
