import { relative, resolve } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { instrument } from './functions-of.ts';

/** What the parent asks for: run these test files while `file` has the text `source`, until one fails. */
export interface TestRequest {
  /** Relative to the repository; undefined: nothing is changed, and the functions that run are recorded. */
  readonly mutated?: { readonly file: string; readonly source: string };
  /** Paths in the repository. */
  readonly tests: readonly string[];
}

/** The first test file that failed; undefined: all passed. */
export interface TestAnswer {
  readonly failed?: string;
}

let mutated: TestRequest['mutated'];
const records = process.argv.includes('--record');
const setup = resolve('tools', 'mutants', 'record-hits.ts');

/** Gives Vite the changed text, or the instrumented one, of the product's sources. */
const sources = {
  name: 'mutants',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const file = relative(process.cwd(), id.replace(/\?.*$/, ''));
    if (file === mutated?.file) return mutated.source;
    const isProduct =
      /^packages\/[^/]+\/src\//.test(file) && /(?<!\.test|\.test-support|\.gen)\.ts$/.test(file);
    return records && isProduct ? instrument(code, file) : undefined;
  },
};

async function start(): Promise<Vitest> {
  return await createVitest(
    'test',
    {
      watch: false,
      // a mutant is seen by the module that is loaded after it
      isolate: true,
      bail: records ? 0 : 1,
      maxWorkers: records ? 2 : 1,
      reporters: [{}],
      silent: true,
      setupFiles: records ? [setup] : [],
      fileParallelism: records,
      testTimeout: 60_000,
    },
    { plugins: [sources], logLevel: 'silent' },
  );
}

async function answer(vitest: Vitest, request: TestRequest): Promise<TestAnswer> {
  const changed = [mutated?.file, request.mutated?.file].filter((file) => file !== undefined);
  mutated = request.mutated;
  for (const file of changed) vitest.invalidateFile(resolve(file));
  const project = vitest.getRootProject();
  const specifications = request.tests.map((test) => project.createSpecification(resolve(test)));
  const { testModules } = await vitest.runTestSpecifications(specifications, false);
  // vitest tells of the modules of former runs, too
  const asked = new Set(request.tests.map((test) => resolve(test)));
  const ran = testModules.filter((module) => asked.has(module.moduleId));
  // the first failure ends the run, and what it ended in may have no verdict of its own: whatever is not through has not passed
  const failed =
    ran.find((module) => module.state() === 'failed') ?? ran.find((module) => !isThrough(module.state()));
  return failed === undefined ? {} : { failed: relative(process.cwd(), failed.moduleId) };
}

function isThrough(state: ReturnType<TestModule['state']>): boolean {
  return state === 'passed' || state === 'skipped';
}

const vitest = await start();
process.on('message', async (request: TestRequest) => {
  try {
    process.send?.(await answer(vitest, request));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({});
