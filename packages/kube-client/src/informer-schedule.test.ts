import { type KubernetesObject, MovableClock } from '@archipelago/apimachinery';
import { afterEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { createKubernetesClient } from './create-kubernetes-client.ts';
import { createInformer } from './informer.ts';
import type { Informer, InformerOptions } from './informer-options.ts';
import {
  connectionFault,
  json,
  type Scripted,
  scriptedTransport,
  statusObject,
} from './scripted-transport.test-support.ts';

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

const node = (name: string, resourceVersion: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: name, resourceVersion },
});
const event = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`;
const bookmark = (resourceVersion: string) =>
  event('BOOKMARK', { apiVersion: 'v1', kind: 'Node', metadata: { resourceVersion } });

function page(names: string, resourceVersion: string, next?: string): Scripted {
  const metadata = { resourceVersion, ...(next === undefined ? {} : { continue: next }) };
  return json(200, { kind: 'NodeList', metadata, items: names.split('').map((name) => node(name, '1')) });
}
const refused = (code: number, reason = ''): Scripted => json(code, statusObject(code, reason));

/** A watch that is open: it says what a test lets it say. */
class OpenWatch {
  readonly #parts: (string | Error | 'end')[] = [];
  #wake = () => {};

  say(...parts: readonly (string | Error | 'end')[]): void {
    this.#parts.push(...parts);
    this.#wake();
  }

  async *body(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    signal.addEventListener('abort', () => this.say(connectionFault('ABORT_ERR')));
    for (;;) {
      const part = this.#parts.shift();
      if (part === 'end') return;
      if (part instanceof Error) throw part;
      if (part !== undefined) yield Buffer.from(part);
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}

type WatchAnswer = Scripted | 'open';

let running: Informer<string> | undefined;

afterEach(async () => {
  await running?.stop();
});

/** An informer on a clock, whose lists and watches are answered in order; the last answer stays. */
function follow(
  lists: readonly (() => Scripted)[],
  watches: readonly (() => WatchAnswer)[] = [() => 'open'],
  more: Partial<InformerOptions<string>> = {},
) {
  const clock = new FakeClock();
  const log: string[] = [];
  const open: OpenWatch[] = [];
  const asked = { list: 0, watch: 0 };
  const next = <T>(kind: 'list' | 'watch', answers: readonly (() => T)[]): T => {
    const answer = answers[asked[kind]] ?? answers.at(-1) ?? expect.fail();
    asked[kind] += 1;
    return answer();
  };
  const transport = scriptedTransport({
    answer: (_, { path, signal }) => {
      const query = new URL(path, 'http://n').searchParams;
      const isWatch = query.has('watch');
      const from = isWatch
        ? `watch from ${query.get('resourceVersion')}`
        : `list ${query.get('continue') ?? ''}`;
      log.push(`${clock.monotonic()} ${from}`.trim());
      if (!isWatch) return next('list', lists);
      const answer = next('watch', watches);
      if (answer !== 'open') return answer;
      const watch = new OpenWatch();
      open.push(watch);
      return { status: 200, headers: {}, body: watch.body(signal) };
    },
  });
  const events: string[] = [];
  const problems: string[] = [];
  const refusals: (number | undefined)[] = [];
  const known: string[] = [];
  const informer = createInformer<string>({
    client: createKubernetesClient({ transport, clock, random: () => 0 }),
    resource: nodes,
    trim: ({ metadata }) => metadata.name,
    clock,
    random: () => 0.5,
    onEvent: ({ type, object }) => events.push(`${type} ${object}`),
    onProblem: ({ doing, message }) => problems.push(`${doing}: ${message}`),
    onRefusal: (refusal) => refusals.push(refusal?.code),
    onKnowledge: (knowledge) => known.push(knowledge),
    ...more,
  });
  running = informer;
  informer.start();
  const last = () => open.at(-1) ?? expect.fail('no watch is open');
  const isSettled = { value: false };
  void informer.whenSettled().then(() => {
    isSettled.value = true;
  });
  return { clock, log, events, problems, refusals, known, informer, last, transport, isSettled };
}

const names = (informer: Informer<string>) => [...informer.store.list()].sort().join('');

describe('opening a watch', () => {
  it.each<[string, () => Scripted]>([
    ['410', () => refused(410, 'Expired')],
    ['410 without a reason', () => refused(410)],
    ['Expired under another code', () => refused(400, 'Expired')],
    ['404', () => refused(404, 'NotFound')],
  ])('that is answered with %s: lists again, and watches from there', async (_, refusal) => {
    const { clock, log, events } = follow(
      [() => page('ab', '10'), () => page('bc', '20')],
      [refusal, () => 'open'],
    );
    await clock.advance(60_000);
    expect(log).toEqual(['0 list', '0 watch from 10', '100 list', '100 watch from 20']);
    expect(events).toEqual(['added a', 'added b', 'deleted a', 'added c']);
  });

  it.each([400, 401, 403, 500, 502, 504])(
    'that is answered with %i is tried again from where it was, without a list',
    async (code) => {
      const { clock, log } = follow([() => page('a', '10')], [() => refused(code), () => 'open']);
      await clock.advance(60_000);
      expect(log.map((line) => line.replace(/^\d+ /, ''))).toEqual([
        'list',
        'watch from 10',
        'watch from 10',
      ]);
    },
  );

  it('that nobody answers is given up after its time, and tried again', async () => {
    const { clock, log, problems } = follow([() => page('a', '10')], [() => 'silence', () => 'open'], {
      timing: { deadlineMs: 7_000 },
    });
    await clock.advance(6_999);
    expect(log).toHaveLength(2);
    await clock.advance(1_000);
    expect(log).toEqual(['0 list', '0 watch from 10', '7100 watch from 10']);
    expect(problems).toEqual([expect.stringMatching(/^watching: .*no answer before the deadline$/)]);
  });

  it('asks for bookmarks and for an end, later for some than for others', async () => {
    const { clock, transport } = follow([() => page('a', '10')]);
    await clock.advance(0);
    expect(transport.requests.at(-1)?.path).toBe(
      '/api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=10&timeoutSeconds=2700',
    );
  });
});

describe('a watch that ends', () => {
  const ended = (say: readonly (string | Error | 'end')[], afterMs = 0) => ({ say, afterMs });

  it.each<[string, ReturnType<typeof ended>, string]>([
    [
      'in order after an event: goes on at once',
      ended([event('ADDED', node('b', '12')), 'end']),
      '0 watch from 12',
    ],
    ['in order after a bookmark: goes on from it at once', ended([bookmark('15'), 'end']), '0 watch from 15'],
    ['in order after five seconds: goes on at once', ended(['end'], 5_000), '5000 watch from 10'],
    ['in order with nothing said: waits', ended(['end'], 100), '200 watch from 10'],
    ['in the middle: waits', ended([bookmark('15'), connectionFault('ECONNRESET')]), '100 watch from 15'],
    ['with 410: lists', ended([event('ERROR', statusObject(410, 'Expired'))]), '100 list'],
    [
      'with 410 after an event: lists at once',
      ended([bookmark('11'), event('ERROR', statusObject(410))]),
      '0 list',
    ],
    ['with 500: waits', ended([event('ERROR', statusObject(500))]), '100 watch from 10'],
    ['with what is no event: lists', ended(['nonsense\n']), '100 list'],
    ['in the middle of an event: lists', ended(['{"type":"ADDED"', 'end']), '100 list'],
  ])('%s', async (_, { say, afterMs }, next) => {
    const { clock, log, last } = follow([() => page('a', '10')]);
    await clock.advance(afterMs);
    last().say(...say);
    await clock.advance(1_000);
    expect(log[2]).toBe(next);
  });

  it('by silence goes on after three minutes, bookmarks counted as heard', async () => {
    const { clock, log, last } = follow([() => page('a', '10')]);
    await clock.advance(100_000);
    last().say(bookmark('11'));
    await clock.advance(179_999);
    expect(log).toHaveLength(2);
    await clock.advance(1_000);
    expect(log[2]).toBe('280100 watch from 11');
  });
});

describe('failures', () => {
  it('are tried again after waits that double up to half a minute', async () => {
    const { clock, log, problems } = follow([() => refused(500)]);
    await clock.advance(90_000);
    const at = log.map((line) => Number(line.split(' ')[0]));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 15_000, 15_000, 15_000, 15_000]);
    expect(problems.slice(0, 2)).toEqual(['listing: 500 said 500', 'listing: 500 said 500']);
  });

  it('are not forgotten when a list goes through whose watch does not', async () => {
    const { clock, log } = follow([() => page('a', '10')], [() => refused(410)]);
    await clock.advance(3_000);
    expect(log.filter((line) => line.includes('list'))).toEqual([
      '0 list',
      '100 list',
      '300 list',
      '700 list',
      '1500 list',
    ]);
  });

  it.each<[string, string, number]>([
    ['an event came', event('ADDED', node('b', '12')), 0],
    ['a bookmark came', bookmark('12'), 0],
    ['five seconds passed', '', 5_000],
  ])('are forgotten once a watch works: %s', async (_, said, lastsMs) => {
    const failing = Array.from({ length: 5 }, () => () => refused(500));
    const { clock, log, last } = follow([...failing, () => page('a', '10')]);
    await clock.advance(3_100);
    expect(log.at(-1)).toBe('3100 watch from 10');
    if (said !== '') last().say(said);
    await clock.advance(lastsMs);
    last().say(connectionFault('ECONNRESET'));
    await clock.advance(100);
    expect(log.at(-1)).toMatch(new RegExp(`^${3_200 + lastsMs} watch`));
  });

  it('are kept while watches open and break at once', async () => {
    const { clock, log, last } = follow([() => page('a', '10')]);
    const at: string[] = [];
    await clock.advance(0);
    for (let round = 0; round < 5; round += 1) {
      const before = log.length;
      last().say(connectionFault('ECONNRESET'));
      while (log.length === before) await clock.advance(50);
      at.push(log.at(-1) ?? '');
    }
    expect(at).toEqual([100, 300, 700, 1_500, 3_100].map((ms) => `${ms} watch from 10`));
  });

  it('of a listener are told, and cost neither the event nor the watch', async () => {
    const seen: string[] = [];
    const { clock, log, problems, last } = follow([() => page('a', '10')], undefined, {
      onEvent: ({ object }) => {
        seen.push(object);
        throw new Error(`no ${object}`);
      },
    });
    await clock.advance(0);
    last().say(event('ADDED', node('b', '11')), event('ADDED', node('c', '12')));
    await clock.advance(1_000);
    expect([seen.join(''), log.length]).toEqual(['abc', 2]);
    expect(problems).toEqual(['telling: no a', 'telling: no b', 'telling: no c']);
  });
});

describe('a list', () => {
  it('is asked for in pages of five hundred, and watched from the version of its first page', async () => {
    const { clock, log, events, transport } = follow([
      () => page('ab', '10', 'x'),
      () => page('c', '14', 'y'),
      () => page('d', '15'),
    ]);
    await clock.advance(0);
    expect(log).toEqual(['0 list', '0 list x', '0 list y', '0 watch from 10']);
    expect(events).toEqual(['added a', 'added b', 'added c', 'added d']);
    expect(transport.requests[1]?.path).toBe('/api/v1/nodes?limit=500&continue=x');
  });

  it('whose pages expire begins anew: nothing of the earlier pages is kept or told', async () => {
    const { clock, log, events, problems } = follow([
      () => page('ab', '10', 'x'),
      () => refused(410, 'Expired'),
      () => page('bc', '20'),
    ]);
    await clock.advance(0);
    expect(log).toEqual(['0 list', '0 list x', '0 list', '0 watch from 20']);
    expect([events, problems]).toEqual([['added b', 'added c'], []]);
  });

  it('that fails between two pages leaves what was known, and knows nothing new', async () => {
    const { clock, informer, events, known, last } = follow([
      () => page('ab', '10'),
      () => page('xy', '20', 'more'),
      () => refused(500),
      () => page('bc', '30'),
    ]);
    await clock.advance(0);
    last().say(event('ERROR', statusObject(410)));
    await clock.advance(100);
    expect([names(informer), events.length, informer.hasSynced()]).toEqual(['ab', 2, true]);
    await clock.advance(1_000);
    expect(names(informer)).toBe('bc');
    expect(events.slice(2)).toEqual(['deleted a', 'added c']);
    expect(known).toEqual(['complete']);
  });

  it('that is half read is no knowledge', async () => {
    const { clock, informer, events, isSettled } = follow([() => page('ab', '10', 'x'), () => 'silence']);
    await clock.advance(1_000);
    expect([informer.knowledge(), informer.hasSynced(), informer.store.size]).toEqual(['unknown', false, 0]);
    expect([events, isSettled.value]).toEqual([[], false]);
  });

  it('that nobody answers is given up after its time, each page for itself', async () => {
    const lists = [() => page('a', '10', 'x'), (): Scripted => 'silence', () => page('a', '20')];
    const { clock, log, problems, informer } = follow(lists, [() => 'silence'], {
      timing: { deadlineMs: 7_000 },
    });
    await clock.advance(8_000);
    expect(log).toEqual(['0 list', '0 list x', '7100 list', '7100 watch from 20']);
    expect(problems).toHaveLength(1);
    // by the list, for the watch says nothing
    expect(informer.lastActivity()).toBe(clock.now() - 900);
  });

  it('is heard, as every event is', async () => {
    const { clock, informer, last } = follow([() => refused(500), () => page('a', '10')]);
    expect(informer.lastActivity()).toBe(0);
    await clock.advance(50);
    expect(informer.lastActivity()).toBe(0);
    await clock.advance(50);
    const listed = clock.now();
    expect(informer.lastActivity()).toBe(listed);
    await clock.advance(1_000);
    expect(informer.lastActivity()).toBe(listed);
    last().say(bookmark('11'));
    await clock.advance(1);
    expect(informer.lastActivity()).toBe(listed + 1_000);
  });

  it('was not silent for as long as the clock was set on', async () => {
    const base = new FakeClock();
    const clock = new MovableClock(base);
    const { informer } = follow([() => page('a', '10')], undefined, { clock });
    await base.advance(1_000);
    clock.moveOn(86_400_000);
    expect(informer.lastActivity()).toBe(clock.now() - 1_000);
  });
});

describe('a resource that may not be read', () => {
  it('is asked for every few seconds, told once, and read as soon as it may be', async () => {
    const forbidden = Array.from({ length: 8 }, () => () => refused(403, 'Forbidden'));
    const { clock, log, informer, problems, refusals, isSettled } = follow([
      ...forbidden,
      () => page('a', '10'),
    ]);
    await clock.advance(0);
    expect([informer.refusal()?.code, informer.knowledge(), isSettled.value]).toEqual([403, 'unknown', true]);
    await clock.advance(20_000);
    const at = log.map((line) => Number(line.split(' ')[0]));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits).toEqual([125, 250, 500, 1_000, 2_000, 2_500, 2_500, 2_500, 0]);
    expect([problems, refusals]).toEqual([['listing: 403 said 403'], [403, undefined]]);
    expect([informer.refusal(), informer.knowledge()]).toEqual([undefined, 'complete']);
  });

  it('any more keeps what was read, and says why it does not follow', async () => {
    const watches = [() => 'open' as const, () => refused(403, 'Forbidden'), () => 'open' as const];
    const { clock, informer, refusals, last } = follow([() => page('ab', '10')], watches);
    await clock.advance(6_000);
    last().say('end');
    await clock.advance(0);
    expect([names(informer), informer.refusal()?.code, informer.hasSynced()]).toEqual(['ab', 403, true]);
    await clock.advance(1_000);
    expect([informer.refusal(), refusals]).toEqual([undefined, [403, undefined]]);
  });
});

describe('a resource that is not served', () => {
  const absent = () => refused(404, 'NotFound');

  it('is asked for again and again, at most once a minute', async () => {
    const { clock, log, informer, known } = follow([absent]);
    await clock.advance(300_000);
    const at = log.map((line) => Number(line.split(' ')[0]));
    const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(waits.slice(0, 9)).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
    expect(new Set(waits.slice(9))).toEqual(new Set([30_000]));
    expect([informer.knowledge(), informer.state().phase, known]).toEqual([
      'not-served',
      'not-served',
      ['not-served'],
    ]);
  });

  it('waits to be told where somebody tells; then looks at once, and eight times more', async () => {
    const { clock, log, informer } = follow([absent], undefined, { whenNotServed: 'when-told' });
    await clock.advance(3_600_000);
    expect(log).toHaveLength(1);
    informer.recheck();
    await clock.advance(0);
    expect(log).toHaveLength(2);
    await clock.advance(3_600_000);
    expect(log).toHaveLength(9);
  });

  it('any more is forgotten, and followed again when it comes back', async () => {
    const lists = [() => page('ab', '10'), absent, () => page('c', '20')];
    const { clock, informer, events, known, last } = follow(lists, undefined, { whenNotServed: 'when-told' });
    await clock.advance(0);
    last().say(event('ERROR', statusObject(410)));
    await clock.advance(100);
    expect([informer.knowledge(), informer.store.size]).toEqual(['not-served', 0]);
    informer.recheck();
    await clock.advance(0);
    expect(names(informer)).toBe('c');
    expect(events).toEqual(['added a', 'added b', 'deleted a', 'deleted b', 'added c']);
    expect(known).toEqual(['complete', 'not-served', 'complete']);
  });
});

describe('an informer', () => {
  it('reads nothing before it is started, and once when it is started twice', async () => {
    const { clock, log, informer } = follow([() => page('a', '10')]);
    informer.start();
    await clock.advance(1_000);
    expect(log).toEqual(['0 list', '0 watch from 10']);
    const idle = createInformer<string>({
      client: { listPageOf: () => expect.fail(), watch: () => expect.fail() },
      resource: nodes,
      trim: () => '',
    });
    expect([idle.state().phase, idle.knowledge(), idle.lastActivity()]).toEqual(['idle', 'unknown', 0]);
  });

  it.each<[string, readonly (() => Scripted)[], (() => WatchAnswer)[]]>([
    ['a list', [() => 'silence'], []],
    ['the opening of a watch', [() => page('a', '10')], [() => 'silence']],
    ['a watch', [() => page('a', '10')], [() => 'open']],
    ['a wait', [() => refused(500)], []],
    ['a wait for a resource', [() => refused(404)], []],
  ])('is stopped during %s: sends nothing, tells nothing, leaves no timer', async (_, lists, watches) => {
    const { clock, log, problems, events, informer, isSettled } = follow(lists, watches);
    await clock.advance(0);
    const before = [log.length, problems.length, events.length];
    await informer.stop();
    await clock.advance(600_000);
    expect([log.length, problems.length, events.length]).toEqual(before);
    expect([clock.timers, informer.state().phase, isSettled.value]).toEqual([0, 'stopped', true]);
  });
});
