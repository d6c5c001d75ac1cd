import { afterEach, describe, expect, it } from 'vitest';
import { type ImageRegistry, startImageRegistry } from '../sandbox/image-registry/start-image-registry.ts';
import { createRegistryClient } from './create-registry-client.ts';
import type { RegistryRule } from './mirrors/registry-rule.ts';
import { withInsecure } from './mirrors/with-insecure.ts';
import { parseImageReference } from './references/parse-image-reference.ts';
import type { InspectRequest, RegistryClient } from './registry-client.ts';
import { nodeHttpTransport } from './transport/node-http-transport.ts';

const opened: { stop?(): Promise<void>; close?(): void }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) {
    each.close?.();
    await each.stop?.();
  }
});

const limits = { backoff: { baseMs: 1, capMs: 5 }, silenceMs: 200, wholeMs: 2_000, attempts: 3 };

async function start(
  options?: Parameters<typeof startImageRegistry>[0],
): Promise<{ registry: ImageRegistry; client: RegistryClient }> {
  const registry = await startImageRegistry(options);
  const client = createRegistryClient({ limits });
  opened.push(client, registry);
  return { registry, client };
}

function insecure(registry: ImageRegistry): readonly RegistryRule[] {
  return withInsecure([], [registry.host]);
}

function inspect(client: RegistryClient, text: string, request: Partial<InspectRequest> = {}) {
  const reference = parseImageReference(text);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  return client.inspect(reference.value, {
    access: { credentials: [], ca: undefined },
    rules: [],
    sizes: false,
    signal: AbortSignal.timeout(5_000),
    ...request,
  });
}

const three = {
  platforms: ['amd64', 'arm64', 's390x'].map((architecture) => ({ architecture, size: 1000 })),
};

describe('an image that a registry is asked about', () => {
  it('is an index, told by one request; asked again by one HEAD until its tag moves', async () => {
    const { registry, client } = await start();
    const digest = registry.push('os', 'v1', { ...three, attestations: true });
    const rules = insecure(registry);
    const look = () => inspect(client, `${registry.host}/os:v1`, { rules });
    const platforms = three.platforms.map(({ architecture }) => ({ os: 'linux', architecture }));
    expect(await look()).toMatchObject({ kind: 'ok', value: { digest, single: false, platforms } });
    expect((await look()).kind).toBe('ok');
    expect(registry.requests.map(({ method }) => method)).toEqual(['GET', 'HEAD']);
    const moved = registry.push('os', 'v1', { platforms: [{ architecture: 'arm64' }], index: true });
    expect(await look()).toMatchObject({ value: { digest: moved, platforms: [{ architecture: 'arm64' }] } });
  });

  it('is asked once for many who ask at the same time', async () => {
    const { registry, client } = await start();
    registry.push('os', 'v1', three);
    const rules = insecure(registry);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => inspect(client, `${registry.host}/os:v1`, { rules })),
    );
    expect(all.every(({ kind }) => kind === 'ok')).toBe(true);
    expect(registry.requests).toHaveLength(1);
  });

  it('does not wait for images of a registry that hangs, however many they are', async () => {
    const { registry: hanging, client } = await start();
    const healthy = await startImageRegistry();
    opened.push(healthy);
    healthy.push('os', 'v1', three);
    hanging.fail({ kind: 'hang' });
    const end = new AbortController();
    const stuck = Array.from({ length: 40 }, (_, index) =>
      inspect(client, `${hanging.host}/os-${index}:v1`, { rules: insecure(hanging), signal: end.signal }),
    );
    const began = performance.now();
    expect((await inspect(client, `${healthy.host}/os:v1`, { rules: insecure(healthy) })).kind).toBe('ok');
    expect(performance.now() - began).toBeLessThan(limits.silenceMs);
    end.abort();
    await Promise.all(stuck);
  });

  it('is not looked for where a registry leads astray, and the message holds no signature of the address', async () => {
    const location = 'http://elsewhere.example/blob?X-Amz-Signature=secret';
    const body = (async function* () {})();
    const client = createRegistryClient({
      limits,
      transport: { close: () => undefined, send: async () => ({ status: 307, headers: { location }, body }) },
    });
    const found = await inspect(client, 'registry.example/os:v1');
    expect(found).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('elsewhere.example/blob'),
    });
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('is looked into again where its registry does not know HEAD', async () => {
    const { registry } = await start();
    registry.push('os', 'v1', three);
    const transport = nodeHttpTransport();
    const methods: string[] = [];
    const client = createRegistryClient({
      limits,
      transport: {
        close: () => transport.close(),
        async send(request) {
          methods.push(request.method);
          if (request.method !== 'HEAD') return transport.send(request);
          return { ...(await transport.send({ ...request, method: 'GET' })), status: 405 };
        },
      },
    });
    opened.push(client);
    const look = () => inspect(client, `${registry.host}/os:v1`, { rules: insecure(registry) });
    await look();
    methods.length = 0;
    expect((await look()).kind).toBe('ok');
    expect(methods).toEqual(['HEAD', 'GET']);
  });

  it('has one platform where it is no index, as its config says', async () => {
    const { registry, client } = await start();
    const digest = registry.push('one', 'v1', { platforms: [{ architecture: 's390x', size: 7000 }] });
    expect(await inspect(client, `${registry.host}/one:v1`, { rules: insecure(registry) })).toMatchObject({
      value: { digest, single: true, platforms: [{ architecture: 's390x', digest, downloadSize: 7000 }] },
    });
  });

  it('has the sizes of its layers where they are wanted, and Docker’s format', async () => {
    const { registry, client } = await start();
    registry.push('os', 'v1', { ...three, format: 'docker' });
    const found = await inspect(client, `${registry.host}/os:v1`, { rules: insecure(registry), sizes: true });
    expect(found).toMatchObject({
      value: { platforms: three.platforms.map(({ size }) => ({ downloadSize: size })) },
    });
  });

  it('is read at its mirror, and at the source when the mirror lacks it', async () => {
    const { registry, client } = await start();
    registry.push('mirrored/os', 'v1', three);
    const mirror = { location: `${registry.host}/mirrored`, insecure: true, for: ['tag', 'digest'] } as const;
    const rules = [{ prefix: 'far.example', mirrors: [mirror], insecure: false, blockedFor: [] }];
    expect(await inspect(client, 'far.example/os:v1', { rules })).toMatchObject({
      value: {
        reference: { registry: 'far.example' },
        source: { registry: registry.host, repository: 'mirrored/os' },
      },
    });
    const closed = rules.map((rule) => ({ ...rule, blockedFor: ['tag'] as const }));
    expect(await inspect(client, 'far.example/none:v1', { rules: closed })).toMatchObject({
      kind: 'refused',
    });
  });

  it('is told to who may see it, by Basic and by a token, over TLS of an own authority', async () => {
    for (const auth of ['basic', 'bearer'] as const) {
      const { registry, client } = await start({ tls: true, users: { ann: 'secret' }, auth });
      registry.push('private/os', 'v1', three);
      const look = (password: string) => {
        const credential = { kind: 'password', username: 'ann', password } as const;
        const credentials = password === '' ? [] : [{ scope: registry.host, credential }];
        const access = { credentials, ca: registry.caCertificate };
        return inspect(client, `${registry.host}/private/os:v1`, { access });
      };
      expect((await look('secret')).kind).toBe('ok');
      expect((await look('wrong')).kind).toBe('unauthorized');
      expect((await look('')).kind).toBe('unauthorized');
      expect(await inspect(client, `${registry.host}/private/os:v1`)).toMatchObject({
        kind: 'unreachable',
        permanent: true,
      });
    }
  });
});

describe('a registry that fails', () => {
  it.each([
    [{ kind: 'status', status: 500 }, 'unreachable'],
    [{ kind: 'status', status: 401 }, 'unauthorized'],
    [{ kind: 'status', status: 404 }, 'absent'],
    [{ kind: 'status', status: 429, retryAfterSeconds: 600 }, 'rateLimited'],
    [{ kind: 'hang' }, 'unreachable'],
    [{ kind: 'garbage' }, 'malformed'],
    [{ kind: 'cut' }, 'unreachable'],
  ] as const)('by %o is %s, and recovers', async (fault, kind) => {
    const { registry, client } = await start();
    const digest = registry.push('os', 'v1', three);
    registry.fail(fault);
    const rules = insecure(registry);
    const outcome = await inspect(client, `${registry.host}/os:v1`, { rules });
    expect(outcome.kind).toBe(kind);
    if (outcome.kind !== 'ok')
      expect([outcome.host, outcome.reason === '', outcome.fix === '']).toEqual([
        registry.host,
        false,
        false,
      ]);
    registry.fail(undefined);
    if (kind === 'rateLimited') {
      expect(await inspect(client, `${registry.host}/os:v1`, { rules })).toMatchObject({ kind });
      return;
    }
    expect(await inspect(client, `${registry.host}/os:v1`, { rules })).toMatchObject({ value: { digest } });
  });

  it('is not waited for when the caller gives up', async () => {
    const { registry, client } = await start();
    registry.fail({ kind: 'hang' });
    const giving = new AbortController();
    const asked = inspect(client, `${registry.host}/os:v1`, {
      rules: insecure(registry),
      signal: giving.signal,
    });
    setTimeout(() => giving.abort(), 20);
    expect((await asked).kind).toBe('aborted');
  });

  it('that is not there says so', async () => {
    const { registry, client } = await start();
    await registry.stop();
    expect(await inspect(client, `${registry.host}/os:v1`, { rules: insecure(registry) })).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringContaining('nothing listens'),
    });
  });
});
