import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRegistrySession, createRegistryWriter, parseImageReference } from '@archipelago/oci-registry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demandPublished } from '../../../../../../../test/support/demand-published.ts';
import { startFaultyRegistry } from '../../../../../../../test/support/faulty-registry.ts';
import { pushTestImage, type TestImage } from '../../../../../../../test/support/test-image.ts';
import {
  type ImageRegistry,
  type ImageRegistryOptions,
  startImageRegistry,
} from '../../../../simulation/image-registry/start-image-registry.ts';
import { main } from '../../../main.ts';

const opened: (() => Promise<void> | void)[] = [];
let builds: ImageRegistry;
let final: ImageRegistry;

beforeEach(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  builds = await registry();
  final = await registry();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of opened.splice(0)) await end();
});

async function registry(options: ImageRegistryOptions = {}): Promise<ImageRegistry> {
  const started = await startImageRegistry(options);
  opened.push(() => started.stop());
  return started;
}

async function run(argv: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(['layering', 'assemble', ...argv], {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('there is no such file');
      return text;
    },
    color: false,
  });
  if (ran.code === 0) demandPublished(['layering', 'assemble', ...argv], ran.out);
  return ran;
}

/** What a builder of one architecture, or of several, pushes; returns its digest. */
async function pushed(
  { host, caCertificate: ca }: ImageRegistry,
  name: string,
  image: TestImage,
  user?: string,
) {
  const session = createRegistrySession();
  opened.push(() => session.transport.close());
  const reference = parseImageReference(`${host}/${name}`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const credential = { kind: 'password', username: user ?? '', password: 'secret' } as const;
  const access = { ca, credentials: user === undefined ? [] : [{ scope: host, credential }] };
  const place = {
    reference: reference.value,
    insecure: ca === undefined,
    access,
    signal: new AbortController().signal,
  };
  return pushTestImage(createRegistryWriter(session), place, image);
}

function single(architecture: string, more: { variant?: string; format?: 'oci' | 'docker' } = {}): TestImage {
  const { format = 'oci', ...variant } = more;
  return { single: true, format, platforms: [{ os: 'linux', architecture, ...variant }] };
}

const architectures = ['amd64', 'arm64', 's390x'] as const;
type Children = Readonly<Record<string, string>>;

/** One image per architecture, each under a tag of its own; the options that name them by digest. */
async function three(at = builds, format: 'oci' | 'docker' = 'oci', repository = 'os') {
  const children: Record<string, string> = {};
  for (const each of architectures)
    children[each] = await pushed(at, `${repository}:build-${each}`, single(each, { format }));
  return { children, options: platforms(at, children, repository) };
}

function platforms({ host }: Pick<ImageRegistry, 'host'>, children: Children, repository = 'os') {
  return Object.entries(children).map(([architecture, digest]) => {
    return `--platform=${architecture}=${host}/${repository}${digest.startsWith('sha256:') ? '@' : ':'}${digest}`;
  });
}

function to({ host }: Pick<ImageRegistry, 'host'>, name = 'final/os:latest') {
  return [`--target=${host}/${name}`, '--insecure', '-o', 'json'];
}

function writes({ requests }: ImageRegistry): readonly string[] {
  return requests
    .filter(({ method }) => !['GET', 'HEAD'].includes(method))
    .map(({ method, path }) => `${method} ${path}`);
}

async function tagOf(at: Pick<ImageRegistry, 'host'>, name = 'final/os', tag = 'latest') {
  const headers = {
    accept: 'application/vnd.oci.image.index.v1+json, application/vnd.oci.image.manifest.v1+json',
  };
  const answer = await fetch(`http://${at.host}/v2/${name}/manifests/${tag}`, { headers });
  await answer.arrayBuffer();
  return answer.ok ? answer.headers.get('docker-content-digest') : undefined;
}

describe('layering assemble', () => {
  it('makes one image of several, in another registry, and says what it came to', async () => {
    const { children, options } = await three();
    const { code, out, err } = await run([...to(final), ...options]);
    expect([code, err]).toEqual([0, expect.stringContaining('arm64: sha256:')]);
    expect(JSON.parse(out)).toEqual({
      reference: `${final.host}/final/os:latest`,
      digest: await tagOf(final),
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: architectures.map((architecture) => ({
        digest: children[architecture],
        size: expect.any(Number),
        platform: { os: 'linux', architecture },
      })),
    });
    const last = writes(final).slice(-2);
    expect(last).toEqual([
      `PUT /v2/final/os/manifests/${JSON.parse(out).digest}`,
      'PUT /v2/final/os/manifests/latest',
    ]);
    expect(writes(builds).length).toBe(writes(builds).indexOf('PUT /v2/os/manifests/build-s390x') + 1);
    let text = '';
    const show = (more: string) => {
      text += more;
    };
    const io = { out: show, err: vi.fn(), read: vi.fn(), color: false };
    const reference = `${final.host}/final/os:latest`;
    expect(await main(['images', 'inspect', reference, '--insecure', '-o', 'json'], io)).toBe(0);
    const seen: { platforms: { digest: string }[] } = JSON.parse(text);
    expect(seen.platforms.map(({ digest }) => digest)).toEqual(architectures.map((each) => children[each]));
  });

  it('pushes nothing when it is done again, and only a tag for another tag', async () => {
    const { options } = await three();
    const first = await run([...to(final), ...options]);
    const before = writes(final).length;
    const again = await run([...to(final), ...options]);
    expect([again.code, again.out]).toEqual([0, first.out]);
    expect(writes(final).slice(before)).toEqual([]);
    expect(again.err).toContain('tag latest was right');
    expect((await run([...to(final, 'final/os:v2'), ...options])).code).toBe(0);
    expect(writes(final).slice(before)).toEqual(['PUT /v2/final/os/manifests/v2']);
  });

  it('has one digest for any order of the platforms', async () => {
    const { options } = await three();
    const [a = '', b = '', c = ''] = options;
    const digests = new Set<string>();
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, a, c],
      [c, a, b],
    ])
      digests.add(JSON.parse((await run([...to(final), ...order])).out).digest);
    expect(digests.size).toBe(1);
  });

  it('mounts between repositories of one registry, and moves nothing within one', async () => {
    const { options } = await three(final);
    const before = writes(final).length;
    expect((await run([...to(final), ...options])).code).toBe(0);
    const since = final.requests.filter(({ method }) => method === 'POST').slice(-6);
    expect(
      since.map(({ query, status }) => [/mount=sha256.*from=os|from=os.*mount=sha256/.test(query), status]),
    ).toEqual(since.map(() => [true, 201]));
    expect(
      writes(final)
        .slice(before)
        .filter((line) => /^(PATCH|PUT).*uploads/.test(line)),
    ).toEqual([]);
    const there = writes(final).length;
    expect((await run([...to(final, 'os:final'), ...options])).code).toBe(0);
    expect(writes(final).slice(there)).toHaveLength(2);
  });

  it('takes the entry of the platform where a child is an index, and never its statements', async () => {
    const image: TestImage = {
      platforms: architectures.map((architecture) => ({ os: 'linux', architecture })),
      attestations: true,
    };
    await pushed(builds, 'os:all', image);
    const { out, code } = await run([...to(final), ...platforms(builds, { amd64: 'all', s390x: 'all' })]);
    expect(code).toBe(0);
    const { children } = await three(builds, 'oci', 'same');
    expect(JSON.parse(out).manifests.map(({ digest }: { digest: string }) => digest)).toEqual([
      children.amd64,
      children.s390x,
    ]);
  });

  it('makes a Docker list of Docker images', async () => {
    const { options } = await three(builds, 'docker');
    const { out } = await run([...to(final), '--format=docker', ...options]);
    expect(JSON.parse(out).mediaType).toBe('application/vnd.docker.distribution.manifest.list.v2+json');
  });

  it('takes arm64/v8 for arm64, and keeps what the image says', async () => {
    const v8 = await pushed(builds, 'os:v8', single('arm64', { variant: 'v8' }));
    const { out } = await run([...to(final), `--platform=aarch64=${builds.host}/os@${v8}`]);
    expect(JSON.parse(out).manifests[0].platform).toEqual({
      os: 'linux',
      architecture: 'arm64',
      variant: 'v8',
    });
    const plain = await pushed(builds, 'os:plain', single('arm64'));
    expect((await run([...to(final), `--platform=arm64/v8=${builds.host}/os@${plain}`])).code).toBe(0);
  });

  it('logs in at both, asks for no right to push where it reads, and trusts an own authority', async () => {
    const guarded: ImageRegistryOptions = { users: { ann: 'secret' }, auth: 'bearer' };
    const [from, target] = [await registry({ ...guarded, tls: true }), await registry(guarded)];
    const digest = await pushed(from, 'os:arm64', single('arm64'), 'ann');
    const before = from.requests.length;
    const auth = Buffer.from('ann:secret').toString('base64');
    const files = {
      auth: JSON.stringify({ auths: { [from.host]: { auth }, [target.host]: { auth } } }),
      ca: from.caCertificate ?? '',
      conf: `[[registry]]\nlocation = "${target.host}"\ninsecure = true\n`,
    };
    const argv = [
      `--target=${target.host}/os:1`,
      `--platform=arm64=${from.host}/os@${digest}`,
      '--ca-file=ca',
      '--registries-conf=conf',
    ];
    const good = await run([...argv, '--authfile=auth'], files);
    expect(good).toMatchObject({ code: 0 });
    const scopes = from.requests.slice(before).filter(({ query }) => query.includes('scope='));
    expect(scopes.length).toBeGreaterThan(0);
    for (const { query } of scopes) expect(decodeURIComponent(query)).not.toContain('push');
    const anonymous = await run(argv, files);
    expect([anonymous.code, anonymous.out]).toEqual([1, '']);
  });

  it('reads children at mirrors, and prints a table for people', async () => {
    const { options } = await three(builds, 'oci', 'mirrored/os');
    const conf = `[[registry]]\nlocation = "images.example"\n[[registry.mirror]]\nlocation = "${builds.host}"\ninsecure = true\n[[registry]]\nlocation = "${final.host}"\ninsecure = true\n`;
    const moved = options.map((each) => each.replace(builds.host, 'images.example'));
    const argv = [`--target=${final.host}/os:1`, '--registries-conf=conf', ...moved];
    const { code, out } = await run(argv, { conf });
    expect(code).toBe(0);
    expect(out).toMatch(/linux\/s390x +sha256:[0-9a-f]{64}/);
  });
});

describe('layering assemble for the controller', () => {
  const bases = { amd64: `sha256:${'a'.repeat(64)}`, arm64: `sha256:${'b'.repeat(64)}` };
  const from = (base: string) => ({ 'org.opencontainers.image.base.digest': base });

  it('checks what each image was built from: by the annotation, or else by the label', async () => {
    const amd64 = await pushed(builds, 'os:a', { ...single('amd64'), annotations: from(bases.amd64) });
    const honest = await pushed(builds, 'os:b', {
      ...single('arm64', { format: 'oci' }),
      labels: from(bases.arm64),
    });
    const liar = await pushed(builds, 'os:c', {
      ...single('arm64'),
      annotations: from(bases.amd64),
      labels: from(bases.arm64),
    });
    const wanted = Object.entries(bases).map(([name, base]) => `--base=${name}=${base}`);
    const bad = await run([...to(final), ...platforms(builds, { amd64, arm64: liar }), ...wanted]);
    expect([bad.code, bad.out, writes(final)]).toEqual([1, '', []]);
    expect(bad.err).toContain(`was built from ${bases.amd64}, not from ${bases.arm64}`);
    expect((await run([...to(final), ...platforms(builds, { amd64, arm64: honest }), ...wanted])).code).toBe(
      0,
    );
    const { options } = await three();
    const nameless = await run([...to(final), ...options, `--base=s390x=${bases.amd64}`]);
    expect(nameless.code).toBe(1);
    expect(nameless.err).toMatch(/s390x: .*built from an image that it does not name/);
  });

  it('publishes the only image as it is', async () => {
    const { children, options } = await three();
    const one = options.filter((each) => each.includes('arm64='));
    const { code, out } = await run([...to(final), ...one, '--publish=manifest']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      digest: children.arm64,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      manifests: [{ digest: children.arm64, platform: { architecture: 'arm64' } }],
    });
    expect(await tagOf(final)).toBe(children.arm64);
    const before = writes(final).length;
    expect((await run([...to(final), ...one, '--publish=manifest'])).code).toBe(0);
    expect(writes(final)).toHaveLength(before);
  });

  it('tags children before the index, and leaves the digest in a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archipelago-results-'));
    opened.push(() => rmSync(folder, { recursive: true }));
    const { children, options } = await three();
    const { out } = await run([...to(final), ...options, '--child-tags', `--results=${folder}`]);
    for (const each of architectures)
      expect(await tagOf(final, 'final/os', `latest-${each}`)).toBe(children[each]);
    const tags = writes(final)
      .slice(-4)
      .map((line) => line.replace(/.*manifests./, ''));
    expect(tags).toEqual(['latest-amd64', 'latest-arm64', 'latest-s390x', 'latest']);
    expect(readFileSync(join(folder, 'digest'), 'utf8')).toBe(`${JSON.parse(out).digest}\n`);
    const nowhere = await run([...to(final), ...options, `--results=${folder}/gone`]);
    expect([nowhere.code, nowhere.out]).toEqual([2, '']);
    expect(nowhere.err).toContain('the image is published, with the digest sha256:');
  });

  it('leaves the reason in a folder where there is no image, and ends well for whoever reports it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archipelago-results-'));
    opened.push(() => rmSync(folder, { recursive: true }));
    const { children, options } = await three();
    const results = `--results=${folder}`;
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const gone = [`--platform=ppc64le=${builds.host}/os:none`, results];
    expect(await run([...to(final), ...options, ...gone])).toMatchObject({ code: 0, out: '' });
    expect(readdirSync(folder).sort()).toEqual(['architecture', 'message', 'reason']);
    expect([read('reason'), read('architecture')]).toEqual(['ChildMissing', 'ppc64le']);
    expect(read('message')).toMatch(/^ppc64le: .*os:none/);
    const { amd64 = '' } = children;
    const worse = [...gone, ...platforms(builds, { s390x: amd64 })];
    expect((await run([...to(final), ...worse])).code).toBe(0);
    expect([read('reason'), read('architecture')]).toEqual(['VerificationFailed', 's390x']);
    expect(read('message').split('\n')).toEqual([
      expect.stringMatching(/^s390x: .*linux\/amd64, not linux\/s390x/),
      expect.stringMatching(/^ppc64le: /),
    ]);
    expect(await tagOf(final)).toBeUndefined();
  });

  it('has other logins where it reads than where it writes', async () => {
    const [source, target] = [
      await registry({ users: { reader: 'secret' } }),
      await registry({ users: { writer: 'secret' } }),
    ];
    const digest = await pushed(source, 'os:1', single('arm64'), 'reader');
    const login = (host: string, user: string) => {
      const auth = Buffer.from(`${user}:secret`).toString('base64');
      return JSON.stringify({ auths: { [host]: { auth } } });
    };
    const files = { pull: login(source.host, 'reader'), push: login(target.host, 'writer') };
    const argv = [...to(target), ...platforms(source, { arm64: digest }), '--authfile=push'];
    expect((await run(argv, files)).code).toBe(1);
    expect(await run([...argv, '--source-authfile=pull'], files)).toMatchObject({ code: 0 });
  });
});

describe('layering assemble refuses before anything is pushed', () => {
  const other = (digest: string | undefined) => digest ?? '';
  const cases: readonly (readonly [
    string,
    (options: readonly string[], children: Children) => Promise<readonly string[]>,
    readonly string[],
  ])[] = [
    [
      'an image of another architecture',
      async (_, children) => platforms(builds, { ...children, arm64: other(children.amd64) }),
      ['arm64: ', 'in its config that it is linux/amd64, not linux/arm64'],
    ],
    [
      'a foreign config under a right-looking entry',
      async (options) => {
        const lie = { os: 'linux', architecture: 's390x', claimed: { os: 'linux', architecture: 'arm64' } };
        await pushed(builds, 'os:lie', { platforms: [lie] });
        return [
          ...options.filter((each) => !each.includes('arm64=')),
          ...platforms(builds, { arm64: 'lie' }),
        ];
      },
      ['arm64: ', 'linux/s390x, not linux/arm64'],
    ],
    [
      'a config over other layers than its own',
      async (options) => {
        const odd = await pushed(builds, 'os:odd', { ...single('arm64'), describedLayers: 2 });
        return [...options.filter((each) => !each.includes('arm64=')), ...platforms(builds, { arm64: odd })];
      },
      ['arm64: ', 'has 1 layers where its config describes 2'],
    ],
    [
      'another variant',
      async (options) => {
        const v9 = await pushed(builds, 'os:v9', single('arm64', { variant: 'v9' }));
        return [...options.filter((each) => !each.includes('arm64=')), ...platforms(builds, { arm64: v9 })];
      },
      ['linux/arm64/v9, not linux/arm64'],
    ],
    [
      'an architecture twice',
      async (options, { arm64 }) => [...options, ...platforms(builds, { 'arm64/v8': other(arm64) })],
      ['arm64: ', 'promised as arm64 2 times'],
    ],
    [
      'a Docker image among OCI images',
      async (options) => {
        const digest = await pushed(builds, 'os:docker', single('arm64', { format: 'docker' }));
        return [
          ...options.filter((each) => !each.includes('arm64=')),
          ...platforms(builds, { arm64: digest }),
        ];
      },
      ['arm64: ', 'is a Docker image where an OCI image is needed', 'not converted'],
    ],
    [
      'images of another format than is wanted',
      async (options) => [...options, '--format=docker'],
      ['amd64: ', 'arm64: ', 's390x: ', 'is an OCI image where a Docker image is needed'],
    ],
    [
      'an image that is not there',
      async (options) => [...options, `--platform=ppc64le=${builds.host}/os:none`],
      ['ppc64le: ', 'os:none'],
    ],
    [
      'an index without the platform',
      async (options) => {
        await pushed(builds, 'os:few', { platforms: [{ os: 'linux', architecture: 'amd64' }] });
        return [...options, `--platform=ppc64le=${builds.host}/os:few`];
      },
      ['ppc64le: ', 'an index without an image for linux/ppc64le; it has linux/amd64'],
    ],
    [
      'a target that has another digest',
      async (options) => [...options, `--target=${final.host}/final/os@sha256:${'0'.repeat(64)}`],
      ['would have the digest sha256:'],
    ],
  ];

  it.each(cases)('%s', async (_, change, says) => {
    const { children, options } = await three();
    const { code, out, err } = await run([...to(final), ...(await change(options, children))]);
    expect([code, out]).toEqual([1, '']);
    for (const words of says) expect(err).toContain(words);
    expect(writes(final)).toEqual([]);
  });

  it('a layer that is cut short or gone', async () => {
    const { children } = await three();
    const faulty = await startFaultyRegistry(builds.host);
    opened.push(() => faulty.stop());
    const options = platforms(faulty, children);
    faulty.plan({ on: /^HEAD.*blobs/, fault: { kind: 'headers', headers: { 'content-length': '7' } } });
    const short = await run([...to(final), ...options]);
    expect([short.code, short.out]).toEqual([1, '']);
    expect(short.err).toMatch(/(amd64|arm64|s390x): .*has 7 bytes instead of/);
    faulty.plan({ on: /^HEAD.*blobs/, fault: { kind: 'answer', status: 404 } });
    const gone = await run([...to(final), ...options]);
    expect([gone.code, gone.out]).toEqual([1, '']);
    expect(gone.err).toMatch(/(amd64|arm64|s390x): .*its registry does not have sha256:/);
    expect(writes(final)).toEqual([]);
  });

  it('a registry that is not there, with another exit code', async () => {
    const { options } = await three();
    await builds.stop();
    const { code, out, err } = await run([...to(final), ...options]);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('nothing listens there');
    expect(writes(final)).toEqual([]);
  });
});

describe('layering assemble is told wrongly by', () => {
  const good = ['--target=h.example/os:1', '--platform=amd64=h.example/os:a'];
  it.each<readonly [string, readonly string[], string]>([
    ['no target', good.slice(1), '--target'],
    ['no platform', good.slice(0, 1), '--platform'],
    ['a platform without an image', [...good, '--platform=arm64'], 'is not ARCH[/VARIANT]=REF'],
    ['too many parts', [...good, '--platform=linux/arm64/v8=h.example/os'], 'is not ARCH[/VARIANT]=REF'],
    ['a variant that is none', [...good, '--platform=arm64/=h.example/os'], 'is not ARCH[/VARIANT]=REF'],
    [
      'an unknown architecture',
      [...good, '--platform=__proto__=h.example/os'],
      'amd64, arm64, ppc64le, s390x',
    ],
    ['an empty reference', [...good, '--platform=arm64='], '--platform arm64'],
    ['a reference that is none', [...good, '--target=Upper/X'], '--target'],
    [
      'a target without a tag',
      ['--target=h.example:5000/os', ...good.slice(1)],
      'names neither a tag nor a digest',
    ],
    ['100,000 slashes', [...good, `--platform=${'/'.repeat(100_000)}=h.example/os`], 'ARCH[/VARIANT]=REF'],
    ['a base without a digest', [...good, '--base=amd64'], 'is not ARCH=DIGEST'],
    ['a base that is no digest', [...good, '--base=amd64=sha256:12'], '--base amd64'],
    ['a base of nothing', [...good, `--base=arm64=sha256:${'0'.repeat(64)}`], 'is no --platform'],
    ['a base twice', [...good, ...Array(2).fill(`--base=amd64=sha256:${'0'.repeat(64)}`)], 'is there twice'],
    [
      'two images as they are',
      [...good, '--platform=arm64=h.example/os:b', '--publish=manifest'],
      'is for one --platform, there are 2',
    ],
    [
      'tags of no tag',
      [`--target=h.example/os@sha256:${'0'.repeat(64)}`, ...good.slice(1), '--child-tags'],
      'has no tag to make --child-tags of',
    ],
    ['a format that is none', [...good, '--format=tar'], 'oci, docker'],
    ['a file that is not there', [...good, '--authfile=gone'], '--authfile gone'],
  ])('%s', async (_, argv, says) => {
    const { code, out, err } = await run(argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err.length).toBeLessThan(1_000);
  });
});
