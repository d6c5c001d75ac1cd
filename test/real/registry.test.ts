import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createRegistryClient,
  createRegistrySession,
  createRegistryWriter,
  digestOf,
  type ImageInfo,
  type ImagePlace,
  parseImageReference,
  type RegistryAccess,
  type RegistrySession,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { startFaultyRegistry } from '../support/faulty-registry.ts';
import { pushTestImage, type TestImage } from '../support/test-image.ts';
import { openSkopeo, type Skopeo, type SkopeoAccess } from './registry/skopeo.ts';

/** A registry and how both sides get into it. */
interface Side {
  readonly registry: DockerRegistry;
  readonly access: RegistryAccess;
  readonly skopeo: SkopeoAccess;
}

const user = { name: 'ann', password: 'secret of ann' };
const MiB = 1024 * 1024;
let plain: Side;
let secured: Side;
let skopeo: Skopeo;
let session: RegistrySession;

beforeAll(async () => {
  skopeo = openSkopeo();
  session = createRegistrySession({
    // this registry loses an upload with every chunk that breaks
    limits: { chunkBytes: MiB, attempts: 6, backoff: { baseMs: 5, capMs: 50 } },
  });
  const open = await startDockerRegistry();
  plain = { registry: open, access: { credentials: [], ca: undefined }, skopeo: {} };
  const closed = await startDockerRegistry({ tls: true, users: { [user.name]: user.password } });
  secured = {
    registry: closed,
    access: accessOf(closed, user.password),
    skopeo: {
      user: `${user.name}:${user.password}`,
      ...(closed.caCertificate === undefined ? {} : { caCertificate: closed.caCertificate }),
    },
  };
  const writer = createRegistryWriter(session);
  for (const side of [plain, secured])
    for (const [name, image] of images) await pushTestImage(writer, at(side, `images/${name}:v1`), image);
});

afterAll(async () => {
  session?.transport.close();
  await Promise.all([plain?.registry.stop(), secured?.registry.stop()]);
  skopeo?.close();
});

function accessOf({ host, caCertificate }: DockerRegistry, password: string): RegistryAccess {
  const credential = { kind: 'password', username: user.name, password } as const;
  return { credentials: [{ scope: host, credential }], ca: caCertificate };
}

function at(side: Side, name: string, host = side.registry.host): ImagePlace {
  const reference = parseImageReference(`${host}/${name}`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const { access } = side;
  const insecure = side.registry.caCertificate === undefined;
  return { reference: reference.value, insecure, access, signal: AbortSignal.timeout(50_000) };
}

/** As the client says it, after asking each time anew. */
async function inspect(side: Side, name: string): Promise<ImageInfo> {
  const client = createRegistryClient();
  const { reference, access, signal, insecure } = at(side, name);
  const rules = insecure ? withInsecure([], [side.registry.host]) : [];
  const found = await client.inspect(reference, { access, rules, sizes: true, signal });
  client.close();
  if (found.kind !== 'ok') throw new Error(found.reason);
  return found.value;
}

/** The same in skopeo's words. */
async function judge(side: Side, name: string) {
  const image = `${side.registry.host}/${name}`;
  const repository = image.replace(/:[^:/]*$/, '');
  const raw = await skopeo.raw(image, side.skopeo);
  const digest = digestOf(raw);
  const document = JSON.parse(raw.toString());
  const single = document.manifests === undefined;
  const entries: { digest: string; annotations?: object; mediaType: string; size: number }[] = single
    ? [{ digest, mediaType: document.mediaType, size: raw.length }]
    : document.manifests;
  const images = entries.filter(({ annotations = {} }) => !('vnd.docker.reference.type' in annotations));
  const platforms = [];
  for (const entry of images) {
    const child = `${repository}@${entry.digest}`;
    const config = JSON.parse((await skopeo.config(child, side.skopeo)).toString());
    const layers: { size: number }[] = JSON.parse((await skopeo.raw(child, side.skopeo)).toString()).layers;
    platforms.push({
      digest: entry.digest,
      mediaType: entry.mediaType,
      size: entry.size,
      downloadSize: layers.reduce((sum, { size }) => sum + size, 0),
      os: config.os,
      architecture: config.architecture,
    });
  }
  return { digest, mediaType: document.mediaType, single, platforms };
}

/** What the client says, with the platform that the image itself has. */
async function said(side: Side, name: string) {
  const { digest, mediaType, single, platforms } = await inspect(side, name);
  const shown = platforms.map(({ actual, ...platform }) => ({
    digest: platform.digest,
    mediaType: platform.mediaType,
    size: platform.size,
    downloadSize: platform.downloadSize,
    os: (actual ?? platform).os,
    architecture: (actual ?? platform).architecture,
  }));
  return { digest, mediaType, single, platforms: shown };
}

const linux = (architecture: string, bytes?: number) => ({
  os: 'linux',
  architecture,
  ...(bytes === undefined ? {} : { bytes }),
});
const four = ['amd64', 'arm64', 's390x', 'ppc64le'].map((each) => linux(each));
const images: readonly (readonly [string, TestImage])[] = [
  ['two', { platforms: four.slice(0, 2) }],
  ['three', { platforms: four.slice(0, 3) }],
  ['four', { platforms: four }],
  ['docker-two', { platforms: four.slice(0, 2), format: 'docker' }],
  ['docker-three', { platforms: four.slice(0, 3), format: 'docker' }],
  ['docker-four', { platforms: four, format: 'docker' }],
  ['attested', { platforms: four.slice(0, 3), attestations: true }],
  ['one', { platforms: four.slice(1, 2), single: true }],
  ['docker-one', { platforms: four.slice(2, 3), single: true, format: 'docker' }],
  ['one-in-index', { platforms: four.slice(1, 2) }],
  [
    'variants',
    { platforms: [{ ...linux('arm'), variant: 'v7' }, { ...linux('arm64'), variant: 'v8' }, linux('amd64')] },
  ],
  [
    'wrong',
    { platforms: [linux('amd64'), { ...linux('amd64', 500), claimed: linux('s390x') }, linux('arm64')] },
  ],
  ['unnamed', { platforms: [linux('amd64'), { ...linux('arm64'), unnamed: true }] }],
];

describe.each(['plain', 'secured'] as const)('what the client says of images in a %s registry', (kind) => {
  const side = () => (kind === 'plain' ? plain : secured);

  it.each(images.map(([name]) => name))('is what skopeo says: %s', async (name) => {
    const judged = await judge(side(), `images/${name}:v1`);
    expect(await said(side(), `images/${name}:v1`)).toEqual(judged);
    expect(judged.platforms).toHaveLength(images.find(([each]) => each === name)?.[1].platforms.length ?? 0);
    await skopeo.pullAll(`${side().registry.host}/images/${name}:v1`, side().skopeo);
  });

  it('tells where an index and its image disagree', async () => {
    const { platforms } = await inspect(side(), 'images/wrong:v1');
    expect(platforms.map(({ architecture, actual }) => [architecture, actual?.architecture])).toEqual([
      ['amd64', undefined],
      ['s390x', 'amd64'],
      ['arm64', undefined],
    ]);
  });

  it('is what skopeo says of images that skopeo made', async () => {
    const { host } = side().registry;
    const from = { image: `${host}/images/three:v1`, ...side().skopeo };
    const made = (name: string) => ({ image: `${host}/made/${name}:v1`, ...side().skopeo });
    await skopeo.copy(from, made('s390x'), '--override-arch=s390x');
    await skopeo.copy(from, made('v2s2'), '--override-arch=arm64', '--format=v2s2');
    await skopeo.copy(from, made('all'), '--all');
    for (const name of ['s390x', 'v2s2', 'all'])
      expect(await said(side(), `made/${name}:v1`)).toEqual(await judge(side(), `made/${name}:v1`));
    expect((await inspect(side(), 'made/s390x:v1')).platforms[0]?.architecture).toBe('s390x');
  });
});

describe('what keeps the client out', () => {
  it('is a wrong password, none, and an authority that is not trusted', async () => {
    const client = createRegistryClient({ limits: { attempts: 1 } });
    const { reference, signal } = at(secured, 'images/two:v1');
    const look = (access: RegistryAccess) =>
      client.inspect(reference, { access, rules: [], sizes: false, signal });
    const { registry } = secured;
    expect((await look(accessOf(registry, user.password))).kind).toBe('ok');
    expect((await look(accessOf(registry, 'guessed'))).kind).toBe('unauthorized');
    expect((await look({ credentials: [], ca: registry.caCertificate })).kind).toBe('unauthorized');
    expect(await look({ ...accessOf(registry, user.password), ca: undefined })).toMatchObject({
      kind: 'unreachable',
      permanent: true,
    });
    client.close();
  });
});

describe('a copy', () => {
  const copy = (
    from: ImagePlace,
    to: ImagePlace,
    platforms?: readonly { os: string; architecture: string }[],
  ) => createRegistryWriter(session).copyImage({ from, to, platforms });
  const large: TestImage = {
    platforms: [linux('amd64', 6 * MiB), linux('arm64', 3 * MiB + 17), linux('s390x', 10)],
    attestations: true,
  };

  it.each(images.map(([name]) => name))('is the same image, in another registry: %s', async (name) => {
    const copied = await copy(at(plain, `images/${name}:v1`), at(secured, `copied/${name}:v1`));
    expect(copied).toMatchObject({ kind: 'ok' });
    const before = await skopeo.raw(`${plain.registry.host}/images/${name}:v1`, plain.skopeo);
    const image = `${secured.registry.host}/copied/${name}:v1`;
    expect((await skopeo.raw(image, secured.skopeo)).equals(before)).toBe(true);
    await skopeo.pullAll(image, secured.skopeo);
    expect(await said(secured, `copied/${name}:v1`)).toEqual(await judge(plain, `images/${name}:v1`));
  });

  it('of large layers goes in chunks, both ways, and a second one moves nothing', async () => {
    const writer = createRegistryWriter(session);
    const digest = await pushTestImage(writer, at(plain, 'large/os:v1'), large);
    const out = await copy(at(plain, 'large/os:v1'), at(secured, 'large/os:v2'));
    expect(out).toMatchObject({ value: { digest, manifests: 7, blobs: { copied: { blobs: 12 } } } });
    const again = await copy(at(plain, 'large/os:v1'), at(secured, 'large/os:v3'));
    expect(again).toMatchObject({ value: { blobs: { copied: { bytes: 0 }, present: { blobs: 12 } } } });
    const back = await copy(at(secured, 'large/os:v3'), at(plain, 'large/back:v1'));
    expect(back).toMatchObject({ value: { digest } });
    await skopeo.pullAll(`${plain.registry.host}/large/back:v1`, plain.skopeo);
  });

  it('within one registry mounts', async () => {
    await pushTestImage(createRegistryWriter(session), at(secured, 'here/os:v1'), large);
    const mounted = await copy(at(secured, 'here/os:v1'), at(secured, 'there/os:v1'));
    expect(mounted).toMatchObject({ value: { blobs: { copied: { blobs: 0 }, mounted: { blobs: 12 } } } });
    await skopeo.pullAll(`${secured.registry.host}/there/os:v1`, secured.skopeo);
  });

  it('of some platforms is an index of these', async () => {
    const chosen = [linux('s390x'), linux('amd64')];
    expect((await copy(at(plain, 'images/four:v1'), at(secured, 'some/os:v1'), chosen)).kind).toBe('ok');
    const { platforms } = await judge(secured, 'some/os:v1');
    expect(platforms.map(({ architecture }) => architecture)).toEqual(['amd64', 's390x']);
    await skopeo.pullAll(`${secured.registry.host}/some/os:v1`, secured.skopeo);
  });

  it('arrives through connections that break', async () => {
    const digest = await pushTestImage(createRegistryWriter(session), at(plain, 'broken/os:v1'), large);
    const faulty = await startFaultyRegistry(plain.registry.host);
    try {
      faulty.plan(
        { on: /^PATCH/, fault: { kind: 'cutRequest', bytes: 100_000 }, times: 2 },
        { on: /^PATCH/, fault: { kind: 'cutAnswer', bytes: 0 } },
        { on: /^PUT.*uploads/, fault: { kind: 'cutAnswer', bytes: 0 } },
        { on: /^PUT.*manifests/, fault: { kind: 'answer', status: 503 } },
      );
      const to = at(plain, 'mended/os:v1', faulty.host);
      expect(await copy(at(plain, 'broken/os:v1'), to)).toMatchObject({ kind: 'ok', value: { digest } });
      expect(faulty.longestBody()).toBeLessThanOrEqual(MiB);
      faulty.plan({ on: /^GET.*blobs/, fault: { kind: 'cutAnswer', bytes: 500_000 }, times: 5 });
      const pulled = await copy(at(plain, 'mended/os:v1', faulty.host), at(secured, 'mended/os:v1'));
      expect(pulled).toMatchObject({ kind: 'ok', value: { digest } });
    } finally {
      await faulty.stop();
    }
    for (const side of [plain, secured])
      await skopeo.pullAll(`${side.registry.host}/mended/os:v1`, side.skopeo);
  });

  it('of a layer that the registry lost a part of is refused, and nothing gets the tag', async () => {
    const image = { platforms: [linux('amd64', 2 * MiB)] };
    await pushTestImage(createRegistryWriter(session), at(plain, 'truncated/os:v1'), image);
    for (const file of filesOf(plain.registry.storage))
      if (statSync(file).size > 2 * MiB && statSync(file).size < 2 * MiB + 5000) truncateSync(file, MiB);
    const failed = await copy(at(plain, 'truncated/os:v1'), at(secured, 'truncated/os:v1'));
    expect(failed).toMatchObject({ kind: 'malformed', host: plain.registry.host });
    await expect(skopeo.raw(`${secured.registry.host}/truncated/os:v1`, secured.skopeo)).rejects.toThrow(
      'manifest unknown',
    );
  });
});

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('a registry whose test is killed', () => {
  it('ends and leaves nothing', async () => {
    const args = ['tools/run.mjs', 'test/real/registry/die-with-registry.ts'];
    const died: unknown = await promisify(execFile)(process.execPath, args).catch((error: unknown) => error);
    const said = died instanceof Error && 'stdout' in died ? String(died.stdout) : '';
    const { host, storage } = JSON.parse(said);
    const isUp = () =>
      fetch(`http://${host}/v2/`).then(
        () => true,
        () => false,
      );
    await expect.poll(async () => !(await isUp()) && !existsSync(storage), { timeout: 5_000 }).toBe(true);
  });
});
