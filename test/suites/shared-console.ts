import { request as send } from 'node:http';
import { type JsonObject, type JsonValue, parseJson, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAsks } from '../../packages/archipelago/src/cli/commands/console/console-asks.ts';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import { runConsole } from '../../packages/archipelago/src/cli/commands/console/run-console.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { until } from '../support/until.ts';

/** A cluster with nothing of ours in it. */
interface BareCluster {
  readonly admin: KubernetesClient;
  /** Its login is none that the cluster knows: whatever is done with it is refused with 401, and seen. */
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

const host = 'console.example.com';
const origin = `https://${host}`;
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: false } as const;
const roles: Resource = { ...rbac, plural: 'clusterroles', kind: 'ClusterRole' };
const bindings: Resource = { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' };
const accounts: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};
const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
/** What a fallback to the console's own login would come to. */
const notKnown = /Unauthorized|does not know who asks/;
const io: Io = { out: () => undefined, err: () => undefined, read: async () => '', color: false };
const pages = [...consolePages({}, io).keys()];
/** Of each ask one that fits; of those that are not here nothing is known, and only that they answer. */
const bodies: Readonly<Record<string, JsonObject>> = {
  plan: { patch: { spec: {} } },
  fix: { code: 'VD001' },
  ignore: { code: 'VD001', reason: 'a test' },
  report: { format: 'json' },
  'build-log': { config: 'workers' },
  'plan-node-image': { config: 'workers', containerFile: [] },
  'ask-for-build': { config: 'workers', request: 'retry' },
};

interface Answer {
  readonly status: number;
  readonly body: JsonValue;
  readonly cookie: string;
}

interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly hear?: (text: string) => void;
}

/**
 * The console for many, before a cluster: what each may see, that nothing is done with another login, and that a session ends with its
 * token. Service accounts stand for people: their tokens are bearer tokens like any other.
 */
export function testSharedConsole(openCluster: () => Promise<BareCluster>): void {
  let cluster: BareCluster;
  let port = 0;
  const stop = new AbortController();
  let ended: Promise<number>;
  const told: string[] = [];

  function ask(path: string, { method = 'GET', headers = {}, body, hear }: Request = {}): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const writes = method === 'GET' ? {} : { origin, 'content-type': 'application/json' };
    const given = { host, ...writes, ...headers };
    return new Promise((resolve, reject) => {
      const sent = send({ host: '127.0.0.1', port, path, method, headers: given }, (response) => {
        let got = '';
        response.on('data', (chunk: Buffer) => {
          got += chunk.toString();
          hear?.(got);
        });
        response.once('error', reject);
        response.once('end', () => {
          const [cookie = ''] = (response.headers['set-cookie']?.[0] ?? '').split(';');
          const isJson = response.headers['content-type'] === 'application/json';
          resolve({ status: response.statusCode ?? 0, body: isJson ? parseJson(got) : got, cookie });
        });
      });
      sent.once('error', reject).end(text);
    });
  }

  async function tokenOf(name: string): Promise<string> {
    const path = `/api/v1/namespaces/default/serviceaccounts/${name}/token`;
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const made = await cluster.admin.raw({ method: 'POST', path, body });
    if (!made.ok) throw new Error(made.status.message);
    return textAt(made.value, 'status', 'token');
  }

  async function session(name: string): Promise<Readonly<Record<string, string>>> {
    const body = { login: await tokenOf(name) };
    const { body: answer, cookie } = await ask('/api/session', { method: 'POST', body });
    expect(textAt(answer, 'user')).toBe(`system:serviceaccount:default:${name}`);
    return { cookie, 'archipelago-token': textAt(answer, 'token') };
  }

  async function person(name: string, rules: JsonObject[]): Promise<void> {
    const demand = async (resource: Resource, object: object) => {
      const apiVersion = resource.group === '' ? 'v1' : `${resource.group}/v1`;
      const made = await cluster.admin.create(resource, {
        ...{ apiVersion, kind: resource.kind, metadata: { name } },
        ...object,
      });
      if (!made.ok) throw new Error(made.status.message);
    };
    await demand(accounts, { metadata: { name, namespace: 'default' } });
    await demand(roles, { rules });
    const roleRef = { apiGroup: rbac.group, kind: 'ClusterRole', name };
    await demand(bindings, { roleRef, subjects: [{ kind: 'ServiceAccount', namespace: 'default', name }] });
  }

  beforeAll(async () => {
    cluster = await openCluster();
    await person('jane', [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }]);
    await person('joe', []);
    await person('jack', [{ apiGroups: [''], resources: ['nodes'], verbs: ['list'] }]);
    const node = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n', labels: { 'kubernetes.io/arch': 'arm64' } },
    };
    await cluster.admin.create(nodes, node);
    const telling: Io = { ...io, err: (text) => told.push(text) };
    const flags = { inCluster: true, tlsByProxy: true, host: [host], bindAddress: '127.0.0.1:0' };
    const given = { signal: stop.signal, dispose: () => undefined };
    ended = runConsole({ ...flags, kubeconfig: cluster.kubeconfig }, telling, given);
    await until(() => /port (\d+)/.test(told.join('')));
    port = Number(/port (\d+)/.exec(told.join(''))?.[1]);
  }, 120_000);

  afterAll(async () => {
    stop.abort();
    expect(await ended).toBe(0);
    await cluster.stop();
  }, 60_000);

  describe('the console for many', () => {
    it('shows each what he may see', async () => {
      const [jane, joe] = [await session('jane'), await session('joe')];
      expect((await ask('/api/overview', { headers: jane })).body).toMatchObject({
        view: { nodes: { groups: [{ architecture: 'arm64', count: 1 }] } },
      });
      expect((await ask('/api/overview', { headers: joe })).body).toMatchObject({
        view: { nodes: { groups: [], problem: expect.stringContaining('default:joe') } },
      });
    });

    it.each(pages)('looks at %s with no other login than that of who asks', async (page) => {
      for (const name of ['joe', 'jack']) {
        const { status, body } = await ask(`/api/${page}`, { headers: await session(name) });
        expect(status).toBe(200);
        const text = JSON.stringify(body);
        // who is refused is named by the server
        for (const [, user = ''] of text.matchAll(/User \\"([^"\\]+)\\"/g))
          expect(user).toBe(`system:serviceaccount:default:${name}`);
        expect(text).not.toMatch(notKnown);
      }
    });

    it.each([...consoleAsks({}, io).keys()])('asks for %s with no other login, either', async (name) => {
      const body = bodies[name] ?? {};
      const asked = await ask(`/api/${name}`, { method: 'POST', headers: await session('joe'), body });
      expect(bodies[name] === undefined ? [200, 400] : [200]).toContain(asked.status);
      expect(JSON.stringify(asked.body)).not.toMatch(notKnown);
    });

    it.each<[string, JsonObject]>([
      ['of nobody', { login: 'made.up.token' }],
      ['that is none', { login: 'two words' }],
      ['that is missing', {}],
    ])('lets nobody in with a token %s', async (_, body) => {
      expect(await ask('/api/session', { method: 'POST', body })).toMatchObject({ status: 401, cookie: '' });
    });

    it('tells nobody a token, and writes none down', async () => {
      const login = await tokenOf('jane');
      const { body, cookie } = await ask('/api/session', { method: 'POST', body: { login } });
      const headers = { cookie, 'archipelago-token': textAt(body, 'token') };
      const answers = await Promise.all(pages.map((page) => ask(`/api/${page}`, { headers })));
      expect(JSON.stringify([body, cookie, answers, told])).not.toContain(login);
    });

    it('ends a session when the cluster does not know its token any more, with its streams', async () => {
      const [jack, jane] = [await session('jack'), await session('jane')];
      let heard = '';
      const hear = (text: string) => {
        heard = text;
      };
      const stream = ask('/api/events?page=overview', { headers: jack, hear });
      await until(() => heard.includes('data:'));
      await cluster.admin.delete(accounts, { namespace: 'default', name: 'jack' });
      await stream;
      expect(await ask('/api/overview', { headers: jack })).toMatchObject({ status: 401 });
      expect(await ask('/api/overview', { headers: jane })).toMatchObject({ status: 200 });
    }, 60_000);
  });
}
