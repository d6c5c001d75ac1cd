import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { placeOf, scriptedSession } from '../../../../test/support/scripted-session.ts';
import { brokenConnection, type ScriptedAnswer } from '../../../../test/support/scripted-transport.ts';
import { inspectImage } from '../inspecting/inspect-image.ts';
import { lookIntoChild } from '../inspecting/look-into-child.ts';
import type { Descriptor } from '../manifests/descriptor.ts';
import { dockerManifest, ociIndex, ociManifest } from '../manifests/media-types.ts';
import { digestOf } from '../references/digest.ts';
import type { RegistryLimits } from '../requests/registry-session.ts';
import { fetchConfig } from './fetch-config.ts';
import { fetchManifest, headManifest } from './fetch-manifest.ts';

const limits = { manifestBytes: 2_000, configBytes: 1_000, attempts: 1 };
const sha512 = (text: string) => `sha512:${createHash('sha512').update(text).digest('hex')}`;
const digest = (text: string) => digestOf(Buffer.from(text));
const configType = 'application/vnd.oci.image.config.v1+json';
const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip';
const zeros = `sha256:${'0'.repeat(64)}`;

/** A registry that has contents by the end of their path; what it lacks is absent. */
function registry(
  contents: Readonly<Record<string, string | ScriptedAnswer>>,
  more: Partial<RegistryLimits> = {},
) {
  return scriptedSession(
    ({ url }) => {
      const found = contents[url.pathname.replace(/.*\//, '')];
      return typeof found === 'string' ? { body: found } : (found ?? { status: 404 });
    },
    { ...limits, ...more },
  );
}

function described(mediaType: string, text: string, more: Partial<Descriptor> = {}): Descriptor {
  return { mediaType, digest: digest(text), size: Buffer.byteLength(text), ...more };
}

const config = JSON.stringify({ os: 'linux', architecture: 's390x' });
const layer = described(layerType, 'a layer');
const manifestWith = (descriptor: Descriptor) =>
  JSON.stringify({ mediaType: ociManifest, config: descriptor, layers: [layer] });
const manifest = manifestWith(described(configType, config));
const indexOf = (...children: readonly object[]) =>
  JSON.stringify({ mediaType: ociIndex, manifests: children });

describe('a manifest', () => {
  const fetch = (reference: string, answer: string | ScriptedAnswer) => {
    const place = placeOf(`h.example/os${reference}`);
    const name = reference.slice(1);
    return fetchManifest(registry({ [name]: answer }), place);
  };
  const named = (text: string) => ({ body: manifest, headers: { 'docker-content-digest': text } });

  it.each<[string, string, ScriptedAnswer, string]>([
    ['by its digest', `@${digest(manifest)}`, { body: manifest }, digest(manifest)],
    ['by a digest of the other kind', `@${sha512(manifest)}`, { body: manifest }, sha512(manifest)],
    ['by its digest, whatever the registry calls it', `@${digest(manifest)}`, named(zeros), digest(manifest)],
    ['by a tag', ':1', { body: manifest }, digest(manifest)],
    ['by a tag, with its digest', ':1', named(digest(manifest)), digest(manifest)],
    ['by a tag, with its other digest', ':1', named(sha512(manifest)), digest(manifest)],
    ['by a tag, with something that is no digest', ':1', named('sha256:1'), digest(manifest)],
  ])('is fetched %s', async (_, reference, answer, expected) => {
    const fetched = await fetch(reference, answer);
    expect(fetched).toMatchObject({ kind: 'ok', value: { digest: expected, size: manifest.length } });
    expect(fetched.kind === 'ok' && Buffer.from(fetched.value.bytes).toString()).toBe(manifest);
  });

  it.each<[string, string, ScriptedAnswer]>([
    ['by the digest of another', `@${digest(config)}`, { body: manifest }],
    ['by the digest of another that the registry confirms', `@${zeros}`, named(zeros)],
    ['by the other digest of another', `@${sha512(config)}`, { body: manifest }],
    ['by a tag, with the digest of another', ':1', named(zeros)],
    ['by a tag, with the other digest of another', ':1', named(sha512(config))],
    ['of which something is missing', `@${digest(manifest)}`, { body: manifest.slice(0, -1) }],
    ['to which something was added', `@${digest(manifest)}`, { body: `${manifest} ` }],
  ])('is not believed %s', async (_, reference, answer) => {
    expect(await fetch(reference, answer)).toMatchObject({
      kind: 'malformed',
      host: 'h.example',
      asked: `manifest of h.example/os${reference}`,
      reason: expect.stringMatching(/^has the digest sha\d+:[0-9a-f]+ instead of sha\d+:[0-9a-f]+$/),
    });
  });

  it('that breaks off is asked for again', async () => {
    let requests = 0;
    const session = scriptedSession(() => {
      requests += 1;
      const start = Buffer.from(manifest.slice(0, 50));
      return requests === 1 ? { body: [start, brokenConnection()] } : { body: manifest };
    });
    const fetched = fetchManifest(session, placeOf('h.example/os:1'));
    await session.clock.advance(10_000);
    expect(await fetched).toMatchObject({ kind: 'ok', value: { digest: digest(manifest) } });
  });

  it.each([
    [2_000, 'ok'],
    [2_001, 'malformed'],
  ])('of %i bytes, where 2000 are allowed, is %s', async (length, kind) => {
    const fetched = await fetch(':1', { body: manifest.padEnd(length) });
    expect(fetched.kind).toBe(kind);
    if (fetched.kind !== 'ok') expect(fetched).toMatchObject({ reason: 'is larger than 2000 bytes' });
  });

  it('is read no further than it may be long', async () => {
    const body = Array.from({ length: 100 }, () => Buffer.alloc(1_000));
    const session = registry({ 1: { body } });
    expect((await fetchManifest(session, placeOf('h.example/os:1'))).kind).toBe('malformed');
    expect(session.transport.pieces).toBe(3);
  });

  it('is what its type says, in all that the registry is asked for', async () => {
    const type = (contentType: string) => ({ body: manifest, headers: { 'content-type': contentType } });
    expect((await fetch(':1', type(`${ociManifest}; charset=utf-8`))).kind).toBe('ok');
    expect(await fetch(':1', type(dockerManifest))).toMatchObject({ kind: 'malformed' });
    const session = registry({ 1: manifest });
    await fetchManifest(session, placeOf('h.example/os:1'));
    const { Accept = '' } = session.transport.requests[0]?.headers ?? {};
    expect(Accept.split(', ')).toHaveLength(4);
  });

  it.each([
    [digest(manifest), digest(manifest)],
    [sha512(manifest), sha512(manifest)],
    ['sha256:1', undefined],
    [undefined, undefined],
  ])('is told by its digest alone: %s is %s', async (told, value) => {
    const session = registry({ 1: { headers: told === undefined ? {} : { 'docker-content-digest': told } } });
    expect(await headManifest(session, placeOf('h.example/os:1'))).toEqual({ kind: 'ok', value });
    expect(session.transport.requests.map(({ method }) => method)).toEqual(['HEAD']);
  });
});

describe('a config', () => {
  const fetch = (descriptor: Descriptor, answer: string | ScriptedAnswer = config) => {
    const session = registry({ [descriptor.digest]: answer });
    return { session, outcome: fetchConfig(session, placeOf('h.example/os:1'), { config: descriptor }) };
  };

  it.each<[string, Descriptor]>([
    ['by its digest', described(configType, config)],
    ['by a digest of the other kind', described(configType, config, { digest: sha512(config) })],
    ['in Docker’s format', described('application/vnd.docker.container.image.v1+json', config)],
  ])('is fetched %s', async (_, descriptor) => {
    const { session, outcome } = fetch(descriptor);
    expect(await outcome).toMatchObject({ kind: 'ok', value: { platform: { architecture: 's390x' } } });
    expect(session.transport.lines()).toEqual([`GET https://h.example/v2/os/blobs/${descriptor.digest}`]);
  });

  const wrong = { kind: 'malformed', host: 'h.example', asked: 'config of h.example/os:1' };

  it.each<[string, Descriptor, string]>([
    ['that is another', described(configType, config), config.replace('s390x', 'amd64')],
    ['that is another by its other digest', described(configType, config, { digest: sha512('x') }), config],
    ['of which something is missing', described(configType, config), config.slice(0, -1)],
    ['that is shorter than its manifest says', described(configType, config, { size: 40 }), config],
    ['that is longer than its manifest says', described(configType, config, { size: 3 }), config],
  ])('is not believed %s', async (_, descriptor, came) => {
    expect(await fetch(descriptor, came).outcome).toMatchObject({
      ...wrong,
      reason: expect.stringContaining(descriptor.digest),
    });
  });

  it('may be as long as is allowed, and is not asked for when it says it is longer', async () => {
    const [just, long] = [config.padEnd(1_000), config.padEnd(1_001)];
    expect((await fetch(described(configType, just), just).outcome).kind).toBe('ok');
    const { session, outcome } = fetch(described(configType, long), long);
    expect(await outcome).toMatchObject({ ...wrong, reason: 'is larger than 1000 bytes' });
    expect(session.transport.requests).toEqual([]);
  });

  it('is read no further than it may be long, whatever its manifest says', async () => {
    const body = Array.from({ length: 100 }, () => Buffer.alloc(600));
    const { session, outcome } = fetch(described(configType, config), { body });
    expect(await outcome).toMatchObject(wrong);
    expect(session.transport.pieces).toBe(2);
  });

  it.each([
    ['of another artifact', described('application/vnd.cncf.helm.config.v1+json', config), config],
    ['without an architecture', described(configType, '{"os":"linux"}'), '{"os":"linux"}'],
    ['that is no JSON', described(configType, '{'), '{'],
  ])('is none %s', async (_, descriptor, came) => {
    expect(await fetch(descriptor, came).outcome).toMatchObject(wrong);
  });

  it.each<[string, object, object]>([
    ['nothing more', {}, { labels: {}, layers: undefined }],
    ['labels that are texts', { config: { Labels: { a: 'b', c: 7 } } }, { labels: { a: 'b' } }],
    ['labels that are none', { config: { Labels: ['a'] } }, { labels: {} }],
    ['its layers', { rootfs: { diff_ids: ['a', 'b'] } }, { layers: 2 }],
    ['layers that are none', { rootfs: { diff_ids: 'abc' } }, { layers: undefined }],
  ])('tells %s', async (_, more, told) => {
    const text = JSON.stringify({ os: 'linux', architecture: 'arm64', variant: 'v8', ...more });
    const platform = { os: 'linux', architecture: 'arm64', variant: 'v8' };
    expect(await fetch(described(configType, text), text).outcome).toMatchObject({
      value: { platform, ...told },
    });
  });
});

describe('an image of an index', () => {
  const child = described(ociManifest, manifest);
  const look = (entry: object, contents: Readonly<Record<string, string>> = {}, sizes = true) => {
    const session = registry({
      1: indexOf(entry),
      [child.digest]: manifest,
      [digest(config)]: config,
      ...contents,
    });
    return { session, outcome: inspectImage(session, placeOf('h.example/os:1'), sizes) };
  };
  const platform = { os: 'linux', architecture: 's390x' };

  it('is looked into by its digest where its size is wanted or its platform is not told', async () => {
    for (const [entry, sizes] of [
      [{ ...child, platform }, true],
      [child, false],
    ] as const) {
      const { session, outcome } = look(entry, {}, sizes);
      expect(await outcome).toMatchObject({
        kind: 'ok',
        value: { platforms: [{ ...platform, ...child, downloadSize: layer.size }] },
      });
      const asked = session.transport.requests.map(({ url }) => url.pathname.replace(/.*\//, ''));
      expect(asked).toEqual(['1', child.digest, digest(config)]);
    }
    const { session, outcome } = look({ ...child, platform }, {}, false);
    expect(await outcome).toMatchObject({ value: { platforms: [{ downloadSize: undefined }] } });
    expect(session.transport.requests).toHaveLength(1);
  });

  it.each<[string, object, Readonly<Record<string, string>>]>([
    ['that is another', { ...child, platform }, { [child.digest]: `${manifest} ` }],
    ['that is shorter than its entry says', { ...child, platform, size: child.size + 1 }, {}],
    ['that is longer than its entry says', { ...child, platform, size: child.size - 1 }, {}],
    [
      'that is an index itself',
      { ...described(ociManifest, indexOf()), platform },
      { [digest(indexOf())]: indexOf() },
    ],
  ])('is not believed %s', async (_, entry, contents) => {
    expect(await look(entry, contents).outcome).toMatchObject({ kind: 'malformed', host: 'h.example' });
  });

  it('that is gone is absent, and so is its config', async () => {
    const gone = (name: string) => {
      const { outcome } = look({ ...child, platform });
      const session = registry({
        1: indexOf({ ...child, platform }),
        [child.digest]: manifest,
        [digest(config)]: config,
        [name]: { status: 404 },
      });
      return [outcome, inspectImage(session, placeOf('h.example/os:1'), true)] as const;
    };
    for (const name of [child.digest, digest(config)]) {
      const [there, lost] = gone(name);
      expect((await there).kind).toBe('ok');
      expect(await lost).toMatchObject({ kind: 'absent' });
    }
  });

  it('says otherwise than its entry where its config does', async () => {
    const claims = async (claimed: object) => {
      const outcome = await look({ ...child, platform: claimed }).outcome;
      return outcome.kind === 'ok' ? outcome.value.platforms[0] : outcome;
    };
    expect(await claims({ os: 'linux', architecture: 'arm64' })).toMatchObject({
      architecture: 'arm64',
      actual: platform,
    });
    expect(await claims(platform)).not.toHaveProperty('actual');
    // configs rarely name a variant
    expect(await claims({ ...platform, variant: 'z15' })).not.toHaveProperty('actual');
    expect(await claims({ ...platform, os: 'windows' })).toMatchObject({ os: 'windows', actual: platform });
  });

  it('is no platform where it is no image: an attestation, an index, an artifact', async () => {
    const artifact = JSON.stringify({ mediaType: ociManifest, config: layer, layers: [] });
    const contents = { [digest(artifact)]: artifact };
    const unknown = { os: 'unknown', architecture: 'unknown' };
    for (const [entry, platforms] of [
      [{ ...child, platform: unknown }, 0],
      [{ ...child, platform, annotations: { 'vnd.docker.reference.type': 'attestation-manifest' } }, 0],
      [{ ...child, mediaType: ociIndex, platform }, 0],
      [described(ociManifest, artifact), 0],
      [{ ...described(ociManifest, artifact), platform }, 1],
    ] as const) {
      const outcome = await look(entry, contents).outcome;
      expect(outcome.kind === 'ok' && outcome.value.platforms.length).toBe(platforms);
    }
  });

  it('is one of as many as are looked into', async () => {
    const images = (count: number) => {
      const session = registry({ 1: indexOf(...Array(count).fill({ ...child, platform })) }, { children: 2 });
      return inspectImage(session, placeOf('h.example/os:1'), false);
    };
    expect((await images(2)).kind).toBe('ok');
    expect(await images(3)).toMatchObject({ kind: 'malformed', reason: 'has 3 images, more than 2' });
  });
});

describe('all that an image is made of', () => {
  const contents = (of = manifest) => ({ 1: of, [digest(config)]: config, [layer.digest]: {} });

  it('is there', async () => {
    const session = registry(contents());
    expect(await lookIntoChild(session, placeOf('h.example/os:1'), false)).toMatchObject({
      kind: 'ok',
      value: { digest: digest(manifest), missingBlobs: [], layers: { named: 1, described: undefined } },
    });
    const asked = session.transport.requests.filter(({ method }) => method === 'HEAD');
    expect(asked.map(({ url }) => url.pathname.replace(/.*\//, ''))).toEqual([digest(config), layer.digest]);
  });

  it('is told as far as it is not, each once, foreign layers left out', async () => {
    const foreign = {
      ...layer,
      mediaType: 'application/vnd.docker.image.rootfs.foreign.diff.tar',
      digest: zeros,
    };
    const of = JSON.stringify({
      mediaType: ociManifest,
      config: described(configType, config),
      layers: [layer, layer, foreign],
    });
    const session = registry({ ...contents(of), [layer.digest]: { status: 404 } });
    expect(await lookIntoChild(session, placeOf('h.example/os:1'), false)).toMatchObject({
      value: { missingBlobs: [layer.digest] },
    });
  });

  it.each<[string, Readonly<Record<string, ScriptedAnswer | string>>, string]>([
    ['a layer of another size', { [layer.digest]: { headers: { 'content-length': '1' } } }, 'malformed'],
    ['a layer that is not told', { [layer.digest]: { status: 403 } }, 'unauthorized'],
    ['a config that is another', { [digest(config)]: '{"architecture":"arm64"}' }, 'malformed'],
    ['an index', { 1: indexOf() }, 'refused'],
    ['nothing', { 1: { status: 404 } }, 'absent'],
  ])('is not %s', async (_, wrong, kind) => {
    const session = registry({ ...contents(), ...wrong });
    expect((await lookIntoChild(session, placeOf('h.example/os:1'), false)).kind).toBe(kind);
  });
});
