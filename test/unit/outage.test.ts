import { createKubernetesClient, type HttpResponse, type Transport } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { OutageLog } from '../../packages/archipelago/src/cli/commands/operator/log/outage-log.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import { request } from '../suites/operator-scripts.ts';
import { createWorld, type World } from '../suites/operator-world.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { FakeClock } from '../support/fake-clock.ts';

/** A connection that can be cut: what is open breaks, and nothing new is accepted. */
class Cable {
  #cut: AbortController | undefined;
  readonly #open = new Set<AbortController>();

  through(transport: Transport): Transport {
    const send: Transport['send'] = async (asked) => {
      if (this.#cut !== undefined) throw refused();
      const breaking = new AbortController();
      this.#open.add(breaking);
      const response = await transport.send({
        ...asked,
        signal: AbortSignal.any([asked.signal, breaking.signal]),
      });
      return { ...response, body: this.#carried(response, breaking) };
    };
    return { ...transport, send };
  }

  cut(): void {
    this.#cut = new AbortController();
    for (const each of this.#open) each.abort();
  }

  mend(): void {
    this.#cut = undefined;
  }

  async *#carried({ body }: HttpResponse, breaking: AbortController): HttpResponse['body'] {
    try {
      yield* body;
    } finally {
      this.#open.delete(breaking);
    }
  }
}

function refused(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
}

/** Time moves while nobody works: however slow the machine is, nobody misses a deadline because of it. */
async function untilSaid(clock: FakeClock, lines: readonly string[], line: string): Promise<void> {
  for (let steps = 0; steps < 10_000; steps += 1) {
    if (lines.includes(line)) return;
    await clock.advance(100);
  }
  throw new Error(`nobody said "${line}", but ${JSON.stringify(lines)}`);
}

let world: World;
let operator: RunningOperator | undefined;

afterEach(async () => {
  await operator?.stop();
  await world.stop();
});
afterAll(() => embeddedServers.stop());

describe('an API server that is away for a minute', () => {
  it('is a handful of lines in the log, and all goes on when it is back', async () => {
    world = await createWorld({}, { servers: embeddedServers });
    const lines: string[] = [];
    const clock = new FakeClock();
    const log = new OutageLog({
      clock,
      log: (level, _, message) => {
        if (level !== 'debug') lines.push(message);
      },
    });
    const cable = new Cable();
    operator = startOperator({
      client: createKubernetesClient({
        transport: cable.through(world.server.operator()),
        clock,
        observe: (observation) => log.observe(observation),
      }),
      clock,
      namespace: world.namespace,
      deployment: world.inputs.deployment,
      election: { identity: 'only' },
      onEvent: (event) => log.tell(event),
    });
    await world.write(request);
    await untilSaid(clock, lines, 'reconciled');
    while (operator?.isReady() !== true) await clock.advance(100);
    lines.length = 0;
    cable.cut();
    await untilSaid(clock, lines, 'the API server still does not answer');
    cable.mend();
    await untilSaid(clock, lines, 'leading');
    expect(lines).toEqual([
      'the API server does not answer; it is asked again until it does',
      'no longer leading',
      'the API server still does not answer',
      'the API server answers again',
      'leading',
    ]);
  });
});
