import {
  createRegistrySession,
  createRegistryWriter,
  type HttpRequest,
  type HttpResponse,
  type HttpTransport,
  nodeHttpTransport,
  parseImageReference,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pushTestImage } from '../../../../../../../test/support/test-image.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../../simulation/image-registry/start-image-registry.ts';
import { assembleImage } from './assemble-image.ts';
import { parseAssembly } from './parse-assembly.ts';

const architectures = ['amd64', 'arm64', 's390x'];
let builds: ImageRegistry;
let final: ImageRegistry;
let children: readonly string[];

beforeEach(async () => {
  [builds, final] = [await startImageRegistry(), await startImageRegistry()];
  children = [];
  for (const each of architectures) children = [...children, await build(each)];
});

afterEach(async () => {
  await Promise.all([builds.stop(), final.stop()]);
});

function at(text: string) {
  const reference = parseImageReference(text);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const access = { credentials: [], ca: undefined };
  return { reference: reference.value, insecure: true, access, signal: new AbortController().signal };
}

async function build(architecture: string, bytes = 100, tag = architecture): Promise<string> {
  const session = createRegistrySession();
  const image = { single: true, platforms: [{ os: 'linux', architecture, bytes }] };
  const digest = await pushTestImage(createRegistryWriter(session), at(`${builds.host}/os:${tag}`), image);
  session.transport.close();
  return digest;
}

type Intervene = (request: HttpRequest, send: () => Promise<HttpResponse>) => Promise<HttpResponse>;

/** Assembles images from their tags, with somebody on the wire. */
async function assemble(intervene: Intervene = (_, send) => send(), of = architectures) {
  const wire = nodeHttpTransport();
  const transport: HttpTransport = {
    send: (request) => intervene(request, () => wire.send(request)),
    close: () => wire.close(),
  };
  const session = createRegistrySession({ transport, limits: { attempts: 1 } });
  for (const { host } of [builds, final]) session.protocols.set(host, 'http:');
  const rules = withInsecure([], [builds.host, final.host]);
  const signal = new AbortController().signal;
  const access = { credentials: [], ca: undefined };
  const ways = { session, source: access, target: access, rules, signal };
  const platform = of.map((each) => `${each}=${builds.host}/os:${each}`);
  const target = `${final.host}/os:latest`;
  try {
    return await assembleImage({ ways, said: () => {} }, parseAssembly({ target, platform }));
  } finally {
    transport.close();
  }
}

async function published(): Promise<string | undefined> {
  const accept = 'application/vnd.oci.image.index.v1+json';
  const answer = await fetch(`${final.url}/v2/os/manifests/latest`, { headers: { accept } });
  await answer.arrayBuffer();
  return answer.headers.get('docker-content-digest') ?? undefined;
}

describe('an assembly', () => {
  it('takes what a tag named when it was read, however it moves then', async () => {
    let moves = 0;
    const result = await assemble(async ({ url }, send) => {
      const answer = await send();
      if (url.pathname === '/v2/os/manifests/arm64') {
        moves += 1;
        await build('s390x', 200, 'arm64');
      }
      return answer;
    });
    expect(moves).toBe(1);
    expect(result).toMatchObject({
      kind: 'ok',
      value: { children: children.map((digest) => ({ digest })), root: { digest: await published() } },
    });
  });

  it('says so when somebody else takes its tag at once', async () => {
    const result = await assemble(async ({ method, url }, send) => {
      const answer = await send();
      if (method === 'PUT' && url.pathname === '/v2/os/manifests/latest')
        final.push('os', 'latest', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
      return answer;
    });
    const reason = expect.stringMatching(/^names sha256:.* after sha256:.* was pushed there$/);
    expect(result).toMatchObject({ kind: 'failed', failures: [{ failure: { kind: 'refused', reason } }] });
  });

  it('leaves the tag alone when what it reads back is not whole', async () => {
    const [, arm64 = ''] = children;
    let pushed = false;
    const result = await assemble(async ({ method, url }, send) => {
      pushed ||= method === 'PUT' && /manifests\/sha256/.test(url.pathname);
      // a registry that forgets a child once the index is there
      const forgets = pushed && method === 'GET' && url.host === final.host && url.pathname.endsWith(arm64);
      if (forgets && final.requests.some((line) => isIndexPush(line)))
        return { status: 404, headers: {}, body: (async function* () {})() };
      return send();
    });
    expect(result).toMatchObject({
      kind: 'failed',
      failures: [{ architecture: 'arm64', side: 'target', failure: { kind: 'absent' } }],
    });
    expect(await published()).toBeUndefined();
  });

  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)(
    'publishes nothing but all of it when it ends %s any request, and the next one finishes',
    async (when, all) => {
      const two = architectures.slice(0, 2);
      let requests = 0;
      const whole = await assemble((_, send) => {
        requests += 1;
        return send();
      }, two);
      const digest = whole.kind === 'ok' ? whole.value.root.digest : '';
      expect(requests).toBeGreaterThan(30);
      const outcomes = { nothing: 0, all: 0 };
      for (let last = 0; last < requests; last += 1) {
        await final.stop();
        final = await startImageRegistry();
        let done = 0;
        const cut = await assemble(async (_, send) => {
          done += 1;
          if (done <= last) return send();
          if (when === 'after' && done === last + 1) await send();
          throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
        }, two);
        const there = await published();
        expect([undefined, digest]).toContain(there);
        expect(cut.kind).toBe('failed');
        outcomes[there === undefined ? 'nothing' : 'all'] += 1;
        expect(await assemble(undefined, two)).toMatchObject({ kind: 'ok', value: { root: { digest } } });
        expect(await published()).toBe(digest);
      }
      expect(outcomes).toEqual({ nothing: requests - all, all });
    },
  );
});

function isIndexPush({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return (
    method === 'PUT' &&
    path.startsWith('/v2/os/manifests/sha256:') &&
    !children.some((each) => path.endsWith(each))
  );
}
