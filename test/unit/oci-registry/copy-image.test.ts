import { afterEach, describe, expect, it } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createRegistrySession } from '../../../packages/oci-registry/src/create-registry-client.ts';
import { createRegistryWriter } from '../../../packages/oci-registry/src/create-registry-writer.ts';
import { fetchManifest } from '../../../packages/oci-registry/src/pulling/fetch-manifest.ts';
import type { ImagePlace } from '../../../packages/oci-registry/src/pulling/image-place.ts';
import { repositoryOf } from '../../../packages/oci-registry/src/pulling/repository-place.ts';
import { contentSource } from '../../../packages/oci-registry/src/pushing/push-blob.ts';
import { digestOf } from '../../../packages/oci-registry/src/references/digest.ts';
import { parseImageReference } from '../../../packages/oci-registry/src/references/parse-image-reference.ts';
import type { RegistryWriter } from '../../../packages/oci-registry/src/registry-writer.ts';
import type { RegistrySession } from '../../../packages/oci-registry/src/requests/registry-session.ts';
import { type FaultyRegistry, startFaultyRegistry } from '../../support/faulty-registry.ts';
import { pushTestImage, type TestImage } from '../../support/test-image.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of opened.splice(0)) await end();
});

const limits = {
  backoff: { baseMs: 1, capMs: 5 },
  // nothing here waits for time to pass: what is slow may be slow
  silenceMs: 60_000,
  wholeMs: 60_000,
  transferMs: 60_000,
  attempts: 4,
  chunkBytes: 64 * 1024,
};

interface Stage {
  readonly source: ImageRegistry;
  readonly target: ImageRegistry;
  /** The way to the target. */
  readonly faulty: FaultyRegistry;
  readonly session: RegistrySession;
  readonly writer: RegistryWriter;
}

async function stage(options: { requestsPerHost?: number } = {}): Promise<Stage> {
  const [source, target] = [await startImageRegistry(), await startImageRegistry()];
  const faulty = await startFaultyRegistry(target.host);
  const session = createRegistrySession({ limits: { ...limits, ...options } });
  opened.push(
    () => session.transport.close(),
    () => faulty.stop(),
    () => source.stop(),
    () => target.stop(),
  );
  for (const { host } of [source, target, faulty]) session.protocols.set(host, 'http:');
  return { source, target, faulty, session, writer: createRegistryWriter(session) };
}

function at(text: string, access: ImagePlace['access'] = { credentials: [], ca: undefined }): ImagePlace {
  const reference = parseImageReference(text);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  return {
    reference: reference.value,
    insecure: access.ca === undefined,
    access,
    signal: new AbortController().signal,
  };
}

const architectures = ['amd64', 'arm64', 's390x'];
const layer = 200_000;
const three: TestImage = {
  platforms: architectures.map((architecture) => ({ os: 'linux', architecture, bytes: layer })),
};

function push({ writer }: Stage, { host }: ImageRegistry, image: TestImage, name = 'os'): Promise<string> {
  return pushTestImage(writer, at(`${host}/${name}:v1`), image);
}

const nothing = { blobs: 0, bytes: 0 };

async function digestAt({ session }: Stage, text: string): Promise<string | undefined> {
  const found = await fetchManifest(session, at(text));
  return found.kind === 'ok' ? found.value.digest : undefined;
}

describe('an image that is copied', () => {
  it('keeps its digests; its blobs come before its manifests, and the index last', async () => {
    for (const format of ['oci', 'docker'] as const) {
      const on = await stage();
      const digest = await push(on, on.source, { ...three, format });
      const copied = await on.writer.copyImage({
        from: at(`${on.source.host}/os:v1`),
        to: at(`${on.faulty.host}/far/os:v2`),
      });
      expect(copied).toMatchObject({
        kind: 'ok',
        value: { digest, manifests: 4, blobs: { mounted: nothing, present: nothing, copied: { blobs: 6 } } },
      });
      expect(await digestAt(on, `${on.faulty.host}/far/os:v2`)).toBe(digest);
      const pushes = on.target.requests.filter(({ method }) => method === 'PUT');
      expect(pushes.at(-1)?.path).toBe('/v2/far/os/manifests/v2');
      expect(on.faulty.longestBody()).toBeLessThanOrEqual(limits.chunkBytes);
    }
  });

  it('is not moved again: the second copy only asks', async () => {
    const on = await stage();
    await push(on, on.source, three);
    const request = { from: at(`${on.source.host}/os:v1`), to: at(`${on.faulty.host}/os:v1`) };
    await on.writer.copyImage(request);
    const before = on.faulty.requests.length;
    const again = await on.writer.copyImage(request);
    expect(again).toMatchObject({ value: { blobs: { copied: nothing, present: { blobs: 6 } } } });
    expect(on.faulty.requests.slice(before).filter((line) => /^P(OST|ATCH)/.test(line))).toEqual([]);
  });

  it('is mounted within one registry, and moved where the registry does not mount', async () => {
    const on = await stage();
    const digest = await push(on, on.target, three);
    const from = at(`${on.faulty.host}/os:v1`);
    const mounted = await on.writer.copyImage({ from, to: at(`${on.faulty.host}/os2:v1`) });
    expect(mounted).toMatchObject({ value: { digest, blobs: { copied: nothing, mounted: { blobs: 6 } } } });
    for (const status of [400, 404]) {
      on.faulty.plan({ on: /mount=/, fault: { kind: 'answer', status }, times: 99 });
      const copied = await on.writer.copyImage({ from, to: at(`${on.faulty.host}/os${status}:v1`) });
      expect(copied).toMatchObject({ value: { digest, blobs: { mounted: nothing, copied: { blobs: 6 } } } });
    }
    on.faulty.plan({ on: /^HEAD.*blobs/, fault: { kind: 'answer', status: 404 }, times: 99 });
    const nowhere = at(`${on.faulty.host}/none:v1`);
    expect(await on.writer.copyImage({ from: nowhere, to: from })).toMatchObject({ kind: 'absent' });
  });

  it('takes the upload that a refused mount began', async () => {
    const on = await stage();
    const digest = await push(on, on.target, three);
    const from = at(`${on.faulty.host}/os:v1`);
    // The registry does not find the other repository, as ones without mounting always answer.
    const writer = createRegistryWriter({
      ...on.session,
      transport: {
        ...on.session.transport,
        send: (request) => {
          const url = new URL(request.url.href.replace(/from=[^&]*/, 'from=unknown'));
          return on.session.transport.send({ ...request, url });
        },
      },
    });
    const copied = await writer.copyImage({ from, to: at(`${on.faulty.host}/os2:v1`) });
    expect(copied).toMatchObject({ value: { digest, blobs: { copied: { blobs: 6 } } } });
    expect(on.faulty.requests.filter((line) => /^POST/.test(line))).toHaveLength(6);
  });

  it('does not stand in its own way: as many copies as there are, from each registry to the other', async () => {
    const on = await stage({ requestsPerHost: 2 });
    for (const registry of [on.source, on.target]) await push(on, registry, three);
    const copies = Array.from({ length: 8 }, (_, index) => {
      const [one, other] =
        index % 2 === 0 ? [on.source.host, on.faulty.host] : [on.faulty.host, on.source.host];
      return on.writer.copyImage({ from: at(`${one}/os:v1`), to: at(`${other}/copy${index}:v1`) });
    });
    expect((await Promise.all(copies)).map(({ kind }) => kind)).toEqual(Array(8).fill('ok'));
  });

  it('may be only some platforms of an index, in an index of their own', async () => {
    const on = await stage();
    await push(on, on.source, { ...three, attestations: true });
    const from = at(`${on.source.host}/os:v1`);
    const copy = (...names: string[]) =>
      on.writer.copyImage({
        from,
        to: at(`${on.faulty.host}/os:some`),
        platforms: names.map((architecture) => ({ os: 'linux', architecture })),
      });
    expect(await copy('s390x', 'amd64')).toMatchObject({
      value: { manifests: 3, blobs: { copied: { blobs: 4 } } },
    });
    const written = await fetchManifest(on.session, at(`${on.faulty.host}/os:some`));
    expect(written).toMatchObject({
      value: {
        manifest: {
          children: [{ platform: { architecture: 'amd64' } }, { platform: { architecture: 's390x' } }],
        },
      },
    });
    expect(await copy('riscv64')).toMatchObject({
      kind: 'refused',
      reason: 'it has no image for linux/riscv64',
    });
    await push(on, on.source, { platforms: [{ os: 'linux', architecture: 'arm64' }], single: true }, 'one');
    const single = { from: at(`${on.source.host}/one:v1`), to: at(`${on.faulty.host}/one:v1`) };
    const [arm, other] = ['arm64', 'ppc64le'].map((architecture) => ({ os: 'linux', architecture }));
    expect((await on.writer.copyImage({ ...single, platforms: arm === undefined ? [] : [arm] })).kind).toBe(
      'ok',
    );
    expect(
      (await on.writer.copyImage({ ...single, platforms: other === undefined ? [] : [other] })).kind,
    ).toBe('refused');
  });

  it('brings its attestations, and is refused under a digest it does not have', async () => {
    const on = await stage();
    const digest = await push(on, on.source, { ...three, attestations: true });
    const from = at(`${on.source.host}/os:v1`);
    const other = `sha256:${'0'.repeat(64)}`;
    expect(await on.writer.copyImage({ from, to: at(`${on.faulty.host}/os@${other}`) })).toMatchObject({
      kind: 'refused',
    });
    expect(on.faulty.requests).toEqual([]);
    const copied = await on.writer.copyImage({ from, to: at(`${on.faulty.host}/os@${digest}`) });
    expect(copied).toMatchObject({ value: { digest, manifests: 7 } });
  });

  it('leaves out layers that registries may not hold', async () => {
    const on = await stage();
    const place = at(`${on.source.host}/win:v1`);
    const config = Buffer.from('{"architecture":"amd64","os":"windows"}');
    const own = {
      mediaType: 'application/vnd.oci.image.config.v1+json',
      digest: digestOf(config),
      size: config.length,
    };
    await on.writer.pushBlob(
      repositoryOf(place),
      own,
      contentSource(() => [config]),
    );
    const mediaType = 'application/vnd.docker.distribution.manifest.v2+json';
    const foreign = {
      mediaType: 'application/vnd.docker.image.rootfs.foreign.diff.tar.gzip',
      digest: digestOf(Buffer.from('far away')),
      size: 1234,
      urls: ['https://example.com/layer'],
    };
    const bytes = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType,
        config: { ...own, mediaType: 'application/vnd.docker.container.image.v1+json' },
        layers: [foreign],
      }),
    );
    const manifest = { mediaType, digest: digestOf(bytes), size: bytes.length, bytes };
    expect(await on.writer.pushManifest(repositoryOf(place), manifest, 'v1')).toMatchObject({ kind: 'ok' });
    const copied = await on.writer.copyImage({ from: place, to: at(`${on.faulty.host}/win:v1`) });
    expect(copied).toMatchObject({
      value: { digest: manifest.digest, blobs: { copied: { blobs: 1 }, foreign: { blobs: 1, bytes: 1234 } } },
    });
  });

  it('is not copied when a layer is not what its manifest says', async () => {
    const on = await stage();
    // simulated images may claim layers larger than they are
    on.source.push('os', 'v1', { platforms: [{ architecture: 'arm64', size: layer }], index: true });
    const request = { from: at(`${on.source.host}/os:v1`), to: at(`${on.faulty.host}/os:v1`) };
    expect(await on.writer.copyImage(request)).toMatchObject({
      kind: 'malformed',
      host: on.source.host,
      reason: expect.stringContaining(`instead of ${layer}`),
    });
    expect(
      on.target.requests.some(({ method, path }) => method === 'PUT' && path.includes('/manifests/')),
    ).toBe(false);
  });

  it('arrives although requests break, and never with its tag before all of it', async () => {
    const on = await stage();
    const digest = await push(on, on.source, three);
    const request = { from: at(`${on.source.host}/os:v1`), to: at(`${on.faulty.host}/os:v1`) };
    on.faulty.plan(
      { on: /^PATCH/, fault: { kind: 'cutRequest', bytes: 5000 }, times: 2 },
      { on: /^PUT/, fault: { kind: 'answer', status: 500 }, times: 2 },
      { on: /^HEAD/, fault: { kind: 'cutAnswer', bytes: 0 } },
    );
    expect(await on.writer.copyImage(request)).toMatchObject({ kind: 'ok', value: { digest } });
    const broken = await stage();
    await push(broken, broken.source, three);
    broken.faulty.plan({ on: /^PUT.*uploads/, fault: { kind: 'answer', status: 503 }, times: 999 });
    const failed = await broken.writer.copyImage({
      from: at(`${broken.source.host}/os:v1`),
      to: at(`${broken.faulty.host}/os:v1`),
    });
    expect(failed).toMatchObject({ kind: 'unreachable', status: 503, host: broken.faulty.host });
    expect(broken.faulty.requests.some((line) => /^PUT.*manifests/.test(line))).toBe(false);
  });

  it('goes between registries with users, by Basic and by tokens', async () => {
    for (const auth of ['basic', 'bearer'] as const) {
      const on = await stage();
      const closed = await startImageRegistry({ tls: true, users: { ann: 'secret' }, auth });
      opened.push(() => closed.stop());
      const digest = await push(on, on.source, three);
      const credential = { kind: 'password', username: 'ann', password: 'secret' } as const;
      const access = { credentials: [{ scope: closed.host, credential }], ca: closed.caCertificate };
      const from = at(`${on.source.host}/os:v1`);
      const inside = at(`${closed.host}/os:v1`, access);
      expect(await on.writer.copyImage({ from, to: inside })).toMatchObject({ value: { digest } });
      const second = at(`${closed.host}/os2:v1`, access);
      expect(await on.writer.copyImage({ from: inside, to: second })).toMatchObject({
        value: { digest, blobs: { mounted: { blobs: 6 } } },
      });
      const anonymous = at(`${closed.host}/os3:v1`, { credentials: [], ca: closed.caCertificate });
      expect(await on.writer.copyImage({ from, to: anonymous })).toMatchObject({ kind: 'unauthorized' });
    }
  });
});
