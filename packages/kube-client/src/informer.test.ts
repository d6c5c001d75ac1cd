import { type KubernetesObject, sleep } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { type Fault, FaultServer } from '../../../test/support/kubernetes-fault-server.ts';
import { createKubernetesClient } from './create-kubernetes-client.ts';
import { createInformer } from './informer.ts';
import type { Informer, InformerOptions } from './informer-options.ts';
import type { KubernetesClient } from './kubernetes-client.ts';
import type { StoreEvent } from './store-event.ts';
import { nodeTransport } from './transport.ts';

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const path = '/api/v1/nodes';

interface Kept {
  readonly name: string;
  readonly arch: string;
  readonly noise?: string;
}

const node = (name: string, arch: string, extra: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { arch } },
  ...extra,
});
const trim = ({ metadata }: KubernetesObject): Kept => ({
  name: metadata.name,
  arch: metadata.labels?.arch ?? '',
});

const timing = {
  backoff: { baseMs: 1, capMs: 4 },
  notServedBackoff: { baseMs: 1, capMs: 4 },
  pageSize: 3,
  idleMs: 60,
  watchSeconds: 290,
  deadlineMs: 60,
};

/** So many turns, in which nothing is waited for. */
async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await clock.advance(1);
}

/** Time passes by turns of this process, in which server and client both live: load outside slows it down, no more. */
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > mostTurns) throw new Error('did not come true');
    await clock.advance(1);
  }
}

const mostTurns = 100_000;

let clock: FakeClock;
let server: FaultServer;
let client: KubernetesClient;
let running: Informer<Kept>[];

beforeEach(async () => {
  clock = new FakeClock();
  server = new FaultServer();
  server.served.add(path);
  await server.listen();
  running = [];
  client = clientOf(server);
});

afterEach(async () => {
  await Promise.all(running.map((informer) => informer.stop()));
  client.close();
  await server.close();
});

function clientOf(of: FaultServer): KubernetesClient {
  const connection = {
    server: of.url,
    namespace: 'default',
    material: async () => ({ headers: {}, tls: { insecure: false } }),
    refused: () => false,
  };
  return createKubernetesClient({ transport: nodeTransport(connection), clock, random: () => 0.01 });
}

function follow(options: Partial<InformerOptions<Kept>> = {}) {
  const events: StoreEvent<Kept>[] = [];
  const problems: string[] = [];
  const informer = createInformer<Kept>({
    client,
    resource: nodes,
    trim,
    timing,
    clock,
    onEvent: (event) => events.push(event),
    onProblem: (problem) => problems.push(`${problem.doing}: ${problem.message}`),
    ...options,
  });
  running.push(informer);
  informer.start();
  return { informer, events, problems };
}

/** A write of ours, by the same informer: made `sentMs` from now, answered `answeredMs` later. Without an arch: a deletion. */
async function writeThrough(
  informer: Informer<Kept>,
  at: FaultServer,
  write: { readonly name: string; readonly arch: string | undefined; sentMs: number; answeredMs: number },
): Promise<void> {
  const { name, arch } = write;
  const { signal } = new AbortController();
  await informer.writeThrough(
    { name },
    async () => {
      if (write.sentMs > 0) await sleep(clock, write.sentMs, signal);
      const object = arch === undefined ? at.remove(path, name) : at.put(path, node(name, arch));
      if (write.answeredMs > 0) await sleep(clock, write.answeredMs, signal);
      return object;
    },
    (object) =>
      object === undefined || arch === undefined
        ? { state: 'gone', uid: object?.metadata.uid }
        : { state: 'written', object },
  );
}

const namesOf = (informer: Informer<Kept>) =>
  informer.store
    .list()
    .map((kept) => kept.name)
    .sort();
const requestsOf = (kind: 'list' | 'watch') =>
  server.requests.filter((request) => (request.query.get('watch') === 'true') === (kind === 'watch')).length;

describe('informer', () => {
  it('lists in pages, keeps what trim keeps, then follows', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      server.put(path, node(name, 'amd64'));
    }
    const { informer, events } = follow({ indexes: { arch: (kept) => [kept.arch] } });
    expect(informer.hasSynced()).toBe(false);
    await informer.whenSettled();
    expect(informer.knowledge()).toBe('complete');
    expect(requestsOf('list')).toBe(3);
    expect(informer.store.get({ name: 'a' })).toEqual({ name: 'a', arch: 'amd64' });
    server.put(path, node('a', 'arm64'));
    server.remove(path, 'b');
    server.put(path, node('h', 's390x'));
    await until(() => events.length === 10);
    expect(events.slice(7)).toEqual([
      { type: 'updated', old: { name: 'a', arch: 'amd64' }, object: { name: 'a', arch: 'arm64' } },
      { type: 'deleted', object: { name: 'b', arch: 'amd64' } },
      { type: 'added', object: { name: 'h', arch: 's390x' } },
    ]);
    expect(informer.store.byIndex('arch', 'arm64')).toEqual([{ name: 'a', arch: 'arm64' }]);
    expect(informer.store.byIndex('arch', 'amd64').length).toBe(5);
    expect(() => informer.store.byIndex('zone', 'x')).toThrow('declared: arch');
  });

  it('tells nothing of changes that do not matter', async () => {
    server.put(path, node('a', 'amd64'));
    const { informer, events } = follow({ sameContent: (old, now) => old.arch === now.arch });
    await informer.whenSettled();
    server.put(path, node('a', 'amd64', { status: { heartbeat: 1 } }));
    server.put(path, node('a', 'arm64'));
    await until(() => events.length === 2);
    expect(events[1]?.type).toBe('updated');
  });

  it('passes selectors to lists and watches', async () => {
    const { informer } = follow({
      selection: { labelSelector: 'arch in (arm64)', fieldSelector: 'metadata.name=a' },
    });
    await informer.whenSettled();
    await until(() => server.watcherCount === 1);
    for (const request of server.requests) {
      expect(request.query.get('labelSelector')).toBe('arch in (arm64)');
      expect(request.query.get('fieldSelector')).toBe('metadata.name=a');
    }
    const watched = server.requests.at(-1)?.query;
    expect(watched?.get('allowWatchBookmarks')).toBe('true');
    const seconds = Number(watched?.get('timeoutSeconds'));
    expect(seconds >= 290 && seconds <= 580).toBe(true);
  });

  it('resumes where it was after a cut connection, without listing again', async () => {
    const { informer, events } = follow();
    await informer.whenSettled();
    await until(() => server.watcherCount === 1);
    server.writeToWatchers('{"type":"ADDED","object":{"apiVers');
    server.dropConnections();
    server.put(path, node('a', 'amd64'));
    await until(() => events.length === 1);
    expect(requestsOf('list')).toBe(1);
  });

  it('resumes from a bookmark', async () => {
    const { informer } = follow();
    await informer.whenSettled();
    await until(() => server.watcherCount === 1);
    server.served.add('/api/v1/pods');
    server.put('/api/v1/pods', node('other', 'x'));
    server.compact();
    server.sendBookmarks();
    await pass(20);
    server.dropConnections();
    await until(() => requestsOf('watch') >= 2 && server.watcherCount === 1);
    expect(requestsOf('list')).toBe(1);
  });

  it('lists again when the history is gone, and tells the differences only', async () => {
    server.put(path, node('a', 'amd64'));
    server.put(path, node('b', 'amd64'));
    server.put(path, node('c', 'amd64'));
    const { informer, events } = follow();
    await informer.whenSettled();
    await until(() => server.watcherCount === 1);
    await server.close();
    server.remove(path, 'a');
    server.put(path, node('b', 'arm64'));
    server.remove(path, 'c');
    server.put(path, node('c', 'amd64'));
    server.compact();
    await server.listen();
    await until(() => events.length === 7);
    expect(events.slice(3)).toEqual([
      { type: 'deleted', object: { name: 'a', arch: 'amd64' } },
      { type: 'updated', old: { name: 'b', arch: 'amd64' }, object: { name: 'b', arch: 'arm64' } },
      { type: 'deleted', object: { name: 'c', arch: 'amd64' } },
      { type: 'added', object: { name: 'c', arch: 'amd64' } },
    ]);
    expect(informer.hasSynced()).toBe(true);
  });

  it('begins the list again when its pages expire', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      server.put(path, node(name, 'amd64'));
    }
    let left = 2;
    server.fault = ({ query }) =>
      query.has('continue') && left-- > 0 ? { kind: 'status', code: 410, reason: 'Expired' } : undefined;
    const { informer } = follow();
    await informer.whenSettled();
    expect(namesOf(informer)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('counts a silent connection as dead', async () => {
    const { informer, problems } = follow();
    await informer.whenSettled();
    await until(() => requestsOf('watch') >= 3);
    expect(problems.some((problem) => problem.includes('nothing heard for 0.06 s'))).toBe(true);
  });

  it('waits for a resource that is not served yet and picks it up', async () => {
    server.served.clear();
    const { informer } = follow();
    await informer.whenSettled();
    expect(informer.knowledge()).toBe('not-served');
    expect(informer.hasSynced()).toBe(false);
    server.put(path, node('a', 'amd64'));
    server.served.add(path);
    await until(() => informer.hasSynced());
    expect(namesOf(informer)).toEqual(['a']);
  });

  it('sends nothing for an absent resource until told, then looks a few times', async () => {
    server.served.clear();
    const { informer } = follow({ whenNotServed: 'when-told' });
    await informer.whenSettled();
    await pass(30);
    expect(server.requests.length).toBe(1);
    informer.recheck();
    await until(() => server.requests.length === 1 + 8);
    await pass(30);
    expect(server.requests.length).toBe(9);
    server.served.add(path);
    informer.recheck();
    await until(() => informer.hasSynced());
  });

  it('empties the store when the resource disappears', async () => {
    server.put(path, node('a', 'amd64'));
    const { informer, events } = follow();
    await informer.whenSettled();
    await until(() => server.watcherCount === 1);
    server.served.clear();
    server.dropConnections();
    await until(() => informer.knowledge() === 'not-served');
    expect(events.at(-1)).toEqual({ type: 'deleted', object: { name: 'a', arch: 'amd64' } });
  });

  it('goes on when a callback or trim throws', async () => {
    server.put(path, node('a', 'amd64'));
    let failing = 2;
    const { informer, problems } = follow({
      onEvent: () => {
        throw new Error('callback broke');
      },
      trim: (object) => {
        failing -= 1;
        if (failing >= 0) {
          throw new Error('trim broke');
        }
        return trim(object);
      },
    });
    await until(() => informer.hasSynced());
    const listing = expect.stringMatching(/^listing: .*: trim broke$/);
    expect(problems).toEqual([listing, listing, 'telling: callback broke']);
  });

  it('stops in every state and sends nothing more', async () => {
    server.fault = () => ({ kind: 'hang' });
    const hanging = follow();
    await until(() => server.requests.length === 1);
    await hanging.informer.stop();
    expect(hanging.informer.state().phase).toBe('stopped');
    server.fault = () => ({ kind: 'status', code: 500 });
    const failing = follow({ timing: { ...timing, backoff: { baseMs: 10_000_000, capMs: 10_000_000 } } });
    await until(() => failing.informer.state().phase === 'pausing');
    await failing.informer.stop();
    await failing.informer.whenSettled();
    const sent = server.requests.length;
    await pass(20);
    expect(server.requests.length).toBe(sent);
  });

  it('shows what was written through it at once, and tells it as ours, though the watch is silent', async () => {
    server.put(path, node('a', 'amd64'));
    const { informer, events } = follow();
    await until(() => informer.hasSynced());
    server.dropConnections();
    await writeThrough(informer, server, { name: 'a', arch: 'arm64', sentMs: 0, answeredMs: 0 });
    expect(informer.store.get({ name: 'a' })?.arch).toBe('arm64');
    await writeThrough(informer, server, { name: 'a', arch: undefined, sentMs: 0, answeredMs: 0 });
    expect(namesOf(informer)).toEqual([]);
    server.put(path, node('b', 'amd64'));
    await until(() => namesOf(informer).join() === 'b');
    expect(events.map(({ type, isOwn }) => [type, isOwn])).toEqual([
      ['added', undefined],
      ['updated', true],
      ['deleted', true],
      ['added', undefined],
    ]);
  });

  it('ends with the server’s state, whatever failed on the way', async () => {
    const fault = fc.constantFrom<Fault>(
      { kind: 'status', code: 500 },
      { kind: 'status', code: 503, retryAfter: '0' },
      { kind: 'status', code: 429, reason: 'TooManyRequests', retryAfter: '0' },
      { kind: 'status', code: 410, reason: 'Expired' },
      { kind: 'status', code: 404, reason: 'NotFound' },
      { kind: 'drop' },
      { kind: 'drop-after' },
      { kind: 'hang' },
      { kind: 'half' },
      { kind: 'expired-event' },
      { kind: 'garbage' },
    );
    const act = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          act: fc.constant('put' as const),
          name: fc.constantFrom(...'abcdefgh'),
          arch: fc.constantFrom('amd64', 'arm64'),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({ act: fc.constant('pause' as const), ms: fc.integer({ min: 0, max: 5 }) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ act: fc.constant('remove' as const), name: fc.constantFrom(...'abcdefgh') }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          act: fc.constant('write' as const),
          name: fc.constantFrom(...'abcdefgh'),
          arch: fc.constantFrom('amd64', 'arm64', undefined),
          sentMs: fc.integer({ min: 0, max: 3 }),
          answeredMs: fc.integer({ min: 0, max: 30 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          act: fc.constantFrom('drop' as const, 'compact' as const, 'restart' as const, 'half-line' as const),
        }),
      },
    );
    let schedules = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fault, { freq: 2 }), { maxLength: 25, size: 'max' }),
        fc.array(act, { maxLength: 40, size: 'max' }),
        async (faults, acts) => {
          schedules += 1;
          const own = new FaultServer();
          own.served.add(path);
          await own.listen();
          const ownClient = clientOf(own);
          const told = new Map<string, Kept>();
          let asked = 0;
          own.fault = () => faults[asked++] ?? undefined;
          const informer = createInformer<Kept>({
            client: ownClient,
            resource: nodes,
            trim,
            timing,
            clock,
            onEvent: (event) => {
              if (event.type === 'deleted') {
                expect(told.delete(event.object.name)).toBe(true);
              } else {
                expect(told.has(event.object.name)).toBe(event.type === 'updated');
                told.set(event.object.name, event.object);
              }
            },
            onProblem: (problem) => expect(problem.doing).not.toBe('telling'),
          });
          informer.start();
          const writes: Promise<unknown>[] = [];
          for (const step of acts) {
            switch (step.act) {
              case 'write':
                writes.push(writeThrough(informer, own, step));
                break;
              case 'put':
                own.put(path, node(step.name, step.arch));
                break;
              case 'remove':
                own.remove(path, step.name);
                break;
              case 'drop':
                own.dropConnections();
                break;
              case 'compact':
                own.compact();
                break;
              case 'half-line':
                own.writeToWatchers('{"type":"ADDED"');
                own.dropConnections();
                break;
              case 'restart':
                await own.close();
                await own.listen();
                break;
              case 'pause':
                await clock.advance(step.ms);
                break;
            }
          }
          let isAnswered = false;
          void Promise.all(writes).then(() => {
            isAnswered = true;
          });
          await until(() => isAnswered);
          const expected = own.list(path).map(trim);
          const same = () =>
            JSON.stringify([...informer.store.list()].sort((x, y) => (x.name < y.name ? -1 : 1))) ===
            JSON.stringify(expected);
          await until(() => informer.hasSynced() && same());
          expect([...told.values()].sort((x, y) => (x.name < y.name ? -1 : 1))).toEqual(expected);
          await informer.stop();
          ownClient.close();
          await own.close();
        },
      ),
      { numRuns: 100, seed: 19, endOnFailure: true },
    );
    console.log(`informer: ${schedules} random fault schedules passed`);
  });
});
