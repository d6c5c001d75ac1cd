import { afterAll, describe, expect, test } from 'vitest';
import { vectorsOf } from '../../../../test/support/vectors.ts';
import { startEmbeddedCluster } from '../start-embedded-cluster.ts';
import { HttpTarget } from './http-target.ts';
import { runScenario, type StepResult } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { unservedSteps } from './unserved-steps.ts';

function read(folder: string): ReadonlyMap<string, Scenario> {
  return new Map(vectorsOf(`api/${folder}`) as unknown as readonly (readonly [string, Scenario])[]);
}

const [scenarios, knownFixtures] = [read('scenarios'), read('fixtures')];

function demand(found: Scenario | undefined): Scenario {
  if (found === undefined) throw new Error('no such scenario or fixture');
  return found;
}

async function run(name: string): Promise<readonly StepResult[]> {
  const scenario = demand(scenarios.get(name));
  const fixtures = (scenario.fixtures ?? []).map((fixture) => demand(knownFixtures.get(fixture)));
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

describe('recorded conversations with a real API server', () => {
  const lines: string[] = [];
  let passed = 0;
  let total = 0;

  afterAll(() => {
    process.stdout.write(`${lines.sort().join('\n')}\napi vectors: ${passed} of ${total} steps passed\n`);
  });

  test.concurrent.each([...scenarios.keys()])('%s', async (name) => {
    const results = await run(name);
    const listed = new Set(
      (unservedSteps[name] ?? []).flatMap((entry) => (entry.stops === true ? [] : entry.steps)),
    );
    const { length } = demand(scenarios.get(name)).steps;
    const good = results.filter((result) => result.differences.length === 0).length;
    lines.push(`${name}: ${good} of ${length}`);
    passed += good;
    total += length;
    const failing = results.filter((result) => result.differences.length > 0);
    expect(failing.filter((result) => !listed.has(result.index))).toEqual([]);
    expect([...listed].filter((index) => !failing.some((result) => result.index === index))).toEqual([]);
  });
});
