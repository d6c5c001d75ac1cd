import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistryQuestion } from '../../src/layering/build-plan/registry-question.ts';
import { isVerified, verifyIndex } from '../../src/layering/verify-index.ts';
import { createAskRegistry } from '../../src/operator/layering/ask-registry.ts';
import { createRegistryClient, createRegistrySession } from '../../src/registry/create-registry-client.ts';
import { createRegistryWriter } from '../../src/registry/create-registry-writer.ts';
import { digestOf } from '../../src/registry/digest.ts';
import { succeeded } from '../../src/registry/outcome.ts';
import type { RegistrySession } from '../../src/registry/requests/registry-session.ts';
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

const distribution = await distributionRegistry();
if (distribution.kind === 'missing')
  process.stdout.write(`skipped: distribution's registry of today, which is not here: ${distribution.reason}\n`);

let world: ImageWorld;
let builds: Side;
let final: Side;
/** Plain HTTP, for what stands before it. */
let open: Side;
let faulty: FaultyRegistry;
let meddling: MeddlingRegistry;
let session: RegistrySession;
/** Of the base image, by architecture; and the index that names them. */
let bases: Digests;
let baseIndex: string;
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
  baseIndex = await world.buildah.index(
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

/** Requests that change something, since there were so many. */
function writes(side: Side, since = 0): readonly LoggedRequest[] {
  return side.requests().slice(since).filter(({ line }) => !/^(GET|HEAD) /.test(line));
}

/** Asks as the operator does. */
function asked(side: Side, kind: RegistryQuestion['kind'], name: string) {
  const ask = createAskRegistry({
    session,
    accessFor: async () => succeeded(accessTo(side)),
    rules: () => (side.login === undefined ? [] : []),
    now: () => 0,
  });
  const question = { id: name, kind, reference: `${side.host}/${name}`, secret: undefined };
  return ask(question, AbortSignal.timeout(30_000));
}

describe('24: a tag that moves under a claim', () => {
  it('moves nothing: what was claimed is what is published', async () => {
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
});
