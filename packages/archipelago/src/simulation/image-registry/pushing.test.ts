import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOB_LIMIT, BlobUploads } from './blob-uploads.ts';
import { BODY_LIMIT } from './registry-server.ts';
import { type ImageRegistry, startImageRegistry } from './start-image-registry.ts';

let registry: ImageRegistry;
beforeEach(async () => {
  registry = await startImageRegistry();
});
afterEach(() => registry.stop());

const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
const ociIndex = 'application/vnd.oci.image.index.v1+json';
const dockerManifest = 'application/vnd.docker.distribution.manifest.v2+json';

function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function at(path: string, method: string, init: RequestInit = {}): Promise<Response> {
  return fetch(path.startsWith('http') ? path : `${registry.url}/v2/${path}`, { method, ...init });
}

/** Status and the codes of a refusal. */
async function told(response: Response): Promise<unknown> {
  const { errors } = (await response.json()) as { errors: { code: string }[] };
  return [response.status, ...errors.map(({ code }) => code)];
}

async function pushBlob(name: string, content: string): Promise<string> {
  const digest = sha256(content);
  const answer = await at(`${name}/blobs/uploads/?digest=${digest}`, 'POST', { body: content });
  expect(answer.status).toBe(201);
  return digest;
}

function locationOf(response: Response): string {
  return response.headers.get('location') ?? '';
}

describe('blobs', () => {
  it('come whole', async () => {
    const digest = await pushBlob('a', 'whole');
    expect(await (await at(`a/blobs/${digest}`, 'GET')).text()).toBe('whole');
  });

  it('come in chunks', async () => {
    const begun = await at('a/b/blobs/uploads/', 'POST');
    expect([begun.status, begun.headers.get('range')]).toEqual([202, '0-0']);
    const first = await at(locationOf(begun), 'PATCH', {
      body: 'one ',
      headers: { 'content-range': '0-3' },
    });
    expect([first.status, first.headers.get('range')]).toEqual([202, '0-3']);
    const state = await at(locationOf(first), 'GET');
    expect([state.status, state.headers.get('range')]).toEqual([204, '0-3']);
    const second = await at(locationOf(state), 'PATCH', { body: 'two ' });
    const digest = sha256('one two three');
    const ended = await at(`${locationOf(second)}&digest=${digest}`, 'PUT', { body: 'three' });
    expect([ended.status, ended.headers.get('docker-content-digest')]).toEqual([201, digest]);
    expect(locationOf(ended)).toBe(`${registry.url}/v2/a/b/blobs/${digest}`);
    expect(await (await at(locationOf(ended), 'GET')).text()).toBe('one two three');
    expect(await told(await at(locationOf(second), 'GET'))).toEqual([404, 'BLOB_UPLOAD_UNKNOWN']);
  });

  it('are refused out of order, and at an address that is not the latest', async () => {
    const begun = await at('a/blobs/uploads/', 'POST');
    const first = await at(locationOf(begun), 'PATCH', { body: 'abc' });
    const early = await at(locationOf(first), 'PATCH', { body: 'x', headers: { 'content-range': '7-7' } });
    expect([early.status, early.headers.get('range')]).toEqual([416, '0-2']);
    const old = await at(locationOf(begun), 'PATCH', { body: 'def' });
    expect(await told(old)).toEqual([404, 'BLOB_UPLOAD_INVALID']);
    const elsewhere = locationOf(first).replace('/v2/a/', '/v2/b/');
    expect(await told(await at(elsewhere, 'PATCH', { body: 'x' }))).toEqual([404, 'BLOB_UPLOAD_UNKNOWN']);
  });

  it('are refused under a digest that is not theirs', async () => {
    const begun = await at('a/blobs/uploads/', 'POST');
    expect(await told(await at(locationOf(begun), 'PUT', { body: 'x' }))).toEqual([400, 'DIGEST_INVALID']);
    const wrong = await at(`${locationOf(begun)}&digest=${sha256('y')}`, 'PUT', { body: 'x' });
    expect(await told(wrong)).toEqual([400, 'DIGEST_INVALID']);
    const whole = await at(`a/blobs/uploads/?digest=${sha256('y')}`, 'POST', { body: 'x' });
    expect(await told(whole)).toEqual([400, 'DIGEST_INVALID']);
    expect((await at(`a/blobs/${sha256('y')}`, 'HEAD')).status).toBe(404);
  });

  it('are cancelled', async () => {
    const begun = await at('a/blobs/uploads/', 'POST');
    expect((await at(locationOf(begun), 'DELETE')).status).toBe(204);
    expect((await at(locationOf(begun), 'GET')).status).toBe(404);
  });

  it('are mounted from another repository, or uploaded when that has none', async () => {
    const digest = await pushBlob('from/here', 'shared');
    await pushBlob('to/there', 'its own');
    expect((await at(`to/there/blobs/${digest}`, 'HEAD')).status).toBe(404);
    const mounted = await at(`to/there/blobs/uploads/?mount=${digest}&from=from/here`, 'POST');
    expect(mounted.status).toBe(201);
    expect((await at(`to/there/blobs/${digest}`, 'HEAD')).status).toBe(200);
    const absent = await at(`to/there/blobs/uploads/?mount=${sha256('-')}&from=from/here`, 'POST');
    expect([absent.status, locationOf(absent)]).toEqual([202, expect.stringContaining('/uploads/')]);
  });

  it('have a limit per request', async () => {
    const location = locationOf(await at('a/blobs/uploads/', 'POST'));
    const body = new Uint8Array(BODY_LIMIT + 1);
    expect(await told(await at(location, 'PATCH', { body }))).toEqual([413, 'SIZE_INVALID']);
    expect((await at(location, 'PATCH', { body: 'smaller' })).status).toBe(202);
  });

  it('have a limit each and together, and forgotten uploads give way', () => {
    let made = 0;
    const uploads = new BlobUploads({ now: () => 0, uuid: () => `${made++}`, random: () => 0 });
    const largest = new Uint8Array(BLOB_LIMIT);
    const [first, second, third] = [uploads.begin('a'), uploads.begin('a'), uploads.begin('a')];
    expect(uploads.append(first.id, largest)?.size).toBe(BLOB_LIMIT);
    expect(uploads.append(first.id, new Uint8Array(1))).toBeUndefined();
    uploads.append(second.id, largest);
    expect(uploads.append(third.id, new Uint8Array(1))).toBeUndefined();
    for (let round = 0; round < 32; round++) uploads.begin('b');
    expect(uploads.find('a', third.id)).toBeUndefined();
  });
});

async function imageOf(name: string): Promise<Record<string, unknown>> {
  const [config, layer] = [await pushBlob(name, '{}'), await pushBlob(name, 'layer')];
  return {
    schemaVersion: 2,
    mediaType: ociManifest,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: config, size: 2 },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: layer, size: 5 }],
  };
}

function putManifest(path: string, document: unknown, type = ociManifest): Promise<Response> {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return at(path, 'PUT', { body, headers: { 'content-type': type } });
}

describe('manifests', () => {
  it('are held under a tag and their digest, byte for byte', async () => {
    const text = JSON.stringify(await imageOf('a'), undefined, 3);
    const pushed = await putManifest('a/manifests/v1', text);
    expect([pushed.status, pushed.headers.get('docker-content-digest')]).toEqual([201, sha256(text)]);
    const headers = { accept: ociManifest };
    expect(await (await at('a/manifests/v1', 'GET', { headers })).text()).toBe(text);
    expect((await putManifest(`a/manifests/${sha256(text)}`, text)).status).toBe(201);
    const wrong = await putManifest(`a/manifests/${sha256('')}`, text);
    expect(await told(wrong)).toEqual([400, 'DIGEST_INVALID']);
  });

  it('must have all their parts in the same repository', async () => {
    const image = await imageOf('a');
    const missing = { code: 'MANIFEST_BLOB_UNKNOWN', message: 'blob unknown to registry' };
    const refused = await putManifest('b/manifests/v1', image);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      errors: [
        { ...missing, detail: sha256('{}') },
        { ...missing, detail: sha256('layer') },
      ],
    });
    const text = JSON.stringify(image);
    const child = { mediaType: ociManifest, digest: sha256(text), size: text.length };
    const index = { schemaVersion: 2, mediaType: ociIndex, manifests: [child] };
    const early = await putManifest('a/manifests/v1', index, ociIndex);
    expect(await told(early)).toEqual([400, 'MANIFEST_BLOB_UNKNOWN']);
    await putManifest(`a/manifests/${child.digest}`, text);
    expect((await putManifest('a/manifests/v1', index, ociIndex)).status).toBe(201);
  });

  it('need not have layers that are fetched from elsewhere', async () => {
    const layer = {
      mediaType: 'application/vnd.oci.image.layer.nondistributable.v1.tar',
      digest: sha256('elsewhere'),
      size: 9,
    };
    const image = await imageOf('a');
    const foreign = { ...layer, urls: ['https://elsewhere.example/layer'] };
    expect((await putManifest('a/manifests/v1', { ...image, layers: [foreign] })).status).toBe(201);
    const without = await putManifest('a/manifests/v1', { ...image, layers: [layer] });
    expect(await told(without)).toEqual([400, 'MANIFEST_BLOB_UNKNOWN']);
  });

  it('must be what they are said to be', async () => {
    const image = await imageOf('a');
    const refuses = async (document: unknown, type?: string) =>
      expect(await told(await putManifest('a/manifests/v1', document, type))).toEqual([
        400,
        'MANIFEST_INVALID',
      ]);
    await refuses(image, ociIndex);
    await refuses(image, dockerManifest);
    await refuses({ ...image, mediaType: undefined }, dockerManifest);
    await refuses(image, 'application/json');
    await refuses({ ...image, manifests: [] });
    await refuses({ ...image, schemaVersion: 1 });
    await refuses({ ...image, config: { digest: 'sha256:1' } });
    await refuses({ ...image, layers: 'none' });
    await refuses({ ...image, layers: [null] });
    await refuses({ schemaVersion: 2, manifests: [], layers: [] }, ociIndex);
    await refuses('{');
    await refuses('null');
    await refuses('[');
    await refuses('{"problem":"a field of this name"}');
    await refuses(`${'['.repeat(100_000)}`);
    await refuses('{"__proto__":{"schemaVersion":2,"layers":[]}}');
    expect((await putManifest('a/manifests/v1', { ...image, mediaType: undefined })).status).toBe(201);
    const large = await putManifest('a/manifests/v1', `${JSON.stringify(image)}${' '.repeat(4 << 20)}`);
    expect(await told(large)).toEqual([413, 'SIZE_INVALID']);
  });

  it('are deleted with their tags; a tag alone leaves its manifest', async () => {
    const headers = { accept: ociManifest };
    const get = async (reference: string) =>
      (await at(`a/manifests/${reference}`, 'HEAD', { headers })).status;
    const digest = registry.push('a', 'one', { platforms: [{ architecture: 'amd64' }] });
    registry.push('a', 'two', { platforms: [{ architecture: 'amd64' }] });
    registry.push('a', 'other', { platforms: [{ architecture: 'arm64' }] });
    expect((await at('a/manifests/one', 'DELETE')).status).toBe(202);
    expect([await get('one'), await get('two'), await get(digest)]).toEqual([404, 200, 200]);
    expect((await at(`a/manifests/${digest}`, 'DELETE')).status).toBe(202);
    expect([await get('two'), await get(digest), await get('other')]).toEqual([404, 404, 200]);
    expect(await told(await at(`a/manifests/${digest}`, 'DELETE'))).toEqual([404, 'MANIFEST_UNKNOWN']);
  });
});
