import { describe, expect, it } from 'vitest';
import { placeOf, scriptedSession } from '../../../../test/support/scripted-session.ts';
import {
  brokenConnection,
  type Script,
  type ScriptedAnswer,
} from '../../../../test/support/scripted-transport.ts';
import type { Descriptor } from '../manifests/descriptor.ts';
import { ociIndex, ociManifest } from '../manifests/media-types.ts';
import { hasBlob } from '../pulling/has-blob.ts';
import { repositoryOf } from '../pulling/repository-place.ts';
import { digestOf } from '../references/digest.ts';
import type { HttpRequest } from '../requests/http-exchange.ts';
import { copyImage } from './copy-image.ts';
import { deleteManifest } from './delete-manifest.ts';
import { contentSource, pushBlob } from './push-blob.ts';
import { pushManifest } from './push-manifest.ts';

const configType = 'application/vnd.oci.image.config.v1+json';
const layerType = 'application/vnd.oci.image.layer.v1.tar+gzip';
const linux = (architecture: string) => ({ os: 'linux', architecture });

/** Contents by their digest, and the index or manifest that has the tag. */
interface Stored {
  readonly contents: ReadonlyMap<string, Buffer>;
  readonly root: Descriptor;
}

function described(mediaType: string, content: Buffer): Descriptor {
  return { mediaType, digest: digestOf(content), size: content.length };
}

function store(contents: Map<string, Buffer>, mediaType: string, value: object | string): Descriptor {
  const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  const descriptor = described(mediaType, content);
  contents.set(descriptor.digest, content);
  return descriptor;
}

/** Of one architecture: a config, a layer of its own and one that all have. */
function storeImage(contents: Map<string, Buffer>, architecture: string): Descriptor {
  const config = store(contents, configType, linux(architecture));
  const layers = [`layer of ${architecture}`, 'common'].map((text) => store(contents, layerType, text));
  return store(contents, ociManifest, { mediaType: ociManifest, config, layers });
}

function storeIndex(contents: Map<string, Buffer>, manifests: readonly object[]): Descriptor {
  return store(contents, ociIndex, { mediaType: ociIndex, manifests });
}

function twoArchitectures(): Stored {
  const contents = new Map<string, Buffer>();
  const entries = ['amd64', 'arm64'].map((each) => ({
    ...storeImage(contents, each),
    platform: linux(each),
  }));
  return { contents, root: storeIndex(contents, entries) };
}

/** `from.example` has what is stored; `to.example` takes everything and has nothing. */
function registries(
  { contents, root }: Stored,
  change?: (request: HttpRequest) => ScriptedAnswer | Error | undefined,
) {
  const script: Script = (request) => {
    const changed = change?.(request);
    if (changed !== undefined) return changed;
    const { method, url } = request;
    const name = url.pathname.replace(/.*\//, '');
    if (url.host === 'from.example') {
      const body = contents.get(name === '1' ? root.digest : name);
      return body === undefined ? { status: 404 } : { body };
    }
    if (method === 'HEAD' || method === 'GET') return { status: 404 };
    return method === 'POST' ? { status: 202, headers: { location: '/v2/os/uploads/1' } } : { status: 201 };
  };
  return scriptedSession(script, { attempts: 1 });
}

const at = (host: string, name = 'os:1') => placeOf(`${host}.example/${name}`);
type Session = ReturnType<typeof registries>;

function pushes({ transport }: Session): readonly string[] {
  return transport.requests
    .filter(({ method, url }) => method === 'PUT' && url.host === 'to.example')
    .map(({ url }) => url.searchParams.get('digest') ?? url.pathname.replace('/v2/os/manifests/', ''));
}

async function copy(stored: Stored, change?: Parameters<typeof registries>[1]) {
  const session = registries(stored, change);
  const outcome = await copyImage(session, { from: at('from'), to: at('to') });
  return { session, outcome, pushed: pushes(session) };
}

const text = (value: unknown) => JSON.stringify(value);

describe('an image that is copied', () => {
  it('arrives from below: blobs, then what names them, the index with its tag last', async () => {
    const stored = twoArchitectures();
    const { outcome, pushed } = await copy(stored);
    expect(outcome).toMatchObject({ kind: 'ok', value: { ...stored.root, manifests: 3 } });
    expect(pushed.at(-1)).toBe('1');
    expect([...pushed.slice(0, -1)].sort()).toEqual(
      [...stored.contents.keys()].filter((each) => each !== stored.root.digest).sort(),
    );
    for (const [position, digest] of pushed.entries()) {
      const content = stored.contents.get(digest === '1' ? stored.root.digest : digest)?.toString() ?? '';
      for (const [named] of content.matchAll(/sha256:[0-9a-f]{64}/g))
        expect(pushed.indexOf(named), `${named} before ${digest}`).toBeLessThan(position);
    }
  });

  it('under a digest has no tag, and is refused under another before anything is pushed', async () => {
    const stored = twoArchitectures();
    const session = registries(stored);
    const to = (digest: string) => ({ from: at('from'), to: at('to', `os@${digest}`) });
    expect((await copyImage(session, to(stored.root.digest))).kind).toBe('ok');
    expect(pushes(session).at(-1)).toBe(stored.root.digest);
    const other = registries(stored);
    expect(await copyImage(other, to(digestOf(Buffer.from('x'))))).toMatchObject({
      kind: 'refused',
      host: 'to.example',
    });
    expect(other.transport.requests).toHaveLength(1);
  });

  it.each<[string, (stored: Stored, request: HttpRequest) => Buffer | undefined, RegExp]>([
    [
      'a manifest',
      ({ contents }, { url }) =>
        url.pathname.includes('manifests/sha') ? contents.values().next().value : undefined,
      /^has the digest .* instead of/,
    ],
    [
      'a blob',
      (_, { url }) => (url.pathname.includes('blobs') ? Buffer.alloc(400) : undefined),
      /^has more than/,
    ],
    [
      'the end of a blob',
      ({ contents }, { url }) =>
        url.pathname.includes('blobs') ? contents.get(url.pathname.slice(13))?.subarray(1) : undefined,
      /^has \d+ bytes instead of \d+$/,
    ],
    [
      'a byte of a blob',
      ({ contents }, { url }) => {
        const content = Buffer.from(contents.get(url.pathname.slice(13)) ?? '');
        content[0] = (content[0] ?? 0) ^ 1;
        return url.pathname.includes('blobs') ? content : undefined;
      },
      /^has the digest/,
    ],
  ])('is not copied when its registry swaps %s', async (_, swapped, reason) => {
    const stored = twoArchitectures();
    const { outcome, pushed } = await copy(stored, (request) => {
      if (request.url.host !== 'from.example') return undefined;
      const body = swapped(stored, request);
      return body === undefined ? undefined : { body };
    });
    expect(outcome).toMatchObject({
      kind: 'malformed',
      host: 'from.example',
      reason: expect.stringMatching(reason),
    });
    expect(
      pushed.filter((each) => stored.contents.get(each)?.toString().includes('mediaType') ?? true),
    ).toEqual([]);
  });

  it.each([1, -1])('is not copied when its index says that a manifest is %i bytes longer', async (more) => {
    const { contents } = twoArchitectures();
    const child = storeImage(new Map(contents), 'amd64');
    const root = storeIndex(new Map(contents), [{ ...child, size: child.size + more }]);
    const all = new Map(contents);
    storeIndex(all, [{ ...child, size: child.size + more }]);
    const { outcome, pushed } = await copy({ contents: all, root });
    expect(outcome).toMatchObject({ kind: 'malformed', host: 'from.example' });
    expect(pushed).toEqual([]);
  });

  it.each([
    [3, 'ok'],
    [4, 'malformed'],
  ])('may be an index %i deep: %s', async (depth, kind) => {
    const contents = new Map<string, Buffer>();
    let root = storeImage(contents, 'amd64');
    for (let level = 0; level < depth; level += 1) root = storeIndex(contents, [root]);
    const { outcome, pushed } = await copy({ contents, root });
    expect([outcome.kind, pushed.includes('1')]).toEqual([kind, kind === 'ok']);
  });

  it('ends with the first blob that fails', async () => {
    const contents = new Map<string, Buffer>();
    const config = store(contents, configType, linux('amd64'));
    const layers = Array.from({ length: 20 }, (_, index) => store(contents, layerType, `layer ${index}`));
    const root = store(contents, ociManifest, { mediaType: ociManifest, config, layers });
    const { outcome, session, pushed } = await copy({ contents, root }, ({ method, url }) =>
      method === 'HEAD' && url.pathname.endsWith(config.digest) ? { status: 403 } : undefined,
    );
    expect(outcome).toMatchObject({ kind: 'unauthorized', host: 'to.example' });
    expect(pushed).toEqual([]);
    expect(session.transport.requests.length).toBeLessThan(20);
  });

  it('may have many layers, without a warning of Node’s to whoever copies it', async () => {
    const contents = new Map<string, Buffer>();
    const config = store(contents, configType, linux('amd64'));
    const layers = Array.from({ length: 60 }, (_, index) => store(contents, layerType, `layer ${index}`));
    const root = store(contents, ociManifest, { mediaType: ociManifest, config, layers });
    const warnings: string[] = [];
    const warned = ({ message }: Error) => warnings.push(message);
    process.on('warning', warned);
    const { outcome } = await copy({ contents, root });
    process.off('warning', warned);
    expect([outcome.kind, warnings]).toEqual(['ok', []]);
  });

  it('is mounted only within its registry, from its own repository', async () => {
    const stored = twoArchitectures();
    const posts = ({ transport }: Session) =>
      transport.requests
        .filter(({ method }) => method === 'POST')
        .map(({ url }) => url.searchParams.get('from'));
    const far = registries(stored);
    await copyImage(far, { from: at('from'), to: at('to') });
    expect(posts(far)).toEqual(Array(5).fill(null));
    const near = registries(stored, ({ method, url }) => {
      if (method === 'HEAD') return { status: 404 };
      return method === 'POST' || (method === 'PUT' && url.host === 'from.example')
        ? { status: 201 }
        : undefined;
    });
    expect(await copyImage(near, { from: at('from', 'a/os:1'), to: at('from', 'b/os:1') })).toMatchObject({
      value: { blobs: { mounted: { blobs: 5 }, copied: { blobs: 0 }, present: { blobs: 0 } } },
    });
    expect(posts(near)).toEqual(Array(5).fill('a/os'));
    const mounted = near.transport.requests
      .filter(({ method }) => method === 'POST')
      .map(({ url }) => url.pathname + url.search);
    for (const line of mounted)
      expect(line).toMatch(/^\/v2\/b\/os\/blobs\/uploads\/\?mount=sha256:[0-9a-f]{64}&from=a%2Fos$/);
  });

  it.each<[string, ScriptedAnswer | Error, string]>([
    ['does not mount', { status: 405 }, 'ok'],
    ['lets nobody read there', { status: 403 }, 'ok'],
    ['is failing', { status: 503 }, 'unreachable'],
    ['is gone', brokenConnection(), 'unreachable'],
    ['is busy', { status: 429 }, 'rateLimited'],
  ])('is moved where its registry %s, or not at all: %o: %s', async (_, answer, kind) => {
    const session = registries(twoArchitectures(), ({ method, url }) => {
      if (method === 'HEAD') return { status: 404 };
      if (method === 'POST')
        return url.search === '' ? { status: 202, headers: { location: '/up' } } : answer;
      return method === 'PUT' || method === 'PATCH' ? { status: 201 } : undefined;
    });
    const copied = await copyImage(session, { from: at('from', 'a/os:1'), to: at('from', 'b/os:1') });
    expect(copied.kind).toBe(kind);
    if (copied.kind === 'ok') expect(copied.value.blobs.copied.blobs).toBe(5);
  });

  it('of one platform is copied as it is where that is wanted, and not where another is', async () => {
    const contents = new Map<string, Buffer>();
    const root = storeImage(contents, 'arm64');
    const copyFor = async (...architectures: readonly string[]) => {
      const session = registries({ contents, root });
      const request = { from: at('from'), to: at('to'), platforms: architectures.map(linux) };
      return { outcome: await copyImage(session, request), pushed: pushes(session) };
    };
    expect((await copyFor('arm64')).outcome).toMatchObject({ kind: 'ok', value: { ...root, manifests: 1 } });
    const { outcome, pushed } = await copyFor('arm64', 's390x');
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'it has no image for linux/s390x' });
    expect(pushed).toEqual([]);
  });

  it('that is there already is not moved', async () => {
    const stored = twoArchitectures();
    const { outcome, session } = await copy(stored, ({ method }) => (method === 'HEAD' ? {} : undefined));
    expect(outcome).toMatchObject({
      value: { blobs: { present: { blobs: 5 }, copied: { blobs: 0, bytes: 0 } } },
    });
    expect(
      session.transport.requests.some(
        ({ method, url }) => method === 'POST' || url.pathname.includes('uploads'),
      ),
    ).toBe(false);
  });

  it('of some platforms has neither the others nor attestations', async () => {
    const contents = new Map<string, Buffer>();
    const children = ['s390x', 'amd64', 'arm64'].map((each) => ({
      ...storeImage(contents, each),
      platform: linux(each),
    }));
    const statement = {
      ...storeImage(contents, 'unknown'),
      platform: { os: 'unknown', architecture: 'unknown' },
    };
    const annotated = {
      ...storeImage(contents, 'riscv64'),
      platform: linux('amd64'),
      annotations: { 'vnd.docker.reference.type': 'x' },
    };
    const root = storeIndex(contents, [statement, annotated, ...children]);
    const session = registries({ contents, root });
    const outcome = await copyImage(session, {
      from: at('from'),
      to: at('to'),
      platforms: [linux('s390x'), linux('amd64')],
    });
    expect(outcome).toMatchObject({ kind: 'ok', value: { manifests: 3 } });
    const written = session.transport.requests.at(-1)?.body;
    const index: { manifests: readonly Descriptor[] } = JSON.parse(Buffer.from(written ?? '').toString());
    expect(index.manifests.map(({ digest }) => digest)).toEqual([children[1]?.digest, children[0]?.digest]);
    expect(
      await copyImage(registries({ contents, root }), {
        from: at('from'),
        to: at('to'),
        platforms: [linux('unknown')],
      }),
    ).toMatchObject({
      kind: 'refused',
      reason: 'it has no image for linux/unknown',
    });
  });
});

describe('a blob', () => {
  const content = Buffer.from('content');
  const blob = described(layerType, content);
  const place = repositoryOf(at('to'));
  const answering = (answers: Readonly<Record<string, ScriptedAnswer | Error>>) =>
    scriptedSession(({ method }) => answers[method] ?? { status: 201 }, { attempts: 2, chunkBytes: 4 });

  it.each<[string, ScriptedAnswer | Error, object]>([
    ['is there', {}, { kind: 'ok', value: true }],
    ['is there, of its size', { headers: { 'content-length': '7' } }, { kind: 'ok', value: true }],
    ['is not there', { status: 404 }, { kind: 'ok', value: false }],
    [
      'is there, cut short',
      { headers: { 'content-length': '6' } },
      { kind: 'malformed', reason: 'has 6 bytes instead of 7' },
    ],
    ['is there, with more', { headers: { 'content-length': '8' } }, { kind: 'malformed' }],
    ['is there, of no size', { headers: { 'content-length': 'x' } }, { kind: 'malformed' }],
    ['is not told', { status: 403 }, { kind: 'unauthorized' }],
  ])('%s', async (_, answer, outcome) => {
    expect(await hasBlob(answering({ HEAD: answer }), place, blob)).toMatchObject(outcome);
  });

  it.each([
    ['less than it promises', content.subarray(1), 'instead of 7 bytes'],
    ['more than it promises', Buffer.concat([content, content]), 'more than 7 bytes'],
  ])('with %s is never finished', async (_, bytes, reason) => {
    const session = answering({
      POST: { status: 202, headers: { location: '/up' } },
      PATCH: { status: 202 },
    });
    const source = contentSource(() => [bytes.subarray(0, 5), bytes.subarray(5)]);
    expect(await pushBlob(session, place, { blob, source })).toMatchObject({
      kind: 'malformed',
      reason: expect.stringContaining(reason),
    });
    expect(session.transport.requests.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('goes in the chunks that are told, each where the one before leads', async () => {
    let posts = 0;
    const session = scriptedSession(
      ({ method }) => {
        posts += 1;
        return { status: method === 'PUT' ? 201 : 202, headers: { location: `/up/${posts}?state=a%2Fb` } };
      },
      { chunkBytes: 3 },
    );
    const source = contentSource(() => [content]);
    expect((await pushBlob(session, place, { blob, source })).kind).toBe('ok');
    const lines = session.transport.requests.map(({ method, url, headers, body }) =>
      [
        method,
        url.pathname + url.search,
        headers['Content-Range'] ?? '-',
        Buffer.from(body ?? '').toString(),
      ].join(' '),
    );
    expect(lines).toEqual([
      'POST /v2/os/blobs/uploads/ - ',
      'PATCH /up/1?state=a%2Fb 0-2 con',
      'PATCH /up/2?state=a%2Fb 3-5 ten',
      `PUT /up/3?state=a%2Fb&digest=${blob.digest} 6-6 t`,
    ]);
  });

  it.each([
    ['2', ['0-2', '3-5', '6-6']],
    ['5', ['0-4', '5-6']],
    ['9999999999999', ['0-6']],
    ['x', ['0-2', '3-5', '6-6']],
  ])('goes in chunks no smaller than the registry wants: %s', async (least, ranges) => {
    const headers = { location: '/up', 'oci-chunk-min-length': least };
    const session = scriptedSession(({ method }) => ({ status: method === 'PUT' ? 201 : 202, headers }), {
      chunkBytes: 3,
    });
    await pushBlob(session, place, { blob, source: contentSource(() => [content]) });
    expect(session.transport.requests.slice(1).map((each) => each.headers['Content-Range'])).toEqual(ranges);
  });

  /** An upload whose registry answers a PATCH badly once, and then says how far it is. */
  async function interrupted(
    failure: ScriptedAnswer | Error,
    state: ScriptedAnswer,
    {
      last = { status: 201 },
      there = { status: 404 },
    }: Readonly<Record<string, ScriptedAnswer | Error>> = {},
  ) {
    let patches = 0;
    const session = scriptedSession(
      ({ method }) => {
        if (method === 'POST') return { status: 202, headers: { location: '/up' } };
        if (method === 'GET') return state;
        if (method === 'HEAD') return there;
        if (method === 'PUT') return last;
        patches += 1;
        return patches === 1 ? failure : { status: 202 };
      },
      { chunkBytes: 4, attempts: 2 },
    );
    const pushed = pushBlob(session, place, { blob, source: contentSource(() => [content]) });
    await session.clock.advance(600_000);
    const lines = session.transport.requests.map(({ method, body }) =>
      `${method} ${Buffer.from(body ?? '').toString()}`.trim(),
    );
    return { outcome: await pushed, lines };
  }
  const begin = ['POST', 'PATCH cont'];

  it.each<[string, ScriptedAnswer, readonly string[]]>([
    ['the middle of a chunk', { status: 204, headers: { range: '0-1' } }, ['GET', 'PATCH nt', 'PUT ent']],
    ['its end', { status: 204, headers: { range: 'bytes=0-3' } }, ['GET', 'PATCH', 'PUT ent']],
    ['beyond it', { status: 204, headers: { range: '0-4' } }, ['GET', 'HEAD', ...begin, 'PUT ent']],
    ['nowhere, or a byte', { status: 204, headers: { range: '0-0' } }, ['GET', 'HEAD', ...begin, 'PUT ent']],
    ['nowhere that it says', { status: 204 }, ['GET', 'HEAD', ...begin, 'PUT ent']],
    ['nowhere that it knows', { status: 404 }, ['GET', 'HEAD', ...begin, 'PUT ent']],
  ])('goes on after a failure from %s', async (_, state, lines) => {
    for (const failure of [brokenConnection(), { status: 500 }])
      expect(await interrupted(failure, state)).toEqual({
        outcome: { kind: 'ok', value: undefined },
        lines: [...begin, ...lines],
      });
  });

  it.each<[string, ScriptedAnswer]>([
    ['404', { status: 404 }],
    ['416', { status: 416 }],
    ['an unknown upload', { status: 400, body: text({ errors: [{ code: 'BLOB_UPLOAD_UNKNOWN' }] }) }],
    ['another length', { status: 202, headers: { range: '0-2' } }],
  ])('begins anew after %s', async (_, failure) => {
    expect(await interrupted(failure, {})).toEqual({
      outcome: { kind: 'ok', value: undefined },
      lines: [...begin, 'HEAD', ...begin, 'PUT ent'],
    });
  });

  it('waits before it begins anew, longer each time, and leaves the upload that was lost', async () => {
    const begins: number[] = [];
    const session = scriptedSession(
      ({ method }) => {
        if (method !== 'POST') return { status: 404 };
        begins.push(session.clock.monotonic());
        return { status: 202, headers: { location: '/new' } };
      },
      { chunkBytes: 4, attempts: 3, backoff: { baseMs: 1_000, capMs: 60_000 } },
    );
    const begun = { kind: 'begun', address: new URL('https://to.example/lost'), leastBytes: 0 } as const;
    const pushed = pushBlob(session, place, { blob, source: contentSource(() => [content]), begun });
    await session.clock.advance(600_000);
    expect(await pushed).not.toMatchObject({ kind: 'ok' });
    // half of one second and of two
    expect(begins).toEqual([500, 1_500]);
    const patched = session.transport.requests.filter(({ method }) => method === 'PATCH');
    expect(patched.map(({ url }) => url.pathname)).toEqual(['/lost', '/new', '/new']);
  });

  it('is there although the answer to its last chunk was lost', async () => {
    const gone = { status: 404 };
    const lost = await interrupted({ status: 202 }, gone, { last: brokenConnection(), there: {} });
    expect(lost.outcome).toEqual({ kind: 'ok', value: undefined });
    expect(lost.lines).toEqual([...begin, 'PUT ent', 'GET', 'HEAD']);
    const never = await interrupted({ status: 202 }, gone, { last: brokenConnection() });
    expect(never.outcome).toMatchObject({ kind: 'unreachable', host: 'to.example' });
    expect(never.lines.filter((line) => line === 'POST')).toHaveLength(2);
  });

  it('is refused at once where nothing can be mended', async () => {
    expect((await interrupted({ status: 403 }, {})).lines).toEqual(begin);
    const wrong = { status: 400, body: text({ errors: [{ code: 'DIGEST_INVALID' }] }) };
    const whole = await interrupted({ status: 202 }, {}, { last: wrong });
    expect(whole.outcome).toMatchObject({ kind: 'refused', status: 400 });
    expect(whole.lines).toEqual([...begin, 'PUT ent']);
  });
});

describe('a manifest', () => {
  const bytes = Buffer.from('{}');
  const manifest = { ...described(ociManifest, bytes), bytes };
  const place = repositoryOf(at('to'));

  it.each<[string, ScriptedAnswer, string]>([
    [
      'is held under its digest',
      { status: 201, headers: { 'docker-content-digest': manifest.digest } },
      'ok',
    ],
    ['is held', { status: 201 }, 'ok'],
    [
      'is held under another digest',
      { status: 201, headers: { 'docker-content-digest': digestOf(Buffer.from('x')) } },
      'malformed',
    ],
    ['is not held', { status: 404 }, 'refused'],
  ])('%s', async (_, answer, kind) => {
    const session = scriptedSession(() => answer);
    expect((await pushManifest(session, place, { manifest, tag: 'v1' })).kind).toBe(kind);
    expect(session.transport.requests).toMatchObject([
      {
        method: 'PUT',
        headers: { 'Content-Type': ociManifest },
        body: bytes,
        url: { pathname: '/v2/os/manifests/v1' },
      },
    ]);
  });

  it.each<[string, readonly number[], boolean, readonly boolean[], readonly string[]]>([
    ['never', [], false, [false], []],
    ['not a second time', [503], false, [true, false], ['https']],
    ['not with a login that was asked for', [401], false, [true, false], ['https']],
    ['not without TLS where it was tried with it', [0], true, [true, false], ['https']],
    ['each time', [503, 202], false, [true, true], ['https', 'https']],
  ])('is deleted only while that is allowed: %s', async (...[, statuses, insecure, allowed, sent]) => {
    const credential = { kind: 'password', username: 'u', password: 'p' } as const;
    const login = { scope: 'to.example', credential };
    const answers = [...statuses];
    const session = scriptedSession(() => {
      const status = answers.shift() ?? 202;
      if (status === 0) return brokenConnection('EPROTO');
      return { status, headers: status === 401 ? { 'www-authenticate': 'Basic realm="r"' } : {} };
    });
    const said = [...allowed];
    const deleting = deleteManifest(
      session,
      { ...place, insecure, access: { credentials: [login], ca: undefined } },
      manifest.digest,
      () => said.shift() ?? false,
    );
    await session.clock.advance(20_000);
    const deleted = await deleting;
    expect(deleted.kind).toBe(allowed.at(-1) === true ? 'ok' : 'aborted');
    expect(session.transport.requests.map(({ url }) => url.protocol.replace(':', ''))).toEqual(sent);
  });

  it('is taken away by its digest', async () => {
    const session = scriptedSession(() => ({ status: 202 }));
    expect(await deleteManifest(session, place, manifest.digest)).toEqual({ kind: 'ok', value: undefined });
    expect(session.transport.lines()).toEqual([
      `DELETE https://to.example/v2/os/manifests/${manifest.digest}`,
    ]);
    expect(
      (
        await deleteManifest(
          scriptedSession(() => ({ status: 405 })),
          place,
          'x',
        )
      ).kind,
    ).toBe('refused');
    expect(
      (
        await deleteManifest(
          scriptedSession(() => ({ status: 404 })),
          place,
          'x',
        )
      ).kind,
    ).toBe('absent');
  });
});
