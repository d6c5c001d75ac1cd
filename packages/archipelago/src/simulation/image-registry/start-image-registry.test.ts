import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { MOST_LINES, RequestLog } from './request-log.ts';
import { type ImageRegistry, startImageRegistry } from './start-image-registry.ts';

const running: ImageRegistry[] = [];

async function start(options?: Parameters<typeof startImageRegistry>[0]): Promise<ImageRegistry> {
  const registry = await startImageRegistry(options);
  running.push(registry);
  return registry;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((registry) => registry.stop()));
});

const ociIndex = 'application/vnd.oci.image.index.v1+json';
const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
const dockerList = 'application/vnd.docker.distribution.manifest.list.v2+json';
const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';
const all = { accept: [ociIndex, ociManifest, dockerList, dockerManifest].join(', ') };

const amd64 = { architecture: 'amd64' };
const arm64 = { architecture: 'arm64', variant: 'v8' };

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

async function errorOf(response: Response): Promise<unknown> {
  const { errors } = (await response.json()) as { errors: { code: string }[] };
  return [response.status, errors[0]?.code];
}

describe('pulling', () => {
  it('serves the base, and nothing beside the interface', async () => {
    const { url } = await start();
    const base = await fetch(`${url}/v2/`);
    expect([base.status, await base.text(), base.headers.get('docker-distribution-api-version')]).toEqual([
      200,
      '{}',
      'registry/2.0',
    ]);
    expect((await fetch(`${url}/v2/UPPER/manifests/x`)).status).toBe(404);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/v2/`, { method: 'PUT' })).status).toBe(405);
  });

  it('serves an index by tag and digest, with its children', async () => {
    const registry = await start();
    const digest = registry.push('machines/disk', 'v1', { platforms: [amd64, arm64] });
    const response = await fetch(`${registry.url}/v2/machines/disk/manifests/v1`, { headers: all });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe(ociIndex);
    expect(response.headers.get('docker-content-digest')).toBe(digest);
    expect(response.headers.get('etag')).toBe(`"${digest}"`);
    expect(sha256(text)).toBe(digest);
    const index = JSON.parse(text);
    expect(index.manifests.map(({ platform }: { platform: unknown }) => platform)).toEqual([
      { architecture: 'amd64', os: 'linux' },
      { architecture: 'arm64', os: 'linux', variant: 'v8' },
    ]);
    for (const child of index.manifests) {
      const answer = await fetch(`${registry.url}/v2/machines/disk/manifests/${child.digest}`, {
        headers: all,
      });
      const manifest = await answer.text();
      expect([sha256(manifest), manifest.length]).toEqual([child.digest, child.size]);
      const { config } = JSON.parse(manifest);
      const blob = await fetch(`${registry.url}/v2/machines/disk/blobs/${config.digest}`);
      const { architecture } = JSON.parse(await blob.text());
      expect(architecture).toBe(child.platform.architecture);
    }
  });

  it('tells its authority, where it has one', async () => {
    const plain = await start();
    const safe = await start({ tls: true });
    expect([plain.url, plain.caCertificate]).toEqual([`http://${plain.host}`, undefined]);
    expect(safe.url).toBe(`https://${safe.host}`);
    expect(safe.caCertificate).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  it('answers HEAD with the length of the body it leaves out', async () => {
    const registry = await start();
    const digest = registry.push('a/b', 'v1', { platforms: [amd64] });
    const head = await fetch(`${registry.url}/v2/a/b/manifests/v1`, { method: 'HEAD', headers: all });
    const get = await fetch(`${registry.url}/v2/a/b/manifests/v1`, { headers: all });
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length));
    expect(head.headers.get('docker-content-digest')).toBe(digest);
    expect(await head.text()).toBe('');
  });

  it('gives equal content one digest, and another revision another one', async () => {
    const registry = await start();
    const image = { platforms: [amd64, arm64], attestations: true };
    expect(registry.push('a', 'one', image)).toBe(registry.push('b', 'two', image));
    expect(registry.push('a', 'one', { platforms: [amd64] })).not.toBe(
      registry.push('a', 'one', { platforms: [{ ...amd64, revision: '2' }] }),
    );
    expect(() => registry.push('A', 'one', image)).toThrow('A: no name of a repository');
  });

  it('hides what is OCI from clients that do not accept it', async () => {
    const registry = await start();
    registry.push('a', 'index', { platforms: [amd64], index: true });
    const url = `${registry.url}/v2/a/manifests/index`;
    expect(await errorOf(await fetch(url))).toEqual([404, 'MANIFEST_UNKNOWN']);
    const images = { headers: { accept: `${ociManifest}, ${dockerManifest}` } };
    expect(await errorOf(await fetch(url, images))).toEqual([404, 'MANIFEST_UNKNOWN']);
    expect((await fetch(url, { headers: { accept: `${ociIndex};q=0.5` } })).status).toBe(200);
  });

  it('gives clients that know no Docker lists the child for linux/amd64, by tag only', async () => {
    const registry = await start();
    const digest = registry.push('a', 'list', { platforms: [arm64, amd64], format: 'docker' });
    const headers = { accept: dockerManifest };
    const byTag = await fetch(`${registry.url}/v2/a/manifests/list`, { headers });
    expect(byTag.headers.get('content-type')).toBe(dockerManifest);
    const { config } = (await byTag.json()) as { config: { digest: string } };
    const blob = await fetch(`${registry.url}/v2/a/blobs/${config.digest}`);
    expect(await blob.json()).toMatchObject({ architecture: 'amd64' });
    const byDigest = await fetch(`${registry.url}/v2/a/manifests/${digest}`, { headers });
    expect(byDigest.headers.get('content-type')).toBe(dockerList);
    registry.push('a', 'arm', { platforms: [arm64], format: 'docker', index: true });
    const arm = await fetch(`${registry.url}/v2/a/manifests/arm`, { headers });
    expect(await errorOf(arm)).toEqual([404, 'MANIFEST_UNKNOWN']);
  });

  it('says that a tag has not moved', async () => {
    const registry = await start();
    const digest = registry.push('a', 'v1', { platforms: [amd64] });
    const headers = { ...all, 'if-none-match': `"${digest}"` };
    expect((await fetch(`${registry.url}/v2/a/manifests/v1`, { headers })).status).toBe(304);
  });

  it('refuses what it does not hold', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [amd64] });
    const get = async (path: string) => errorOf(await fetch(`${registry.url}/v2/${path}`, { headers: all }));
    expect(await get('a/manifests/v2')).toEqual([404, 'MANIFEST_UNKNOWN']);
    expect(await get('b/manifests/v1')).toEqual([404, 'MANIFEST_UNKNOWN']);
    expect(await get(`a/manifests/${sha256('')}`)).toEqual([404, 'MANIFEST_UNKNOWN']);
    expect(await get('a/manifests/sha256:12')).toEqual([400, 'DIGEST_INVALID']);
    expect(await get(`a/blobs/${sha256('')}`)).toEqual([404, 'BLOB_UNKNOWN']);
    expect(await get('b/tags/list')).toEqual([404, 'NAME_UNKNOWN']);
    expect(await get('a/tags/list?n=x')).toEqual([400, 'PAGINATION_NUMBER_INVALID']);
  });

  it('serves parts of a blob', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [amd64] });
    const manifest = await fetch(`${registry.url}/v2/a/manifests/v1`, { headers: all });
    const { layers } = (await manifest.json()) as { layers: { digest: string; size: number }[] };
    const { digest, size } = layers[0] ?? { digest: '', size: 0 };
    const part = (range: string) => fetch(`${registry.url}/v2/a/blobs/${digest}`, { headers: { range } });
    const first = await part('bytes=0-1');
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-1/${size}`]);
    expect([...new Uint8Array(await first.arrayBuffer())]).toEqual([0x1f, 0x8b]);
    expect((await part('bytes=-4')).headers.get('content-range')).toBe(
      `bytes ${size - 4}-${size - 1}/${size}`,
    );
    expect((await part(`bytes=${size}-`)).status).toBe(416);
    expect((await part('bytes=0-1,3-4')).status).toBe(200);
  });

  it('lists tags in pages', async () => {
    const registry = await start();
    for (const tag of ['c', 'a', 'b']) registry.push('x/y', tag, { platforms: [amd64] });
    const first = await fetch(`${registry.url}/v2/x/y/tags/list?n=2`);
    expect(await first.json()).toEqual({ name: 'x/y', tags: ['a', 'b'] });
    const [, next] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await fetch(`${registry.url}${next}`);
    expect([await second.json(), second.headers.get('link')]).toEqual([{ name: 'x/y', tags: ['c'] }, null]);
  });
});

describe('synthetic images', () => {
  it('claims the size it is told, and labels the image as simulated', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [{ ...amd64, size: 3_000_000_000 }] });
    const response = await fetch(`${registry.url}/v2/a/manifests/v1`, { headers: all });
    expect(await response.json()).toMatchObject({
      layers: [{ size: 3_000_000_000 }],
      annotations: { 'archipelago.dev/simulated': 'true' },
    });
  });

  it('has layers that tools can unpack', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [{ ...amd64, revision: 'seven' }], format: 'docker' });
    const part = (path: string) => fetch(`${registry.url}/v2/a/${path}`, { headers: all });
    const manifest = await (await part('manifests/v1')).json();
    const { config, layers } = manifest as { config: { digest: string }; layers: { digest: string }[] };
    const gzip = Buffer.from(await (await part(`blobs/${layers[0]?.digest}`)).arrayBuffer());
    const tar = gunzipSync(gzip);
    expect(await (await part(`blobs/${config.digest}`)).json()).toMatchObject({
      rootfs: { diff_ids: [`sha256:${createHash('sha256').update(tar).digest('hex')}`] },
      config: { Labels: { revision: 'seven', 'archipelago.dev/simulated': 'true' } },
    });
    const header = tar.subarray(0, 512);
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8);
    header.fill(' ', 148, 156);
    expect(header.reduce((total, byte) => total + byte, 0)).toBe(sum);
    expect(tar.toString('latin1', 512)).toMatch(/^simulated layer of linux\/amd64\/ seven\n/);
    expect(tar.length % 512).toBe(0);
  });

  it('attests as builders do', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [amd64], attestations: true });
    const response = await fetch(`${registry.url}/v2/a/manifests/v1`, { headers: all });
    const { manifests } = (await response.json()) as { manifests: { digest: string }[] };
    expect(manifests).toHaveLength(2);
    expect(manifests[1]).toMatchObject({
      platform: { os: 'unknown', architecture: 'unknown' },
      annotations: { 'vnd.docker.reference.digest': manifests[0]?.digest },
    });
  });
});

describe('faults', () => {
  it('refuses with a status, and recovers', async () => {
    const registry = await start();
    registry.fail({ kind: 'status', status: 429, retryAfterSeconds: 7 });
    const response = await fetch(`${registry.url}/v2/`);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await errorOf(response)).toEqual([429, 'TOOMANYREQUESTS']);
    registry.fail(undefined);
    expect((await fetch(`${registry.url}/v2/`)).status).toBe(200);
  });

  it('never answers, and stops all the same', async () => {
    const registry = await start();
    registry.fail({ kind: 'hang' });
    const answer = fetch(`${registry.url}/v2/`).then(
      () => 'answered',
      () => 'broken',
    );
    await until(() => registry.requests.length > 0);
    expect(registry.requests[0]?.status).toBe(0);
    await registry.stop();
    expect(await answer).toBe('broken');
  });

  it('answers nonsense', async () => {
    const registry = await start();
    registry.fail({ kind: 'garbage' });
    const response = await fetch(`${registry.url}/v2/a/manifests/v1`);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow();
  });

  it('breaks off in the middle of the body', async () => {
    const registry = await start();
    registry.push('a', 'v1', { platforms: [amd64] });
    registry.fail({ kind: 'cut' });
    const response = await fetch(`${registry.url}/v2/a/manifests/v1`, { headers: all });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await expect(fetch(`${registry.url}/v2/`, { method: 'HEAD' })).rejects.toThrow();
  });
});

it('logs requests', async () => {
  const registry = await start();
  const headers = { 'user-agent': 'a test', authorization: 'Basic eA==' };
  await fetch(`${registry.url}/v2/a/tags/list?n=1`, { headers });
  expect(registry.requests).toEqual([
    {
      method: 'GET',
      path: '/v2/a/tags/list',
      query: 'n=1',
      status: 404,
      userAgent: 'a test',
      authorized: true,
    },
  ]);
});

it('forgets the oldest requests', () => {
  const log = new RequestLog();
  const line = { method: 'GET', path: '/', query: '', status: 200, userAgent: '', authorized: false };
  for (let number = 0; number <= MOST_LINES; number++) log.add({ ...line, path: `/${number}` });
  expect([log.lines.length, log.lines[0]?.path, log.lines.at(-1)?.path]).toEqual([
    MOST_LINES,
    '/1',
    `/${MOST_LINES}`,
  ]);
});
