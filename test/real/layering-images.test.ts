import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  createRegistryClient,
  createRegistrySession,
  createRegistryWriter,
  digestOf,
  ociIndex,
  type RegistrySession,
  repositoryOf,
  succeeded,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { names } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { planBuildRemoval } from '../../packages/archipelago/src/layering/build-plan/plan-build-removal.ts';
import type {
  RegistryAnswer,
  RegistryQuestion,
} from '../../packages/archipelago/src/layering/build-plan/registry-question.ts';
import { verifyIndex } from '../../packages/archipelago/src/layering/verify-index.ts';
import { createAskRegistry } from '../../packages/archipelago/src/operator/layering/ask-registry.ts';
import { distributionRegistry } from '../support/distribution-registry.ts';
import type { LoggedRequest } from '../support/docker-registry.ts';
import { type FaultyRegistry, startFaultyRegistry } from '../support/faulty-registry.ts';
import { type MeddlingRegistry, startMeddlingRegistry } from '../support/meddling-registry.ts';
import { pushTestImage, type TestImage } from '../support/test-image.ts';
import {
  accessTo,
  type ImageWorld,
  judgeAt,
  openImageWorld,
  placeAt,
  type Side,
} from './layering-images/open-image-world.ts';
import { pullImage, skopeoAt, tagsOf } from './layering-images/pull-image.ts';

// Numbers are those of the scenarios of on-cluster layering; the judge is skopeo wherever it can be.
const architectures = ['amd64', 'arm64', 's390x'] as const;
type Digests = Readonly<Record<string, string>>;

const distribution = await distributionRegistry((line) => process.stdout.write(`${line}\n`));
if (distribution.kind === 'missing')
  process.stdout.write(
    `skipped: distribution's registry of today, which is not here: ${distribution.reason}\n`,
  );

let world: ImageWorld;
let builds: Side;
let final: Side;
/** Plain HTTP, for what stands before it. */
let open: Side;
let faulty: FaultyRegistry;
let meddling: MeddlingRegistry;
let session: RegistrySession;
/** Of the base image, by architecture; an index, `base:v1`, names them. */
let bases: Digests;
/** Built from them. */
let children: Digests;

beforeAll(async () => {
  world = await openImageWorld();
  ({ builds, final } = world);
  open = await world.start({ open: true });
  faulty = await startFaultyRegistry(open.host);
  meddling = await startMeddlingRegistry(open.host);
  for (const { host } of [faulty, meddling]) world.allowPlain(host);
  session = createRegistrySession();
  bases = await each((architecture) => buildBase(`base:${architecture}`, architecture));
  await world.buildah.index(
    `${builds.host}/base:v1`,
    Object.values(bases).map((digest) => `${builds.host}/base@${digest}`),
  );
  children = await each((architecture) => buildChild(`os:build-${architecture}`, architecture));
});

afterAll(async () => {
  session?.transport.close();
  await Promise.all([faulty?.stop(), meddling?.stop()]);
  await world?.close();
});

beforeEach(() => {
  faulty.plan();
  meddling.meddle((_, answer) => answer);
});

async function each(build: (architecture: string) => Promise<string>): Promise<Digests> {
  const digests: Record<string, string> = {};
  for (const architecture of architectures) digests[architecture] = await build(architecture);
  return digests;
}

function buildBase(name: string, architecture: string): Promise<string> {
  return world.buildah.build(`${builds.host}/${name}`, {
    architecture,
    containerfile: 'FROM scratch\nCOPY program /program\n',
    files: { program: `machine code of ${architecture}\n` },
  });
}

interface ChildOptions {
  readonly marker?: string;
  readonly base?: string;
  readonly format?: 'oci' | 'docker';
}

function buildChild(name: string, platform: string, options: ChildOptions = {}): Promise<string> {
  const [architecture = ''] = platform.split('/');
  const { marker = 'v1', base = `base@${bases[architecture]}`, format = 'oci' } = options;
  return world.buildah.build(`${builds.host}/${name}`, {
    architecture: platform,
    format,
    containerfile: `FROM ${builds.host}/${base}\nCOPY marker /marker\n`,
    files: { marker: `${marker} of ${architecture}\n` },
  });
}

function partsOf(digests: Digests, { host }: Pick<Side, 'host'> = builds, repository = 'os'): Digests {
  const parts = Object.entries(digests).map(([architecture, digest]) => [
    architecture,
    `${host}/${repository}@${digest}`,
  ]);
  return Object.fromEntries(parts);
}

function baseFlags(digests: Digests = bases): readonly string[] {
  return Object.entries(digests).map(([architecture, digest]) => `--base=${architecture}=${digest}`);
}

interface RawIndex {
  readonly digest: string;
  readonly mediaType: string;
  readonly manifests: readonly {
    readonly mediaType: string;
    readonly digest: string;
    readonly size: number;
    readonly platform: { readonly os: string; readonly architecture: string; readonly variant?: string };
  }[];
}

async function rawIndex(side: Side, name: string): Promise<RawIndex> {
  const raw = await world.skopeo.raw(`${side.host}/${name}`, judgeAt(side));
  return { ...JSON.parse(raw.toString()), digest: digestOf(raw) };
}

/** The digest, and nothing that went wrong. */
const published = { digest: expect.stringMatching(/^sha256:[a-f0-9]{64}$/) };

/** Every platform of an index as a machine of it pulls it: the child that was built, with what it was built of. */
async function expectPullable(side: Side, name: string, digests: Digests, marker = 'v1'): Promise<void> {
  for (const [architecture, digest] of Object.entries(digests))
    expect(await pullImage(side, name, architecture)).toMatchObject({
      digest,
      config: { os: 'linux', architecture },
      files: { program: `machine code of ${architecture}\n`, marker: `${marker} of ${architecture}\n` },
    });
}

function entriesOf(digests: Digests) {
  return Object.entries(digests).map(([architecture, digest]) => ({
    digest,
    platform: { os: 'linux', architecture },
  }));
}

async function isAbsent(side: Side, name: string): Promise<void> {
  await expect(world.skopeo.raw(`${side.host}/${name}`, judgeAt(side))).rejects.toThrow(
    /manifest unknown|name unknown/,
  );
}

/** Requests that change something, since there were so many; those that only learnt that a login is needed are left out. */
function writes(side: Side, since = 0): readonly LoggedRequest[] {
  return side
    .requests()
    .slice(since)
    .filter(({ line, status }) => !/^(GET|HEAD) /.test(line) && status !== 401);
}

/** Asks as the operator does. */
function asked(side: Side, kind: RegistryQuestion['kind'], name: string) {
  const ask = createAskRegistry({
    session,
    accessFor: async () => succeeded(accessTo(side)),
    rules: () => withInsecure([], side.login === undefined ? [side.host] : []),
    mayDelete: () => true,
    now: () => 0,
  });
  const question = { id: name, kind, reference: `${side.host}/${name}`, secret: undefined };
  return ask(question, AbortSignal.timeout(30_000));
}

/** Brings images that were built to the registry behind the proxies. */
async function copyToOpen(digests: Digests, repository: string, tag = ''): Promise<void> {
  for (const [architecture, digest] of Object.entries(digests))
    await world.skopeo.copy(
      { image: `${builds.host}/os@${digest}`, ...judgeAt(builds) },
      { image: `${open.host}/${repository}:${tag === '' ? architecture : tag}` },
    );
}

/** A manifest as somebody pushes it who does not ask us. */
async function pushRaw(side: Side, name: string, document: object, mediaType = ociIndex): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(document));
  const place = placeAt(side, name);
  const manifest = { mediaType, digest: digestOf(bytes), size: bytes.length, bytes };
  const pushed = await createRegistryWriter(session).pushManifest(
    repositoryOf(place),
    manifest,
    place.reference.tag,
  );
  expect(pushed).toMatchObject({ kind: 'ok' });
  return manifest.digest;
}

async function failedChecks(side: Side, name: string, wanted: Digests, baseDigests: Digests = bases) {
  const answer = await asked(side, 'published', name);
  if (answer.state !== 'published') throw new Error(answer.state);
  const { entries = [], children: found } = answer.published;
  const checks = verifyIndex({
    wanted: architectures
      .filter((architecture) => wanted[architecture] !== undefined)
      .map((architecture) => ({
        architecture,
        digest: wanted[architecture] ?? '',
        baseDigest: baseDigests[architecture],
      })),
    entries,
    child: (digest) => found[digest] ?? { state: 'missing' },
  });
  return checks
    .filter(({ ok }) => !ok)
    .map(({ name: check, architecture, detail }) => ({ check, architecture, detail }));
}

describe('24: a tag that moves', () => {
  it('under a claim moves nothing: what was claimed is what is published', async () => {
    const claimed = await buildChild('moving:arm64', 'arm64', { marker: 'claimed' });
    const now = await buildChild('moving:arm64', 'arm64', { marker: 'moved' });
    expect(now).not.toBe(claimed);
    const found = await asked(builds, 'image', 'moving:arm64');
    expect(found).toMatchObject({ state: 'image', image: { digest: now } });
    const target = `${final.host}/s24/workers:v1`;
    const parts = partsOf({ arm64: claimed }, builds, 'moving');
    expect(await world.assemble({ target, parts })).toMatchObject({ code: 0, results: published });
    await expectPullable(final, 's24/workers:v1', { arm64: claimed }, 'claimed');
  });

  it('between read and publish, too: what was read is what is published', async () => {
    const { arm64 = '', s390x = '' } = children;
    await copyToOpen({ arm64 }, 's24/os', 'build');
    let moves = 0;
    meddling.meddle(async (line, answer) => {
      if (line === 'GET /v2/s24/os/manifests/build') {
        moves += 1;
        await copyToOpen({ s390x }, 's24/os', 'build');
      }
      return answer;
    });
    const target = `${final.host}/s24/workers:v2`;
    const parts = { arm64: `${meddling.host}/s24/os:build` };
    expect(await world.assemble({ target, parts })).toMatchObject({ results: published });
    expect(moves).toBe(1);
    expect(await world.skopeo.raw(`${open.host}/s24/os:build`, {})).toEqual(
      await world.skopeo.raw(`${builds.host}/os@${s390x}`, judgeAt(builds)),
    );
    await expectPullable(final, 's24/workers:v2', { arm64 });
  });

  it('right after it was published is told, with what it names now', async () => {
    const { amd64 = '', arm64 = '' } = children;
    await copyToOpen({ amd64 }, 's24/others', 'theirs');
    meddling.meddle(async (line, answer) => {
      if (line === 'PUT /v2/s24/others/manifests/v3') await copyToOpen({ amd64 }, 's24/others', 'v3');
      return answer;
    });
    const target = `${meddling.host}/s24/others:v3`;
    const { results } = await world.assemble({ target, parts: partsOf({ arm64 }) });
    expect(results).toMatchObject({
      reason: 'VerificationFailed',
      message: expect.stringMatching(new RegExp(`names ${amd64} after sha256:.* was pushed there`)),
    });
  });
});

describe('26: content of another architecture under a right-looking config', () => {
  it.each([
    ['by its digest', () => `base@${bases.amd64}`],
    ['by a tag of one architecture', () => 'base:amd64'],
  ])('is refused: from a base named %s', async (_, base) => {
    const target = `${final.host}/s26/workers:v1`;
    const s390x = await buildChild('liar:s390x', 's390x', { base: base() });
    const said = JSON.parse(
      (await world.skopeo.config(`${builds.host}/liar@${s390x}`, judgeAt(builds))).toString(),
    );
    expect(said).toMatchObject({ os: 'linux', architecture: 's390x' });
    expect((await pullImage(builds, `liar@${s390x}`, 's390x')).files.program).toBe('machine code of amd64\n');
    const since = final.requests().length;
    const parts = { ...partsOf(children), ...partsOf({ s390x }, builds, 'liar') };
    const { code, results } = await world.assemble({ target, parts, more: baseFlags() });
    expect([code, results.reason, results.architecture]).toEqual([0, 'VerificationFailed', 's390x']);
    expect(results.message).toMatch(
      new RegExp(`^s390x: .*was built from ${bases.amd64}, not from ${bases.s390x};`),
    );
    expect(results).not.toHaveProperty('digest');
    expect((await world.run({ target, parts, more: baseFlags() })).code).toBe(1);
    expect(writes(final, since)).toEqual([]);
    await isAbsent(final, 's26/workers:v1');
  });

  it('is told by the base that the operator resolves from the index, per architecture', async () => {
    const { digest } = await rawIndex(builds, 'base:v1');
    const found = Object.entries(bases).map(([architecture, child]) => ({ architecture, digest: child }));
    expect(await asked(builds, 'base', 'base:v1')).toMatchObject({
      state: 'base',
      base: { kind: 'index', digest, children: found },
    });
  });

  it('is what the operator finds, too, when it reads the image', async () => {
    await buildChild('liar:s390x', 's390x', { base: 'base:amd64' });
    const answer = await asked(builds, 'image', 'liar:s390x');
    if (answer.state !== 'image') throw new Error(answer.state);
    const { digest, mediaType, child } = answer.image;
    const checks = verifyIndex({
      wanted: [{ architecture: 's390x', digest, baseDigest: bases.s390x }],
      entries: [{ mediaType, digest, size: child.size, platform: child.config }],
      child: () => child,
    });
    expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'base', architecture: 's390x' }]);
  });

  it('is not believed of an image that names no base at all', async () => {
    const s390x = await buildChild('silent:s390x', 's390x', { format: 'docker' });
    const target = `${final.host}/s26/workers:v2`;
    const parts = partsOf({ s390x }, builds, 'silent');
    const { s390x: base = '' } = bases;
    const { results } = await world.assemble({ target, parts, more: baseFlags({ s390x: base }) });
    expect(results).toMatchObject({ reason: 'VerificationFailed', architecture: 's390x' });
    expect(results.message).toContain('was built from an image that it does not name');
    await isAbsent(final, 's26/workers:v2');
  });
});

describe('a right config and a right base', () => {
  it('do not help a manifest that leaves a layer out', async () => {
    const { arm64 = '' } = children;
    const raw = await world.skopeo.raw(`${builds.host}/os@${arm64}`, judgeAt(builds));
    const honest: { mediaType: string; layers: unknown[] } = JSON.parse(raw.toString());
    const spliced = await pushRaw(
      builds,
      'os:spliced',
      { ...honest, layers: honest.layers.slice(1) },
      honest.mediaType,
    );
    const target = `${final.host}/s26/workers:v3`;
    const parts = partsOf({ ...children, arm64: spliced });
    const { results } = await world.assemble({ target, parts, more: baseFlags() });
    expect(results).toMatchObject({ reason: 'VerificationFailed', architecture: 'arm64' });
    expect(results.message).toContain('has 1 layers where its config describes 2');
    await isAbsent(final, 's26/workers:v3');
  });
});

describe('27: a child that is gone', () => {
  it('before the assembly is named, and only it has to be built again', async () => {
    const target = `${final.host}/s27/workers:v1`;
    const lost = await buildChild('lost:arm64', 'arm64');
    const { amd64 = '', s390x = '' } = children;
    const parts = { ...partsOf({ amd64, s390x }), ...partsOf({ arm64: lost }, builds, 'lost') };
    await skopeoAt(builds, ['delete', `docker://${builds.host}/lost:arm64`]);
    const since = final.requests().length;
    const { results } = await world.assemble({ target, parts });
    expect(results).toMatchObject({ reason: 'ChildMissing', architecture: 'arm64' });
    expect(results.message).toMatch(/^arm64: /);
    expect(results.message?.split('\n')).toHaveLength(1);
    expect(writes(final, since)).toEqual([]);
    expect(await buildChild('lost:arm64', 'arm64')).toBe(lost);
    expect(await world.assemble({ target, parts })).toMatchObject({ results: published });
    await expectPullable(final, 's27/workers:v1', { amd64, arm64: lost, s390x });
  });

  it('between read and publish makes the registry refuse the index, and is named', async () => {
    await copyToOpen(children, 's27/same');
    const { arm64 = '' } = children;
    meddling.meddle(async (line, answer) => {
      // it is asked whether the index is there; then it is pushed
      if (answer.status === 404 && line.startsWith('GET /v2/s27/same/manifests/sha256:'))
        await skopeoAt(open, ['delete', `docker://${open.host}/s27/same:arm64`]).catch(() => undefined);
      return answer;
    });
    const target = `${meddling.host}/s27/same:v1`;
    const parts = partsOf(children, meddling, 's27/same');
    const { results } = await world.assemble({ target, parts });
    expect(results).toMatchObject({ reason: 'ChildMissing', architecture: 'arm64' });
    expect(results.message).toContain(arm64);
    await isAbsent(open, 's27/same:v1');
    meddling.meddle((_, answer) => answer);
    await copyToOpen({ arm64 }, 's27/same');
    expect(await world.assemble({ target, parts })).toMatchObject({ results: published });
    await expectPullable(open, 's27/same:v1', children);
  });
});

describe('27: content that goes while an index is read back', () => {
  it('is a child that is gone, and no lie; the tag is not set', async () => {
    const { s390x = '' } = children;
    let pushed = false;
    meddling.meddle(async (line, answer) => {
      // children are pushed by their digests, then the index
      const isIndex =
        /^PUT .*\/s27\/read\/manifests\//.test(line) &&
        !Object.values(children).some((each) => line.endsWith(each));
      if (!pushed && isIndex) await skopeoAt(open, ['delete', `docker://${open.host}/s27/read@${s390x}`]);
      pushed ||= isIndex;
      return answer;
    });
    const wanted = { target: `${meddling.host}/s27/read:v1`, parts: partsOf(children) };
    const { results } = await world.assemble(wanted);
    expect(pushed).toBe(true);
    expect(results).toMatchObject({ reason: 'ChildMissing', architecture: 's390x' });
    expect(await tagsOf(open, 's27/read')).toEqual([]);
    expect(await world.assemble(wanted)).toMatchObject({ results: published });
    await expectPullable(open, 's27/read:v1', children);
  });
});

describe('28: an index that somebody altered', () => {
  const cases: readonly (readonly [string, (index: RawIndex) => readonly unknown[], object])[] = [
    [
      'another size',
      ({ manifests }) => manifests.map((one) => (isFor(one, 'arm64') ? { ...one, size: one.size + 1 } : one)),
      { check: 'size', architecture: 'arm64' },
    ],
    [
      'an architecture under the name of another',
      ({ manifests: [amd64, arm64, s390x] }) => [amd64, { ...arm64, digest: s390x?.digest }, s390x],
      { check: 'digest', architecture: 'arm64' },
    ],
    [
      'one architecture less',
      ({ manifests }) => manifests.filter((one) => !isFor(one, 's390x')),
      { check: 'entries', detail: 'linux/s390x is missing' },
    ],
    [
      'one twice',
      ({ manifests }) => [...manifests, manifests[0]],
      { check: 'entries', detail: 'linux/amd64 stands there twice' },
    ],
    ['nothing', () => [], { check: 'entries' }],
  ];

  it.each(cases)(
    'has %s: found when it is read, and made right by another assembly',
    async (_, alter, is) => {
      const target = `${final.host}/s28/workers:v1`;
      const wanted = { target, parts: partsOf(children), more: baseFlags() };
      const { results: first } = await world.assemble(wanted);
      const index = await rawIndex(final, 's28/workers:v1');
      expect(await failedChecks(final, 's28/workers:v1', children)).toEqual([]);
      const { digest: _mine, ...document } = index;
      const theirs = await pushRaw(final, 's28/workers:v1', { ...document, manifests: alter(index) });
      expect((await rawIndex(final, 's28/workers:v1')).digest).toBe(theirs);
      expect(await failedChecks(final, 's28/workers:v1', children)).toContainEqual(
        expect.objectContaining(is),
      );
      const { results: again } = await world.assemble(wanted);
      expect(again).toEqual(first);
      expect((await rawIndex(final, 's28/workers:v1')).digest).toBe(first.digest);
      expect(await failedChecks(final, 's28/workers:v1', children)).toEqual([]);
    },
  );

  it('has a child that was deleted', async () => {
    const target = `${final.host}/s28/workers:v2`;
    await world.assemble({ target, parts: partsOf(children), more: ['--child-tags'] });
    const before = await rawIndex(final, 's28/workers:v2');
    await skopeoAt(final, ['delete', `docker://${target}-arm64`]);
    expect(await rawIndex(final, 's28/workers:v2')).toEqual(before);
    await expect(pullImage(final, 's28/workers:v2', 'arm64')).rejects.toThrow('manifest unknown');
    expect(await failedChecks(final, 's28/workers:v2', children)).toMatchObject([
      { check: 'blobs', architecture: 'arm64' },
    ]);
    await world.assemble({ target, parts: partsOf(children), more: ['--child-tags'] });
    await expectPullable(final, 's28/workers:v2', children);
  });
});

function isFor(entry: RawIndex['manifests'][number], architecture: string): boolean {
  return entry.platform.architecture === architecture;
}

describe('29: a registry that answers 500', () => {
  it.each([
    ['a manifest', /^PUT .*\/manifests\/sha256/],
    ['a tag', /^PUT .*\/manifests\/v\d/],
    ['an upload', /^POST .*\/blobs\/uploads/],
  ])('three times to %s is asked again, and has one tag then', async (what, on) => {
    const repository = `s29/${what.replace(' ', '-')}`;
    faulty.plan({ on, fault: { kind: 'answer', status: 500 }, times: 3 });
    const since = faulty.requests.length;
    const target = `${faulty.host}/${repository}:v1`;
    const { results, err } = await world.assemble({ target, parts: partsOf(children) });
    expect(results).toEqual(published);
    expect(err).toContain('tag v1 set');
    const tries = faulty.requests.slice(since).filter((line) => on.test(line));
    expect(tries.length).toBeGreaterThanOrEqual(4);
    expect(await tagsOf(open, repository)).toEqual(['v1']);
    await expectPullable(open, `${repository}:v1`, children);
  });

  it('for longer is no verdict: nothing is published, and later it is', async () => {
    const target = `${faulty.host}/s29-longer:v1`;
    faulty.plan({ on: /^PUT .*manifests/, fault: { kind: 'answer', status: 500 }, times: 1000 });
    const wanted = { target, parts: partsOf(children) };
    const { results } = await world.assemble(wanted);
    expect(results.reason).toBe('RegistryUnavailable');
    expect(results.message).toContain('500');
    expect((await world.run(wanted)).code).toBe(3);
    await isAbsent(open, 's29-longer:v1');
    faulty.plan();
    expect(await world.assemble(wanted)).toMatchObject({ results: published });
    await expectPullable(open, 's29-longer:v1', children);
  });
});

describe('30: a wrong login', () => {
  it('for the final registry: PushDenied; the right one finishes, and nothing is built again', async () => {
    const wanted = { target: `${final.host}/s30/workers:v1`, parts: partsOf(children), more: baseFlags() };
    const pushLogins = { [final.host]: 'somebody:else' };
    const [built, pushed] = [builds.requests().length, final.requests().length];
    const denied = await world.assemble({ ...wanted, pushLogins });
    expect(denied.results).toMatchObject({ reason: 'PushDenied' });
    expect(denied.results.message).toContain(final.host);
    expect(denied.results.message).not.toContain('somebody');
    expect((await world.run({ ...wanted, pushLogins })).code).toBe(1);
    expect((await world.assemble({ ...wanted, pushLogins: {} })).results.reason).toBe('PushDenied');
    expect(writes(final, pushed).filter(({ status }) => status < 400)).toEqual([]);
    await isAbsent(final, 's30/workers:v1');
    expect(await world.assemble(wanted)).toMatchObject({ results: published });
    await expectPullable(final, 's30/workers:v1', children);
    expect(writes(builds, built)).toEqual([]);
  });

  it('for where the children are: PullDenied', async () => {
    const wanted = { target: `${final.host}/s30/workers:v2`, parts: partsOf(children) };
    const { results } = await world.assemble({ ...wanted, pullLogins: { [builds.host]: 'somebody:else' } });
    expect(results).toMatchObject({ reason: 'PullDenied', architecture: 'amd64' });
    expect(results.message?.split('\n').map((line) => line.split(':')[0])).toEqual([...architectures]);
    await isAbsent(final, 's30/workers:v2');
  });
});

describe('31: two registries', () => {
  it('has blobs and children copied; the index can be pulled for each architecture', async () => {
    const target = `${final.host}/s31/workers:v1`;
    const wanted = { target, parts: partsOf(children), more: [...baseFlags(), '--child-tags'] };
    const { results, err } = await world.assemble(wanted);
    const index = await rawIndex(final, 's31/workers:v1');
    expect(results).toEqual({ digest: index.digest });
    expect(index.mediaType).toBe('application/vnd.oci.image.index.v1+json');
    expect(index.manifests).toMatchObject(entriesOf(children));
    expect(err.match(/blobs copied/g)).toHaveLength(architectures.length);
    await expectPullable(final, 's31/workers:v1', children);
    await expect(pullImage(final, 's31/workers:v1', 'ppc64le')).rejects.toThrow(
      /no image found in (image index|manifest list)/,
    );
    expect(await tagsOf(final, 's31/workers')).toEqual(['v1', ...architectures.map((one) => `v1-${one}`)]);
    const since = final.requests().length;
    expect((await world.assemble(wanted)).results).toEqual(results);
    expect(writes(final, since)).toEqual([]);
  });
});

describe('32: two repositories of one registry', () => {
  it('has its blobs mounted, and no byte of a layer uploaded', async () => {
    const blobs = new Set<string>();
    for (const digest of Object.values(children)) {
      const raw = await world.skopeo.raw(`${builds.host}/os@${digest}`, judgeAt(builds));
      const { config, layers }: { config: { digest: string }; layers: { digest: string }[] } = JSON.parse(
        raw.toString(),
      );
      for (const blob of [config, ...layers]) blobs.add(blob.digest);
    }
    // of each: a config, and the layers of base and build
    expect(blobs.size).toBe(3 * architectures.length);
    const since = builds.requests().length;
    const target = `${builds.host}/s32/workers:v1`;
    const { results } = await world.assemble({ target, parts: partsOf(children) });
    const done = writes(builds, since);
    const mounts = done.filter(({ line }) => line.startsWith('POST /v2/s32/workers/blobs/uploads/?mount='));
    expect(mounts.map(({ status }) => status)).toEqual(Array(blobs.size).fill(201));
    expect(done.filter(({ line }) => !mounts.some((one) => one.line === line))).toEqual(
      [...Object.values(children), results.digest, 'v1'].map((name) => ({
        line: `PUT /v2/s32/workers/manifests/${name}`,
        status: 201,
      })),
    );
    const layersRead = builds
      .requests()
      .slice(since)
      .filter(({ line }) => /^GET .*\/blobs\//.test(line));
    // configs are read, to be judged
    expect(layersRead.filter(({ line }) => line.includes('/s32/')).length).toBeLessThanOrEqual(3);
    await expectPullable(builds, 's32/workers:v1', children);
  });
});

describe('33: children in the format of Docker', () => {
  it('are named by a manifest list, with the digests they had', async () => {
    const docker = await each((architecture) =>
      buildChild(`docker:${architecture}`, architecture, { format: 'docker' }),
    );
    const target = `${final.host}/s33/workers:v1`;
    const parts = partsOf(docker, builds, 'docker');
    const { results } = await world.assemble({ target, parts, more: ['--format=docker'] });
    const index = await rawIndex(final, 's33/workers:v1');
    expect(results).toEqual({ digest: index.digest });
    expect(index.mediaType).toBe('application/vnd.docker.distribution.manifest.list.v2+json');
    expect(index.manifests).toMatchObject(entriesOf(docker));
    for (const { mediaType, digest } of index.manifests) {
      expect(mediaType).toBe('application/vnd.docker.distribution.manifest.v2+json');
      expect(await world.skopeo.raw(`${final.host}/s33/workers@${digest}`, judgeAt(final))).toEqual(
        await world.skopeo.raw(`${builds.host}/docker@${digest}`, judgeAt(builds)),
      );
    }
    await expectPullable(final, 's33/workers:v1', docker);
    const mixed = { ...parts, ...partsOf({ arm64: children.arm64 ?? '' }) };
    const refused = await world.assemble({ target: `${final.host}/s33/workers:v2`, parts: mixed });
    expect(refused.results).toMatchObject({ reason: 'VerificationFailed', architecture: 'arm64' });
    await isAbsent(final, 's33/workers:v2');
  });
});

describe('34: arm64 with the variant v8', () => {
  it('is verified and chosen, promised with or without it', async () => {
    const digest = await buildChild('variant:v8', 'arm64/v8');
    const { amd64 = '' } = children;
    const made = new Set<string>();
    for (const promised of ['arm64', 'arm64/v8']) {
      const name = `s34/workers:${promised.replace('/', '-')}`;
      const parts = { ...partsOf({ amd64 }), [promised]: `${builds.host}/variant@${digest}` };
      const wanted = { target: `${final.host}/${name}`, parts, more: ['--child-tags'] };
      expect(await world.assemble(wanted)).toMatchObject({ results: published });
      const index = await rawIndex(final, name);
      expect(index.manifests.map(({ platform }) => platform)).toEqual([
        { architecture: 'amd64', os: 'linux' },
        { architecture: 'arm64', os: 'linux', variant: 'v8' },
      ]);
      const pulled = await pullImage(final, name, 'arm64');
      expect(pulled).toMatchObject({ digest, config: { architecture: 'arm64', variant: 'v8' } });
      expect(await failedChecks(final, name, { amd64, arm64: digest })).toEqual([]);
      expect((await rawIndex(final, `${name}-arm64`)).digest).toBe(digest);
      made.add(index.digest);
    }
    const theirs = await world.buildah.index(`${builds.host}/variant:theirs`, [
      `${builds.host}/os@${amd64}`,
      `${builds.host}/variant@${digest}`,
    ]);
    expect([...made]).toEqual([theirs]);
  });

  it('is in the entry only when the image says so', async () => {
    await world.assemble({
      target: `${final.host}/s34/workers:plain`,
      parts: { 'arm64/v8': `${builds.host}/os@${children.arm64}` },
    });
    const index = await rawIndex(final, 's34/workers:plain');
    expect(index.manifests.map(({ platform }) => platform)).toEqual([{ architecture: 'arm64', os: 'linux' }]);
  });
});

describe('35: attestations', () => {
  const image: TestImage = {
    platforms: [
      { os: 'linux', architecture: 'amd64' },
      { os: 'linux', architecture: 'arm64' },
    ],
    attestations: true,
  };

  it('in a source index are told of and stay there: an index has images only', async () => {
    await pushTestImage(createRegistryWriter(session), placeAt(builds, 'attested:v1'), image);
    const source = await rawIndex(builds, 'attested:v1');
    expect(source.manifests).toHaveLength(4);
    const from = `${builds.host}/attested:v1`;
    const target = `${final.host}/s35/workers:v1`;
    const { results, err } = await world.assemble({ target, parts: { amd64: from, arm64: from } });
    expect(results).toEqual(published);
    expect(err.match(/2 attestations stay in the index it is from/g)).toHaveLength(2);
    const index = await rawIndex(final, 's35/workers:v1');
    expect(index.manifests).toEqual(source.manifests.slice(0, 2));
  });

  it('are ignored by verification, and are in copies', async () => {
    const writer = createRegistryWriter(session);
    const copied = await writer.copyImage({
      from: placeAt(builds, 'attested:v1'),
      to: placeAt(final, 's35/copied:v1'),
    });
    expect(copied).toMatchObject({ kind: 'ok' });
    const index = await rawIndex(final, 's35/copied:v1');
    expect(index).toEqual(await rawIndex(builds, 'attested:v1'));
    const [amd64, arm64] = index.manifests;
    const wanted = { amd64: amd64?.digest ?? '', arm64: arm64?.digest ?? '' };
    expect(await failedChecks(final, 's35/copied:v1', wanted, {})).toEqual([]);
    await world.skopeo.pullAll(`${final.host}/s35/copied:v1`, judgeAt(final));
  });
});

describe('36: a pool of arm64 alone, looked at from a machine that is not', () => {
  it.each([
    ['manifest', 'application/vnd.oci.image.manifest.v1+json'],
    ['index', 'application/vnd.oci.image.index.v1+json'],
  ])('is found when it is published as %s', async (publish, mediaType) => {
    const { arm64 = '' } = children;
    const name = `s36/workers:${publish}`;
    const wanted = {
      target: `${final.host}/${name}`,
      parts: partsOf({ arm64 }),
      more: [`--publish=${publish}`],
    };
    const { results } = await world.assemble(wanted);
    expect((await rawIndex(final, name)).digest).toBe(results.digest);
    if (publish === 'manifest') expect(results.digest).toBe(arm64);
    const answer = await asked(final, 'published', name);
    expect(answer).toMatchObject({
      state: 'published',
      published: {
        digest: results.digest,
        mediaType,
        children: {
          [arm64]: { state: 'found', config: { os: 'linux', architecture: 'arm64' }, missingBlobs: [] },
        },
      },
    });
    const client = createRegistryClient();
    const { reference, access, signal } = placeAt(final, name);
    const seen = await client.inspect(reference, { access, rules: [], sizes: true, signal });
    client.close();
    expect(seen).toMatchObject({
      kind: 'ok',
      value: { platforms: [{ architecture: 'arm64', digest: arm64 }] },
    });
    expect((await pullImage(final, name, 'arm64')).digest).toBe(arm64);
    const since = final.requests().length;
    expect((await world.assemble(wanted)).results).toEqual(results);
    expect(writes(final, since)).toEqual([]);
  });

  it('is not found by tools that take the machine they run on for the one that is meant', async () => {
    if (process.arch === 'arm64') return;
    await expect(skopeoAt(final, ['inspect', `docker://${final.host}/s36/workers:index`])).rejects.toThrow(
      /no image found in (image index|manifest list)/,
    );
  });
});

describe('a registry, or the way to it, that does not give what it says it has', () => {
  /** The first GET of a layer ends early, or has other bytes; both with a length that fits. */
  const cases: readonly (readonly [string, (body: Buffer) => Buffer, RegExp])[] = [
    ['a truncated blob', (body) => body.subarray(0, body.length - 7), /has \d+ bytes instead of \d+/],
    ['more than the blob', (body) => Buffer.concat([body, body]), /has more than \d+ bytes/],
    ['other bytes', (body) => Buffer.alloc(body.length, 'x'), /has the digest sha256:/],
  ];

  it.each(cases)(
    '%s: refused, with architecture and reason, and never tagged',
    async (kind, change, says) => {
      const repository = `cut-${kind.replaceAll(' ', '-')}`;
      await copyToOpen(children, repository);
      const raw = await world.skopeo.raw(`${builds.host}/os@${children.s390x}`, judgeAt(builds));
      const manifest: { layers: { digest: string }[] } = JSON.parse(raw.toString());
      const layer = manifest.layers.at(-1)?.digest ?? '';
      meddling.meddle((line, answer) => {
        if (!line.startsWith('GET ') || !line.endsWith(layer)) return answer;
        const body = change(answer.body);
        return { ...answer, headers: { ...answer.headers, 'content-length': String(body.length) }, body };
      });
      const target = `${final.host}/${repository}:v1`;
      const { results } = await world.assemble({ target, parts: partsOf(children, meddling, repository) });
      expect(results).toMatchObject({
        reason: 'VerificationFailed',
        architecture: 's390x',
        message: expect.stringMatching(says),
      });
      expect(results.message).toContain(layer);
      expect(await tagsOf(final, repository)).toEqual([]);
      await isAbsent(final, `${repository}:v1`);
      meddling.meddle((_, answer) => answer);
      const honest = await world.assemble({ target, parts: partsOf(children, meddling, repository) });
      expect(honest.results).toEqual(published);
      await expectPullable(final, `${repository}:v1`, children);
    },
  );

  it('a config that was changed on the way', async () => {
    await copyToOpen(children, 'changed');
    meddling.meddle((line, answer) => {
      const text = answer.body.toString().replace('"architecture":"amd64"', '"architecture":"s390x"');
      if (!/^GET .*\/blobs\//.test(line) || text === answer.body.toString()) return answer;
      const body = Buffer.from(text);
      return { ...answer, headers: { ...answer.headers, 'content-length': String(body.length) }, body };
    });
    const parts = { s390x: `${meddling.host}/changed@${children.amd64}` };
    const { results } = await world.assemble({ target: `${final.host}/changed:v1`, parts });
    expect(results).toMatchObject({ reason: 'VerificationFailed', architecture: 's390x' });
    expect(results.message).toMatch(/^s390x: .*is not the content of sha256:/);
    await isAbsent(final, 'changed:v1');
  });

  it('a connection that is cut now and then: what was read is not read again, and all of it arrives', async () => {
    await copyToOpen(children, 'torn');
    faulty.plan({ on: /^GET .*\/torn\/blobs\//, fault: { kind: 'cutAnswer', bytes: 20 }, times: 5 });
    const target = `${final.host}/torn:v1`;
    const { results } = await world.assemble({ target, parts: partsOf(children, faulty, 'torn') });
    expect(results).toEqual(published);
    await expectPullable(final, 'torn:v1', children);
  });
});

describe('an assembly that is killed', () => {
  it('leaves nothing under the tag, or all of it, wherever that is; the next one finishes', async () => {
    const target = (round: number) => `${meddling.host}/killed/${round}:v1`;
    const wanted = { parts: partsOf(children), more: [...baseFlags(), '--child-tags'] };
    let requests = 0;
    meddling.meddle((_, answer) => {
      requests += 1;
      return answer;
    });
    const { results } = await world.assemble({ ...wanted, target: target(0) });
    const whole = requests;
    const outcomes = { nothing: 0, all: 0 };
    const rounds = 6;
    for (let round = 1; round <= rounds; round += 1) {
      // the last one is killed when all is done but for its own end
      const last = Math.round((whole * round) / rounds);
      let done = 0;
      const assembly = world.begin({ ...wanted, target: target(round) });
      meddling.meddle((_, answer) => {
        done += 1;
        if (done === last) assembly.kill();
        return answer;
      });
      await assembly.ended;
      expect(done).toBeGreaterThanOrEqual(last);
      const tags = await tagsOf(open, `killed/${round}`);
      outcomes[tags.includes('v1') ? 'all' : 'nothing'] += 1;
      if (tags.includes('v1')) await expectPullable(open, `killed/${round}:v1`, children);
      expect(await world.assemble({ ...wanted, target: target(round) })).toMatchObject({ results });
      expect((await rawIndex(open, `killed/${round}:v1`)).digest).toBe(results.digest);
      await expectPullable(open, `killed/${round}:v1`, children);
    }
    expect(outcomes.nothing).toBeGreaterThan(rounds / 2);
  }, 180_000);
});

describe('45: garbage collection of manifests without a tag', () => {
  it('leaves every architecture there, thanks to the tags of the children', async () => {
    const registry = await world.start();
    const wanted = { target: `${registry.host}/s45/workers:v1`, parts: partsOf(children) };
    const { results } = await world.assemble({ ...wanted, more: ['--child-tags'] });
    registry.collectGarbage();
    expect((await rawIndex(registry, 's45/workers:v1')).digest).toBe(results.digest);
    await expectPullable(registry, 's45/workers:v1', children);
    expect(await failedChecks(registry, 's45/workers:v1', children)).toEqual([]);
  });

  it('takes the children of an index away that have none, which is found when it is read', async () => {
    const registry = await world.start();
    const wanted = { target: `${registry.host}/s45/workers:v1`, parts: partsOf(children) };
    const { results } = await world.assemble(wanted);
    registry.collectGarbage();
    expect((await rawIndex(registry, 's45/workers:v1')).digest).toBe(results.digest);
    await expect(pullImage(registry, 's45/workers:v1', 'arm64')).rejects.toThrow('manifest unknown');
    expect(await failedChecks(registry, 's45/workers:v1', children)).toMatchObject(
      architectures.map((architecture) => ({ check: 'blobs', architecture })),
    );
    expect((await world.assemble(wanted)).results).toEqual(results);
    await expectPullable(registry, 's45/workers:v1', children);
  });
});

/** A build that is going, with what it has published. */
function buildOf(side: Side, repository: string, digest: string): KubernetesObject {
  const keyOf = (architecture: string) => digestOf(Buffer.from(architecture)).replace('sha256:', '');
  const name = 'workers-1';
  const spec = {
    machineOSConfig: { name: 'workers' },
    renderedImagePushSpec: `${side.host}/${repository}:v1`,
    renderedImagePushSecret: { name: 'push' },
    intermediateRepository: `${side.host}/${repository}`,
    buildKey: keyOf('all'),
    retry: 0,
    format: 'OCI',
    publish: 'Index',
    platforms: architectures.map((architecture) => ({
      architecture,
      key: keyOf(architecture),
      containerfile: 'NoArch',
      base: { image: 'base', digest: bases[architecture] ?? '' },
    })),
  };
  const entries = architectures.map((architecture) => ({
    architecture,
    digest: children[architecture] ?? '',
  }));
  const index = {
    digest,
    mediaType: ociIndex,
    size: 1,
    pullSpec: `${side.host}/${repository}@${digest}`,
    entries,
  };
  const platforms = entries.map(({ architecture, digest: child }) => ({
    architecture,
    state: 'Succeeded',
    key: keyOf(architecture),
    image: { tag: 'build', digest: child, mediaType: ociIndex, size: 1 },
  }));
  const status = { phase: 'Succeeded', index, platforms };
  const metadata = {
    name,
    uid: 'uid-1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    deletionTimestamp: '2026-01-02T00:00:00Z',
    finalizers: [names.imagesFinalizer],
  };
  const apiVersion = 'machineconfiguration.openshift.io/v1';
  return { apiVersion, kind: 'MachineOSBuild', metadata, spec, status };
}

/** Plans and asks, as the operator does, until the finalizer goes; what was asked, what was found, and what it took away. */
async function removed(side: Side, build: KubernetesObject) {
  const ask = createAskRegistry({
    session,
    accessFor: async () => succeeded(accessTo(side)),
    rules: () => [],
    mayDelete: () => true,
    now: () => 0,
  });
  const none = {
    nodes: [],
    pools: [],
    machineConfigs: [],
    machineSets: [],
    jobs: [],
    pods: [],
    configMaps: [],
  };
  const observed = { ...none, builds: [build], secrets: {} };
  const answers: Record<string, RegistryAnswer> = {};
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const plan = planBuildRemoval({ observed, answers, now: 1 });
    if (plan.actions.length > 0) return { plan, states: Object.values(answers).map(({ state }) => state) };
    for (const question of plan.questions)
      if (question.kind !== 'log') answers[question.id] = await ask(question, AbortSignal.timeout(30_000));
  }
  throw new Error('the finalizer stays');
}

const finalizerGone = [{ kind: 'patch', patch: { metadata: { finalizers: [] } } }];

describe('46: the end of a build', () => {
  it('takes its images out of a registry that deletes: the index, then the children', async () => {
    const registry = await world.start();
    const target = `${registry.host}/s46/workers:v1`;
    const { results } = await world.assemble({ target, parts: partsOf(children), more: ['--child-tags'] });
    const { digest = '' } = results;
    const since = registry.requests().length;
    const { plan, states } = await removed(registry, buildOf(registry, 's46/workers', digest));
    expect(plan.actions).toMatchObject(finalizerGone);
    expect(states).toEqual(Array(4).fill('deleted'));
    expect(writes(registry, since).map(({ line }) => line)).toEqual(
      [digest, ...Object.values(children)].map((each) => `DELETE /v2/s46/workers/manifests/${each}`),
    );
    expect(await tagsOf(registry, 's46/workers')).toEqual([]);
  });

  it('is not held up by a registry that deletes nothing, and is told', async () => {
    const registry = await world.start({ deletes: false });
    const target = `${registry.host}/s46/workers:v1`;
    const { results } = await world.assemble({ target, parts: partsOf(children), more: ['--child-tags'] });
    const since = registry.requests().length;
    const { plan, states } = await removed(registry, buildOf(registry, 's46/workers', results.digest ?? ''));
    expect(writes(registry, since).map(({ status }) => status)).toEqual(Array(4).fill(405));
    expect(states).toEqual(Array(4).fill('unsupported'));
    expect(plan.actions).toMatchObject(finalizerGone);
    expect(plan.findings.map(({ reason }) => reason)).toEqual(Array(4).fill('ImageNotDeleted'));
    await expectPullable(registry, 's46/workers:v1', children);
  });
});

describe.skipIf(distribution.kind === 'missing')("distribution's registry of today", () => {
  const program = distribution.kind === 'compiled' ? { program: distribution.program } : {};
  const more = ['--child-tags'];
  let registry: Side;

  beforeAll(async () => {
    registry = await world.start(program);
  });

  it('31: has blobs and children copied, between it and the other kind, both ways', async () => {
    const there = { target: `${registry.host}/s31/workers:v1`, parts: partsOf(children), more: baseFlags() };
    const { results } = await world.assemble(there);
    const index = await rawIndex(registry, 's31/workers:v1');
    expect(results).toEqual({ digest: index.digest });
    expect(index.manifests).toMatchObject(entriesOf(children));
    await expectPullable(registry, 's31/workers:v1', children);
    expect(await failedChecks(registry, 's31/workers:v1', children)).toEqual([]);
    const back = { target: `${final.host}/s31/back:v1`, parts: partsOf(children, registry, 's31/workers') };
    expect((await world.assemble(back)).results).toEqual(results);
    await expectPullable(final, 's31/back:v1', children);
    const since = registry.requests().length;
    expect((await world.assemble(there)).results).toEqual(results);
    expect(writes(registry, since)).toEqual([]);
  });

  it('32: mounts', async () => {
    await world.assemble({ target: `${registry.host}/s32/os:v1`, parts: partsOf(children) });
    const since = registry.requests().length;
    const target = `${registry.host}/s32/workers:v1`;
    const parts = partsOf(children, registry, 's32/os');
    expect(await world.assemble({ target, parts })).toMatchObject({ results: published });
    const done = writes(registry, since);
    const mounts = done.filter(({ line }) => line.includes('/blobs/uploads/?mount='));
    expect(mounts.map(({ status }) => status)).toEqual(Array(9).fill(201));
    expect(done.filter(({ line }) => !line.includes('/manifests/'))).toEqual(mounts);
    await expectPullable(registry, 's32/workers:v1', children);
  });

  it('27: names the child that is gone', async () => {
    const parts = partsOf(children, registry, 's27');
    await world.assemble({ target: `${registry.host}/s27:v1`, parts: partsOf(children), more });
    await skopeoAt(registry, ['delete', `docker://${registry.host}/s27:v1-arm64`]);
    const { results } = await world.assemble({ target: `${registry.host}/s27:v2`, parts });
    expect(results).toMatchObject({ reason: 'ChildMissing', architecture: 'arm64' });
    await isAbsent(registry, 's27:v2');
  });

  it('30: denies a wrong login', async () => {
    const pushLogins = { [registry.host]: 'somebody:else' };
    const wanted = { target: `${registry.host}/s30:v1`, parts: partsOf(children), pushLogins };
    expect((await world.assemble(wanted)).results.reason).toBe('PushDenied');
  });

  it('45: keeps the children of an index although they have no tag', async () => {
    const own = await world.start(program);
    const { results } = await world.assemble({ target: `${own.host}/s45:v1`, parts: partsOf(children) });
    own.collectGarbage();
    expect((await rawIndex(own, 's45:v1')).digest).toBe(results.digest);
    await expectPullable(own, 's45:v1', children);
  });

  it.each([true, false])('46: a build ends where deleting is allowed: %s', async (deletes) => {
    const own = await world.start({ ...program, deletes });
    const target = `${own.host}/s46/workers:v1`;
    const { results } = await world.assemble({ target, parts: partsOf(children), more });
    const { plan, states } = await removed(own, buildOf(own, 's46/workers', results.digest ?? ''));
    expect(plan.actions).toMatchObject(finalizerGone);
    expect(states).toEqual(Array(4).fill(deletes ? 'deleted' : 'unsupported'));
    if (deletes) await isAbsent(own, 's46/workers:v1');
    else await expectPullable(own, 's46/workers:v1', children);
  });
});
