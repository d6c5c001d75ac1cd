import { afterEach, describe, expect, it } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createRegistryClient } from '../../../packages/oci-registry/src/create-registry-client.ts';
import { ociManifest } from '../../../packages/oci-registry/src/manifests/media-types.ts';
import type { RegistryRule } from '../../../packages/oci-registry/src/mirrors/registry-rule.ts';
import { withInsecure } from '../../../packages/oci-registry/src/mirrors/with-insecure.ts';
import { digestOf } from '../../../packages/oci-registry/src/references/digest.ts';
import { parseImageReference } from '../../../packages/oci-registry/src/references/parse-image-reference.ts';
import type { InspectRequest, RegistryClient } from '../../../packages/oci-registry/src/registry-client.ts';
import { standardLimits } from '../../../packages/oci-registry/src/requests/registry-session.ts';
import { nodeHttpTransport } from '../../../packages/oci-registry/src/transport/node-http-transport.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { ann, annBasic, placeOf } from '../../support/scripted-session.ts';
import { type ScriptedAnswer, scriptedTransport } from '../../support/scripted-transport.ts';

const opened: { stop?(): Promise<void>; close?(): void }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) {
    each.close?.();
    await each.stop?.();
  }
});

/** Nothing here waits for time to pass: what is slow may be slow. */
const limits = { backoff: { baseMs: 1, capMs: 5 }, silenceMs: 60_000, wholeMs: 60_000, attempts: 3 };

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
    signal: new AbortController().signal,
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
    const first = [...stuck, inspect(client, `${healthy.host}/os:v1`, { rules: insecure(healthy) })];
    expect(await Promise.race(first)).toMatchObject({ kind: 'ok' });
    end.abort();
    expect((await Promise.all(stuck)).every(({ kind }) => kind === 'aborted')).toBe(true);
  });

  it('is not looked for where a registry leads astray, and the message holds no signature of the address', async () => {
    const elsewhere = 'http://elsewhere.example/blob';
    const transport = scriptedTransport(({ url }) =>
      url.host === 'registry.example'
        ? { status: 307, headers: { location: `${elsewhere}?X-Amz-Signature=secret` } }
        : { body: JSON.stringify({ manifests: [] }) },
    );
    const client = createRegistryClient({ limits, transport });
    const found = await inspect(client, 'registry.example/os:v1');
    expect(found).toMatchObject({ kind: 'refused', reason: expect.stringContaining(elsewhere) });
    expect(transport.lines()).toEqual(['GET https://registry.example/v2/os/manifests/v1']);
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

  it('is looked into again where HEAD does not tell its digest, and not where HEAD is answered badly', async () => {
    const bytes = JSON.stringify({ manifests: [] });
    const digest = digestOf(Buffer.from(bytes));
    let told: ScriptedAnswer = {};
    const transport = scriptedTransport(({ method }) =>
      method === 'HEAD' ? told : { headers: { 'docker-content-digest': digest }, body: bytes },
    );
    const client = createRegistryClient({ limits, transport });
    const ways = async (answer: ScriptedAnswer) => {
      told = answer;
      const before = transport.requests.length;
      const { kind } = await inspect(client, 'h.example/os:v1');
      return [kind, ...transport.requests.slice(before).map(({ method }) => method)];
    };
    expect(await ways({})).toEqual(['ok', 'GET']);
    expect(await ways({})).toEqual(['ok', 'HEAD', 'GET']);
    expect(await ways({ headers: { 'docker-content-digest': 'latest' } })).toEqual(['ok', 'HEAD', 'GET']);
    expect(await ways({ headers: { 'docker-content-digest': digest } })).toEqual(['ok', 'HEAD']);
    expect(await ways({ status: 404 })).toEqual(['absent', 'HEAD']);
    expect(await ways({ status: 403 })).toEqual(['unauthorized', 'HEAD']);
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
    const look = (sizes: boolean) =>
      inspect(client, `${registry.host}/os:v1`, { rules: insecure(registry), sizes });
    expect(await look(false)).toMatchObject({ value: { platforms: [{ downloadSize: undefined }, {}, {}] } });
    const found = await look(true);
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

  it('by saying nothing is unreachable, after as many attempts as others', async () => {
    const clock = new FakeClock();
    const transport = scriptedTransport(() => 'silence');
    const asked = inspect(createRegistryClient({ transport, clock, random: () => 0.5 }), 'h.example/os:v1');
    await clock.advance(standardLimits.wholeMs - 1);
    expect(transport.requests).toHaveLength(standardLimits.attempts);
    await clock.advance(1);
    expect(await asked).toMatchObject({ kind: 'unreachable', reason: 'nothing came within 60 s' });
    expect(clock.timers).toBe(0);
  });

  it('is not waited for when the caller gives up', async () => {
    const giving = new AbortController();
    const transport = scriptedTransport(() => {
      setImmediate(() => giving.abort());
      return 'silence';
    });
    const client = createRegistryClient({ limits, transport });
    const outcome = await inspect(client, 'h.example/os:v1', { signal: giving.signal });
    expect(outcome).toMatchObject({ kind: 'aborted', host: 'h.example' });
    expect(await inspect(client, 'h.example/os:v1', { signal: giving.signal })).toEqual(outcome);
    expect(transport.requests).toHaveLength(1);
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

describe('what one login may see', () => {
  const bytes = JSON.stringify({
    manifests: [
      {
        mediaType: ociManifest,
        digest: digestOf(Buffer.from('x')),
        size: 1,
        platform: { os: 'linux', architecture: 's390x' },
      },
    ],
  });
  const byDigest = `h.example/os@${digestOf(Buffer.from(bytes))}`;
  const may = placeOf(byDigest, { credential: ann }).access;
  const others = {
    credentials: [{ scope: 'h.example', credential: { ...ann, password: 'wrong' } }],
    ca: undefined,
  };
  const nobody = { credentials: [], ca: undefined };

  function guarded() {
    const transport = scriptedTransport(({ headers }) =>
      headers.Authorization === annBasic
        ? { headers: { 'docker-content-digest': digestOf(Buffer.from(bytes)) }, body: bytes }
        : { status: 401, headers: { 'www-authenticate': 'Basic' } },
    );
    return { transport, client: createRegistryClient({ limits, transport }) };
  }

  it.each([byDigest, 'h.example/os:v1'])('is not told another who asks later, of %s', async (image) => {
    const { client, transport } = guarded();
    expect((await inspect(client, image, { access: may })).kind).toBe('ok');
    for (const access of [others, nobody])
      expect(await inspect(client, image, { access })).toMatchObject({ kind: 'unauthorized' });
    expect((await inspect(client, image, { access: { ...may, ca: 'PEM' } })).kind).toBe('ok');
    const before = transport.requests.length;
    // the same rights in another object are the same rights
    expect((await inspect(client, image, { access: structuredClone(may) })).kind).toBe('ok');
    expect(transport.requests.length - before).toBe(image === byDigest ? 0 : 1);
  });

  it('is not told another who asks at the same time', async () => {
    const { client } = guarded();
    const asked = [may, others, nobody].map((access) => inspect(client, byDigest, { access }));
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds).toEqual(['ok', 'unauthorized', 'unauthorized']);
  });

  it('is not taken from an insecure place for one that is to be secure', async () => {
    const { client, transport } = guarded();
    const rules = withInsecure([], ['h.example']);
    await inspect(client, byDigest, { access: may, rules });
    const before = transport.requests.length;
    expect((await inspect(client, byDigest, { access: may })).kind).toBe('ok');
    const trusts = transport.requests.slice(before).map(({ trust }) => trust.insecure);
    expect(trusts.length).toBeGreaterThan(0);
    expect(trusts).not.toContain(true);
  });
});
