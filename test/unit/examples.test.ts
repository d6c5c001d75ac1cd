import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from './run-command.test-support.ts';

// What upstream's documents show is in examples/upstream; the walkthroughs apply it. Those of layering: layering-api.test.ts.
const examples = readdirSync('examples').filter((file) => file.endsWith('.yaml'));
const files = Object.fromEntries(
  examples.map((file) => [file, readFileSync(join('examples', file), 'utf8')]),
);
const ofLayering = examples.filter((file) => file.startsWith('machine'));
const hyperConvergeds = examples.filter((file) => !ofLayering.includes(file));

it('are all there', () => {
  expect([hyperConvergeds.length, ofLayering.length]).toEqual([2, 3]);
});

it.each(hyperConvergeds)('%s is accepted without a warning, and comes to operands', async (file) => {
  const validated = await run(['validate', '-f', file, '-o', 'json'], files);
  expect(JSON.parse(validated.out)).toMatchObject({ allowed: true, warnings: [] });
  const rendered = await run(['render', '-f', file, '-o', 'json'], files);
  expect([rendered.code, JSON.parse(rendered.out).items.length > 2]).toEqual([0, true]);
});
