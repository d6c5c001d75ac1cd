import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  createInformer,
  createKubernetesClient,
  type Informer,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
  type Resource,
} from '@archipelago/kube-client';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { definitions } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createDefinitions } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type Fault, type FaultProxy, type ProxiedRequest, startFaultProxy } from '../support/fault-proxy.ts';
import { hurriedClock } from '../support/hurried-clock.ts';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const namespace = 'default';
const hurry = 20;
const idleMs = 8_000;

/** Strikes requests that match, so many times. */
function strike(fault: Fault, matches: (request: ProxiedRequest) => boolean, times = 1) {
  let left = times;
  return (request: ProxiedRequest): Fault | undefined => {
    if (left === 0 || !matches(request)) return undefined;
    left -= 1;
    return fault;
  };
}

const isWatch = ({ isWatch: watches }: ProxiedRequest) => watches;
const isList = ({ method, isWatch: watches, path }: ProxiedRequest) =>
  method === 'GET' && !watches && path.includes('configmaps');
const isWrite = ({ method }: ProxiedRequest) => method !== 'GET';

const answers: readonly (readonly [string, Fault])[] = [
  ['429 with Retry-After', { kind: 'answer', status: 429, retryAfterSeconds: 1 }],
  ['500', { kind: 'answer', status: 500 }],
  ['502', { kind: 'answer', status: 502 }],
  ['503', { kind: 'answer', status: 503 }],
  ['503 with Retry-After', { kind: 'answer', status: 503, retryAfterSeconds: 1 }],
  ['504', { kind: 'answer', status: 504 }],
  ['a connection cut before', { kind: 'cut', when: 'before' }],
  ['a connection cut after', { kind: 'cut', when: 'after' }],
  ['an answer cut in the middle', { kind: 'cut', when: 'in the body' }],
  ['a slow answer', { kind: 'slow', delayMs: 300 }],
];

const watchEnds = ['cut', 'end', 'silence', 'expire', 'garbage'] as const;

/** The client and its informers, one fault at a time, against any server. */
export function testEngine(servers: TestServers): void {
  let server: TestServer;
  let admin: KubernetesClient;
  let client: KubernetesClient;
  let proxy: FaultProxy;
  let folder: string;
  let informer: Informer<string>;
  const events: string[] = [];

  async function put(name: string, text: string): Promise<void> {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data: { text } };
    const created = await admin.create(configMaps, object);
    if (!created.ok)
      await admin.patch(configMaps, { namespace, name }, { type: 'merge', body: { data: { text } } });
  }

  function follow(resource: Resource = configMaps): Informer<string> {
    return createInformer({
      client,
      resource,
      selection: { namespace },
      trim: textOf,
      sameContent: (old, now) => old === now,
      clock: hurriedClock(hurry),
      timing: { idleMs, pageSize: 2 },
      onEvent: (event) => events.push(`${event.type} ${event.object}`),
    });
  }

  /** What the informer has, without what the cluster itself makes. */
  const known = () =>
    informer.store
      .list()
      .filter((text) => text.startsWith('test-'))
      .sort();
  const stored = async () => {
    const listed = await admin.list(configMaps, { namespace });
    return listed.ok
      ? listed.value.items
          .map(textOf)
          .filter((text) => text.startsWith('test-'))
          .sort()
      : ['?'];
  };
  const agrees = () => eventually(async () => expect(known()).toEqual(await stored()));
  const isNotServed = () => eventually(() => expect(informer.knowledge()).toBe('not-served'));

  beforeEach(async () => {
    server = await servers.lease('kubernetes');
    admin = adminClient(server);
    folder = mkdtempSync(join(tmpdir(), 'archipelago-engine-'));
    proxy = await startFaultProxy(server.operator(), folder);
    const clock = hurriedClock(hurry);
    const connection = await loadConnection({ kubeconfig: proxy.kubeconfig }, undefined, clock);
    client = createKubernetesClient({
      transport: nodeTransport(connection),
      clock,
      userAgent: 'engine',
      deadlineMs: 200_000,
    });
    events.length = 0;
    for (const name of ['a', 'b', 'c']) await put(`test-${name}`, '1');
    informer = follow();
  });

  afterEach(async () => {
    await informer.stop();
    client.close();
    await proxy.stop();
    const left = await admin.list(configMaps, { namespace });
    const names = left.ok ? left.value.items.map(({ metadata }) => metadata.name) : [];
    for (const name of names.filter((each) => each.startsWith('test-')))
      await admin.delete(configMaps, { namespace, name });
    admin.close();
    await server.release();
    rmSync(folder, { recursive: true });
  });

  afterAll(() => servers.stop());

  describe(`engine, ${servers.name}`, () => {
    it.each(answers)('an informer reads on after %s to its list', async (_, fault) => {
      proxy.decide(strike(fault, isList, 2));
      informer.start();
      await agrees();
      expect(known()).toHaveLength(3);
    });

    it.each(answers)('an informer opens its watch after %s', async (_, fault) => {
      proxy.decide(strike(fault, isWatch, 2));
      informer.start();
      await informer.whenSettled();
      await put('test-d', '1');
      await agrees();
    });

    it.each(watchEnds)('an informer misses nothing when its watch meets: %s', async (then) => {
      // until one has met it: a watch may end for another reason before
      proxy.decide((request) =>
        isWatch(request) && proxy.brokenWatches === 0 ? { kind: 'kept', afterMs: 150, then } : undefined,
      );
      informer.start();
      await informer.whenSettled();
      await until(() => proxy.brokenWatches > 0);
      await put('test-d', '1');
      await put('test-a', '2');
      await admin.delete(configMaps, { namespace, name: 'test-b' });
      await agrees();
      expect(events.filter((event) => event === 'added test-d=1')).toHaveLength(1);
      expect(events.filter((event) => event.startsWith('deleted test-b'))).toHaveLength(1);
    });

    it('tells when each informer last heard its server, and goes on hearing at rest', async () => {
      const before = Date.now();
      informer.start();
      await informer.whenSettled();
      const first = informer.lastActivity();
      expect(first).toBeGreaterThanOrEqual(before);
      expect(first).toBeLessThanOrEqual(Date.now());
      // a watch at rest is renewed when it was silent for too long, with or without bookmarks
      await until(() => informer.lastActivity() > first);
    });

    it.each(answers)('a write is done once, and told as what it came to, with %s', async (title, fault) => {
      proxy.decide(strike(fault, isWrite));
      const metadata = { namespace, name: 'test-new' };
      const create = () =>
        client.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: '1' } });
      const created = await create().catch((error: Error) => error);
      const writes = proxy.answered.filter(({ method, status }) => method === 'POST' && status === 201);
      expect(writes.length).toBeLessThanOrEqual(1);
      const isDone = writes.length === 1;
      expect(await stored()).toHaveLength(isDone ? 4 : 3);
      // an answer that was lost is an error, never a success that was made up
      if (/cut|5\d\d$/.test(title)) expect(created instanceof Error || !created.ok).toBe(true);
      else expect(created).toMatchObject({ ok: true });
    });

    it('goes on when the serving certificate, its authority, or our token is another one', async () => {
      informer.start();
      await informer.whenSettled();
      for (const [index, change] of [
        () => proxy.renew('same'),
        () => proxy.renew('other'),
        async () => proxy.replaceToken(),
      ].entries()) {
        await change();
        await put('test-a', `changed ${index}`);
        await agrees();
      }
    });

    it('goes on when the server was away', async () => {
      informer.start();
      await informer.whenSettled();
      proxy.refuse(true);
      await put('test-a', 'meanwhile');
      // the client itself tries five times; what it then tells is heard by the informer
      await until(() => proxy.refusals >= 8);
      expect(known()).toContain('test-a=1');
      expect(informer.knowledge()).toBe('complete');
      proxy.refuse(false);
      await agrees();
    });

    async function forget(): Promise<void> {
      if (server.compact === undefined) throw new Error(`${server.name} cannot forget its history`);
      await server.compact();
    }

    it('goes on when the history is gone that it would resume from', async () => {
      informer.start();
      await informer.whenSettled();
      proxy.refuse(true);
      await put('test-b', 'unseen');
      await forget();
      proxy.refuse(false);
      await agrees();
    });

    // The embedded cluster keeps its state in memory: one that is started again is another one.
    if (servers.name === 'kubernetes')
      it('goes on when the server was restarted, and when its history is gone', async () => {
        const { restart } = server;
        if (restart === undefined) throw new Error(`${server.name} cannot be restarted`);
        informer.start();
        await informer.whenSettled();
        await restart('renewed');
        await put('test-a', 'after');
        await agrees();
        proxy.refuse(true);
        await put('test-b', 'unseen');
        await forget();
        await restart('same');
        proxy.refuse(false);
        await agrees();
      });

    it('follows a kind that comes, goes and comes again', async () => {
      const gadgets: Resource = {
        group: 'engine.example.com',
        version: 'v1',
        plural: 'gadgets',
        kind: 'Gadget',
        namespaced: true,
      };
      const definition = definitionOf(gadgets);
      const gadget = {
        apiVersion: 'engine.example.com/v1',
        kind: 'Gadget',
        metadata: { namespace, name: 'test-g' },
      };
      await informer.stop();
      informer = follow(gadgets);
      informer.start();
      await isNotServed();
      for (let round = 0; round < 2; round += 1) {
        await createDefinitions(admin, [definition]);
        await until(async () => (await admin.create(gadgets, gadget)).ok);
        await eventually(() => expect(known()).toEqual(['test-g=']));
        await admin.delete(definitions, { name: 'gadgets.engine.example.com' });
        await isNotServed();
        expect(known()).toEqual([]);
        await until(async () => !(await admin.get(definitions, { name: 'gadgets.engine.example.com' })).ok);
      }
    });
  });
}

function textOf({ metadata, data }: KubernetesObject): string {
  const text = typeof data === 'object' && data !== null && 'text' in data ? String(data.text) : '';
  return `${metadata.name}=${text}`;
}

function definitionOf({ group, plural, kind, version }: Resource) {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ name: version, served: true, storage: true, schema }],
    },
  };
}
