import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbeddedCluster } from '../start-embedded-cluster.ts';
import { HttpTarget } from './http-target.ts';
import { runScenario, type StepResult } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { unservedSteps } from './unserved-steps.ts';

const vectors = join(import.meta.dirname, '../../../../shared/vectors/api');

function read(folder: string, name: string): Scenario {
  return JSON.parse(readFileSync(join(vectors, folder, `${name}.json`), 'utf8'));
}

function scenarioNames(): readonly string[] {
  return readdirSync(join(vectors, 'scenarios')).map((file) => file.replace('.json', ''));
}

async function run(name: string): Promise<readonly StepResult[]> {
  const scenario = read('scenarios', name);
  const fixtures = (scenario.fixtures ?? []).map((fixture) => read('fixtures', fixture));
  const unserved = unservedSteps[name] ?? [];
  const stop = unserved.find((entry) => entry.stops === true);
  const cluster = await startEmbeddedCluster({ insecure: true });
  try {
    const target = {
      http: new HttpTarget(cluster.url, cluster.adminToken),
      compact: () => cluster.store.compact(),
    };
    return await runScenario(
      target,
      scenario,
      fixtures,
      stop === undefined ? undefined : Math.min(...stop.steps),
    );
  } finally {
    await cluster.stop();
  }
}

describe.skipIf(!existsSync(vectors))('recorded conversations with a real API server', () => {
  const lines: string[] = [];
  let passed = 0;
  let total = 0;

  afterAll(() => {
    process.stdout.write(`${lines.sort().join('\n')}\napi vectors: ${passed} of ${total} steps passed\n`);
  });

  test.concurrent.each(existsSync(vectors) ? scenarioNames() : [])(
    '%s',
    async (name) => {
      const results = await run(name);
      const listed = new Set(
        (unservedSteps[name] ?? []).flatMap((entry) => (entry.stops === true ? [] : entry.steps)),
      );
      const { length } = read('scenarios', name).steps;
      const good = results.filter((result) => result.differences.length === 0).length;
      lines.push(`${name}: ${good} of ${length}`);
      passed += good;
      total += length;
      const failing = results.filter((result) => result.differences.length > 0);
      expect(failing.filter((result) => !listed.has(result.index))).toEqual([]);
      expect([...listed].filter((index) => !failing.some((result) => result.index === index))).toEqual([]);
    },
    60_000,
  );
});

test.runIf(!existsSync(vectors))('the API vectors are not here: their scenarios are skipped', () => {
  process.stdout.write('api vectors: skipped, ../shared/vectors/api is absent\n');
});
