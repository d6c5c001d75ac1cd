import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { TestRunner } from '../../tools/mutants/test-runner.ts';

const runner = new TestRunner();
afterAll(() => runner.stop());

const folder = 'packages/kube-sandbox/src';
const tests = [`${folder}/conformance/conformance.test.ts`, `${folder}/embedded-server.test.ts`];
const file = `${folder}/built-in/types/decode-typed.ts`;
const text = readFileSync(file, 'utf8');
const broken = { file, source: text.replace("typeof type === 'object'", 'true') };
const unchanged = {
  file: `${folder}/storage/object-store.ts`,
  source: readFileSync(`${folder}/storage/object-store.ts`, 'utf8'),
};

// vitest tells of modules as they were in a former run, and of the one in which a run ended early as pending
test('a mutant is noticed whatever was asked before it', { timeout: 300_000 }, async () => {
  const asked = [broken, unchanged, broken];
  expect(broken.source).not.toBe(text);
  const outcomes: string[] = [];
  for (const mutated of asked) outcomes.push((await runner.run({ mutated, tests }, 60_000)).kind);
  expect(outcomes).toEqual(asked.map((mutated) => (mutated === broken ? 'failed' : 'passed')));
});
