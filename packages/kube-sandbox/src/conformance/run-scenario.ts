import { isJsonObject, type JsonObject, type JsonValue, jsonEqual } from '@archipelago/apimachinery';
import { compareStep, type Raw } from './compare-step.ts';
import { type Answer, comparedHeaders, type HttpTarget } from './http-target.ts';
import { Matcher } from './matcher.ts';
import type { Scenario, ScenarioRequest, Step } from './scenario.ts';
import { valuesAt } from './scenario-path.ts';
import { eventsRoot, WatchClient } from './watch-client.ts';

/** One compared step: no differences means it passed. */
export interface StepResult {
  readonly index: number;
  readonly name: string;
  readonly differences: readonly string[];
}

/** What a scenario runs against. */
interface ScenarioTarget {
  readonly http: HttpTarget;
  /** Makes all history up to now unavailable. */
  compact(): void;
}

const POLL_INTERVAL = 20;
const VARIABLE = /\{\{(\w+)\}\}/g;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Runs one scenario's steps in order. */
class ScenarioRun {
  readonly #target: ScenarioTarget;
  readonly #variables = new Map<string, JsonValue>();
  readonly #watches = new Map<string, WatchClient>();
  readonly #matcher = new Matcher();

  constructor(target: ScenarioTarget) {
    this.#target = target;
  }

  #substitute(value: JsonValue): JsonValue {
    if (typeof value === 'string') {
      const whole = /^\{\{(\w+)\}\}$/.exec(value);
      const known = this.#variables.get(whole?.[1] ?? '');
      if (known !== undefined) return known;
      return value.replace(VARIABLE, (all, name: string) => {
        const own = this.#variables.get(name);
        return own === undefined ? all : String(own);
      });
    }
    if (Array.isArray(value)) return value.map((item) => this.#substitute(item));
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(
      ([key, item]) => [key, this.#substitute(item ?? null)] as const,
    );
    return Object.fromEntries(entries);
  }

  #request(step: Step): ScenarioRequest {
    const { request = { path: '/' } } = step;
    const { body, headers } = request;
    return {
      ...request,
      path: String(this.#substitute(request.path)).replaceAll(' ', '%20'),
      ...(request.auth === undefined ? {} : { auth: String(this.#substitute(request.auth)) }),
      ...(body === undefined ? {} : { body: this.#substitute(body) }),
      ...(headers === undefined ? {} : { headers: this.#headers(headers) }),
      ...(request.rawBody === undefined ? {} : { rawBody: String(this.#substitute(request.rawBody)) }),
    };
  }

  #headers(headers: Readonly<Record<string, string | null>>): Record<string, string | null> {
    const entries = Object.entries(headers).map(([name, value]) => {
      return [name, value === null ? null : String(this.#substitute(value))] as const;
    });
    return Object.fromEntries(entries);
  }

  async #poll(step: Step): Promise<Raw> {
    const end = Date.now() + (step.timeoutMs ?? 20_000);
    for (;;) {
      const answer = await this.#target.http.send(this.#request(step));
      if (reached(step, answer)) return answer;
      if (Date.now() > end)
        throw new Error(`poll timed out; last: ${answer.status} ${JSON.stringify(answer.body)}`);
      await pause(POLL_INTERVAL);
    }
  }

  async #openWatch(step: Step): Promise<Raw> {
    const message = await this.#target.http.open(this.#request(step));
    if (message.statusCode !== 200) {
      message.destroy();
      return this.#target.http.send(this.#request(step));
    }
    this.#watches.set(step.id ?? '', new WatchClient(message));
    return { status: message.statusCode, headers: comparedHeaders(message) };
  }

  async #collect(step: Step): Promise<Raw> {
    const watch = this.#watches.get(step.id ?? '');
    if (watch === undefined) return {};
    const collected = await watch.collect({
      count: step.events ?? 0,
      timeoutMs: step.timeoutMs ?? 5000,
      quietMs: step.quietMs ?? 100,
      untilClose: step.untilClose ?? false,
      keepBookmarks: step.keepBookmarks ?? false,
    });
    if (step.keepOpen !== true) watch.close();
    return step.untilClose === true ? collected : { events: collected.events };
  }

  async #perform(step: Step): Promise<Raw> {
    switch (step.op) {
      case 'sleep':
        await pause(step.ms ?? 0);
        return {};
      case 'hook':
        this.#target.compact();
        return {};
      case 'request':
        return this.#target.http.send(this.#request(step));
      case 'poll':
        return this.#poll(step);
      case 'watch-start':
        return this.#openWatch(step);
      case 'watch-collect':
        return this.#collect(step);
      case 'watch': {
        const opened = await this.#openWatch(step);
        return opened.status === 200 ? { ...opened, ...(await this.#collect(step)) } : opened;
      }
    }
  }

  #capture(step: Step, raw: Raw): void {
    const root: JsonValue = raw.events === undefined ? (raw.body ?? null) : eventsRoot(raw.events);
    for (const [name, path] of Object.entries(step.capture ?? {})) {
      const [value] = valuesAt(root, path);
      if (value === undefined || value === null)
        throw new Error(`capture ${name}: nothing at ${path} in ${JSON.stringify(root)}`);
      this.#variables.set(name, value);
    }
  }

  async step(step: Step): Promise<readonly string[]> {
    const raw = await this.#perform(step);
    this.#capture(step, raw);
    return compareStep(step, raw, this.#matcher);
  }

  close(): void {
    for (const watch of this.#watches.values()) watch.close();
  }
}

function reached(step: Step, answer: Answer): boolean {
  const { until = {} } = step;
  if (until.status !== undefined && answer.status !== until.status) return false;
  if (until.path === undefined) return true;
  const [value] = valuesAt(answer.body, until.path);
  if (until.equals !== undefined) return jsonEqual(value, until.equals);
  return (value !== undefined && value !== null) === (until.exists ?? true);
}

async function setUp(
  target: ScenarioTarget,
  scenario: Scenario,
  fixtures: readonly Scenario[],
): Promise<void> {
  for (const fixture of fixtures) {
    const run = new ScenarioRun(target);
    for (const step of fixture.steps)
      if (step.op !== 'sleep') await run.step({ ...step, name: step.name ?? '' });
  }
  for (const name of scenario.namespaces ?? []) {
    const body: JsonObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await target.http.send({ method: 'POST', path: '/api/v1/namespaces', body });
  }
}

/**
 * Runs a scenario and compares every step; `skip` names the steps after which it makes no sense to go on. An error
 * of a step (a poll that times out, a capture that finds nothing) ends the scenario there.
 */
export async function runScenario(
  target: ScenarioTarget,
  scenario: Scenario,
  fixtures: readonly Scenario[],
  stopBefore: number = Number.POSITIVE_INFINITY,
): Promise<readonly StepResult[]> {
  await setUp(target, scenario, fixtures);
  const run = new ScenarioRun(target);
  const results: StepResult[] = [];
  try {
    for (const [index, step] of scenario.steps.entries()) {
      if (index >= stopBefore) break;
      const differences = await run.step(step);
      results.push({ index, name: step.name ?? step.op, differences });
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    results.push({
      index: results.length,
      name: scenario.steps[results.length]?.name ?? '',
      differences: [`error: ${text.slice(0, 400)}`],
    });
  } finally {
    run.close();
  }
  return results;
}
