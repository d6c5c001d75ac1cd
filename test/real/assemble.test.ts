import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createRegistrySession,
  createRegistryWriter,
  digestOf,
  parseImageReference,
} from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DockerRegistry, startDockerRegistry } from '../support/docker-registry.ts';
import { pushTestImage } from '../support/test-image.ts';
import { type Buildah, openBuildah } from './registry/buildah.ts';
import { openSkopeo, type Skopeo, type SkopeoAccess } from './registry/skopeo.ts';

const user = { name: 'ann', password: 'secret of ann' };
const architectures = ['amd64', 'arm64', 's390x'] as const;
const folder = mkdtempSync(join(tmpdir(), 'archipelago-assemble-'));
let builds: DockerRegistry;
let final: DockerRegistry;
let judge: SkopeoAccess;
let buildah: Buildah;
let skopeo: Skopeo;
let children: Readonly<Record<string, string>>;
/** How our side gets into both. */
let ways: readonly string[];

beforeAll(async () => {
  [buildah, skopeo] = [openBuildah(), openSkopeo()];
  builds = await startDockerRegistry();
  final = await startDockerRegistry({ tls: true, users: { [user.name]: user.password } });
  const { caCertificate = '' } = final;
  judge = { user: `${user.name}:${user.password}`, caCertificate };
  const auth = Buffer.from(`${user.name}:${user.password}`).toString('base64');
  ways = [
    `--authfile=${file('auth.json', JSON.stringify({ auths: { [final.host]: { auth } } }))}`,
    `--ca-file=${file('ca.pem', caCertificate)}`,
    `--registries-conf=${file('conf', `[[registry]]\nlocation = "${builds.host}"\ninsecure = true\n`)}`,
  ];
  children = await built('oci', 'os');
});

afterAll(async () => {
  await Promise.all([builds?.stop(), final?.stop(), buildah?.close()]);
  skopeo?.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

async function built(format: 'oci' | 'docker', repository: string) {
  const digests: Record<string, string> = {};
  for (const architecture of architectures)
    digests[architecture] = await buildah.build(`${builds.host}/${repository}:build-${architecture}`, {
      architecture,
      format,
      containerfile: 'FROM scratch\nCOPY marker /marker\n',
      files: { marker: `of ${architecture}\n` },
    });
  return digests;
}

/** The product's own process; it never rejects. */
function assemble(
  target: string,
  parts: Readonly<Record<string, string>>,
  repository = 'os',
  more: readonly string[] = [],
) {
  const platforms = Object.entries(parts).map(
    ([architecture, digest]) => `--platform=${architecture}=${builds.host}/${repository}@${digest}`,
  );
  const args = [
    'bin/archipelago',
    'layering',
    'assemble',
    `--target=${target}`,
    ...platforms,
    ...more,
    ...ways,
    '-o',
    'json',
  ];
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, args, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });
}

interface Judged {
  readonly digest: string;
  readonly mediaType: string;
  readonly manifests: readonly {
    readonly digest: string;
    readonly size: number;
    readonly platform: object;
  }[];
}

/** The same in skopeo's words, after it has pulled all of it. */
async function judged(image: string, access: SkopeoAccess): Promise<Judged> {
  await skopeo.pullAll(image, access);
  const raw = await skopeo.raw(image, access);
  const { mediaType, manifests }: Judged = JSON.parse(raw.toString());
  const repository = image.replace(/:[^:/]*$/, '');
  const entries = [];
  for (const { digest, size } of manifests) {
    const child = `${repository}@${digest}`;
    const config: { os: string; architecture: string } = JSON.parse(
      (await skopeo.config(child, access)).toString(),
    );
    const bytes = (await skopeo.raw(child, access)).length;
    expect(bytes).toBe(size);
    entries.push({ digest, size, platform: { os: config.os, architecture: config.architecture } });
  }
  return { digest: digestOf(raw), mediaType, manifests: entries };
}

async function isAbsent(image: string): Promise<void> {
  await expect(skopeo.raw(image, judge)).rejects.toThrow('manifest unknown');
}

function filesOf({ storage }: DockerRegistry): readonly string[] {
  return readdirSync(storage, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** What is held, and since when. */
function held(registry: DockerRegistry): readonly string[] {
  return filesOf(registry).map((path) => `${path} ${statSync(path).mtimeMs}`);
}

describe('an image assembled from what buildah built', () => {
  it('is what skopeo says, in another registry with TLS and passwords; a second time nothing is pushed', async () => {
    const target = `${final.host}/pools/workers:v1`;
    const first = await assemble(target, children);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining('blobs copied') });
    const { reference, ...said } = JSON.parse(first.out);
    expect(reference).toBe(target);
    expect(said).toEqual(await judged(target, judge));
    expect(said.manifests.map(({ digest }: { digest: string }) => digest)).toEqual(
      architectures.map((each) => children[each]),
    );
    const before = held(final);
    const again = await assemble(target, children);
    expect(again).toMatchObject({ code: 0, out: first.out });
    expect(held(final)).toEqual(before);
  });

  it('has the digest that buildah gives it, in any order', async () => {
    const { amd64 = '', arm64 = '', s390x = '' } = children;
    const theirs = await buildah.index(
      `${builds.host}/os:theirs`,
      [amd64, arm64, s390x].map((digest) => `${builds.host}/os@${digest}`),
    );
    for (const order of [children, { s390x, amd64, arm64 }]) {
      const ours = await assemble(`${builds.host}/os:ours`, order);
      expect(JSON.parse(ours.out).digest).toBe(theirs);
    }
    expect(await skopeo.raw(`${builds.host}/os:ours`, {})).toEqual(
      await skopeo.raw(`${builds.host}/os:theirs`, {}),
    );
  });

  it('mounts between repositories of one registry', async () => {
    const target = `${builds.host}/pools/workers:v1`;
    const { code, err, out } = await assemble(target, children);
    expect([code, err]).toEqual([0, expect.stringContaining('0 blobs copied (0 B), 2 mounted')]);
    const { reference: _, ...said } = JSON.parse(out);
    expect(said).toEqual(await judged(target, {}));
  });

  it('is a Docker list of Docker images', async () => {
    const docker = await built('docker', 'docker');
    const target = `${final.host}/pools/docker:v1`;
    const { code, out } = await assemble(target, docker, 'docker');
    expect(code).toBe(0);
    const { reference: _, ...said } = JSON.parse(out);
    expect(said).toEqual(await judged(target, judge));
    expect(said.mediaType).toBe('application/vnd.docker.distribution.manifest.list.v2+json');
    const mixed = { ...children, arm64: docker.arm64 ?? '' };
    expect(await assemble(`${final.host}/pools/mixed:v1`, mixed, 'docker')).toMatchObject({
      code: 1,
      out: '',
    });
  });
});

describe('what a real registry does not check', () => {
  it('is refused: one architecture under the name of another', async () => {
    const { arm64 = '', amd64 = '' } = children;
    const target = `${final.host}/refused/workers:v1`;
    const result = await assemble(target, { amd64, s390x: arm64 });
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/s390x: .*in its config that it is linux\/arm64, not linux\/s390x/);
    await isAbsent(target);
  });

  it('is refused: an index that lies', async () => {
    const session = createRegistrySession();
    const reference = parseImageReference(`${builds.host}/lies:v1`);
    if (reference.kind === 'refused') throw new Error(reference.reason);
    const access = { credentials: [], ca: undefined };
    const place = { reference: reference.value, insecure: true, access, signal: AbortSignal.timeout(10_000) };
    const lie = { os: 'linux', architecture: 'amd64', claimed: { os: 'linux', architecture: 's390x' } };
    const digest = await pushTestImage(createRegistryWriter(session), place, { platforms: [lie] });
    session.transport.close();
    const target = `${final.host}/refused/workers:v2`;
    const result = await assemble(target, { s390x: digest }, 'lies');
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/s390x: .*in its config that it is linux\/amd64, not linux\/s390x/);
    await isAbsent(target);
  });

  it('is refused: content of another architecture under a right config, by what buildah notes as its base', async () => {
    const { amd64 = '', s390x = '' } = children;
    const build = (tag: string, base: string) =>
      buildah.build(`${builds.host}/layered:${tag}`, {
        architecture: 's390x',
        containerfile: `FROM ${builds.host}/os@${base}\nCOPY more /more\n`,
        files: { more: 'more' },
      });
    const [liar, honest] = [await build('liar', amd64), await build('honest', s390x)];
    const target = `${final.host}/refused/workers:v6`;
    const bad = await assemble(target, { s390x: liar }, 'layered', [`--base=s390x=${s390x}`]);
    expect(bad).toMatchObject({ code: 1, out: '' });
    expect(bad.err).toContain(`was built from ${amd64}, not from ${s390x}`);
    await isAbsent(target);
    const good = await assemble(target, { s390x: honest }, 'layered', [
      `--base=s390x=${s390x}`,
      '--child-tags',
    ]);
    expect(good.code).toBe(0);
    expect(digestOf(await skopeo.raw(`${target}-s390x`, judge))).toBe(honest);
  });

  it('is refused: a layer that the registry lost a part of', async () => {
    const digest = await buildah.build(`${builds.host}/short:v1`, {
      architecture: 'arm64',
      containerfile: 'FROM scratch\nCOPY marker /marker\n',
      files: { marker: 'short '.repeat(100) },
    });
    const raw = await skopeo.raw(`${builds.host}/short@${digest}`, {});
    const manifest: { layers: { digest: string }[] } = JSON.parse(raw.toString());
    const layer = manifest.layers[0]?.digest.replace('sha256:', '') ?? '';
    const path = filesOf(builds).find((each) => each.includes(join(layer, 'data')));
    truncateSync(path ?? '', 20);
    const target = `${final.host}/refused/workers:v3`;
    const result = await assemble(target, { arm64: digest }, 'short');
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result.err).toMatch(/arm64: .*has 20 bytes instead of/);
    await isAbsent(target);
  });

  it('is refused: somebody without the right to push; and a registry that is not there is something else', async () => {
    const stranger = ways.filter((each) => !each.startsWith('--authfile'));
    const known = ways;
    const target = `${final.host}/refused/workers:v4`;
    ways = stranger;
    try {
      expect(await assemble(target, children)).toMatchObject({ code: 1, out: '' });
    } finally {
      ways = known;
    }
    await isAbsent(target);
    expect(await assemble('127.0.0.1:1/refused/workers:v5', children)).toMatchObject({ code: 3, out: '' });
  });
});
