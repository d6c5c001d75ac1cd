import type { Scenario } from '../../../simulation/scenarios/scenario.ts';
import { scenarios } from '../../../simulation/scenarios/scenarios.ts';
import { UsageError } from '../../process/io.ts';
import { similar } from '../../text/similar.ts';
import type { UpOptions } from './up-options.ts';

/** What `--scenario help` prints: one line each. */
export function listScenarios(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length));
  return scenarios.map(({ name, says }) => `${name.padEnd(width)}  ${says}\n`).join('');
}

/** The scenario that the options name. Throws a UsageError for one that does not exist, and for options that it decides itself. */
export function chooseScenario(options: UpOptions): Scenario | undefined {
  const { scenario: name, filename, nodes, platform } = options;
  if (name === undefined) return undefined;
  const found = scenarios.find((one) => one.name === name);
  if (found === undefined) throw unknown(name);
  if (filename !== undefined) throw conflict('--filename', 'its HyperConverged');
  if (nodes !== undefined) throw conflict('--nodes', 'its nodes');
  const own = found.platform ?? 'kubernetes';
  if (platform !== undefined && platform !== own)
    throw conflict(`--platform ${platform}`, `its platform, ${own}`);
  return found;
}

function unknown(name: string): UsageError {
  const near = similar(
    name,
    scenarios.map((one) => one.name),
  );
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return new UsageError(
    `--scenario ${JSON.stringify(name)}: there is none of that name${hint}; known are\n\n${listScenarios()}`,
  );
}

function conflict(flag: string, what: string): UsageError {
  return new UsageError(`${flag}: leave it out with --scenario, which decides ${what}`);
}
