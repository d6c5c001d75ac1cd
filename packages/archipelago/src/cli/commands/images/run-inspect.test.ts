import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demandPublished } from '../../../../../../test/support/demand-published.ts';
import type { RegistryFault } from '../../../simulation/image-registry/registry-fault.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../simulation/image-registry/start-image-registry.ts';
import { main } from '../../main.ts';

let registry: ImageRegistry;

beforeEach(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  registry = await startImageRegistry();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.stop();
});

async function run(argv: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(['images', 'inspect', ...argv], {
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
  if (ran.code < 2) demandPublished(['images', 'inspect', ...argv], ran.out);
  return ran;
}

const three = [
  { architecture: 'amd64', size: 3_000 },
  { architecture: 'arm64', variant: 'v8', size: 2_000 },
  { architecture: 's390x', size: 1_000 },
] as const;

describe('images inspect', () => {
  it('prints exactly the documented members, attestations left out', async () => {
    const digest = registry.push('os/fedora', '42', { platforms: three, attestations: true });
    const reference = `${registry.host}/os/fedora:42`;
    const { code, out, err } = await run([`docker://${reference}`, '--insecure', '-o', 'json']);
    expect([code, err]).toEqual([0, '']);
    const child = { os: 'linux', digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) };
    const sized = { size: expect.any(Number), downloadSize: expect.any(Number) };
    expect(JSON.parse(out)).toEqual({
      reference,
      digest,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      platforms: three.map((platform) => {
        const variant = 'variant' in platform ? { variant: platform.variant } : {};
        return { ...child, ...sized, architecture: platform.architecture, ...variant };
      }),
    });
    const sizes = JSON.parse(out).platforms.map((each: { downloadSize: number }) => each.downloadSize);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const byDigest = await run([`${registry.host}/os/fedora@${digest}`, '--insecure', '-o', 'json']);
    expect(JSON.parse(byDigest.out)).toMatchObject({ digest });
  });

  it('reads the architecture of an image of one platform from its config', async () => {
    const digest = registry.push('os/alpine', '1', {
      platforms: [{ architecture: 'arm64' }],
      format: 'docker',
    });
    const { out } = await run([`${registry.host}/os/alpine:1`, '--insecure', '-o', 'yaml']);
    expect(out).toContain(`digest: "${digest}"`);
    expect(out).toContain('architecture: arm64');
    expect(out).toContain('mediaType: "application/vnd.docker.distribution.manifest.v2+json"');
  });

  it('prints a table for people', async () => {
    registry.push('os/fedora', '42', { platforms: three });
    const { out } = await run([`${registry.host}/os/fedora:42`, '--insecure']);
    expect(out).toMatch(/^ {2}image {3}127/);
    expect(out).toMatch(/linux\/arm64\/v8 +sha256:[0-9a-f]{64} +\d/);
    expect(out).not.toContain('\u001b');
  });

  it.each(['basic', 'bearer'] as const)(
    'logs in (%s) with an auth file, trusts an own authority, and says what is missing without',
    async (kind) => {
      const guarded = await startImageRegistry({ tls: true, users: { ann: 'secret' }, auth: kind });
      try {
        const digest = guarded.push('os/fedora', '42', { platforms: three });
        const reference = `${guarded.host}/os/fedora:42`;
        const auth = Buffer.from('ann:secret').toString('base64');
        const files = {
          'auth.json': JSON.stringify({ auths: { [guarded.host]: { auth } } }),
          'ca.pem': guarded.caCertificate ?? '',
        };
        const ca = ['--ca-file', 'ca.pem'];
        const good = await run([reference, ...ca, '--authfile', 'auth.json', '-o', 'json'], files);
        expect([good.err, good.code]).toEqual(['', 0]);
        expect(JSON.parse(good.out)).toMatchObject({ digest });
        const anonymous = await run([reference, ...ca], files);
        expect([anonymous.code, anonymous.out]).toEqual([1, '']);
        expect(anonymous.err).toContain(guarded.host);
        const distrustful = await run([reference]);
        expect([distrustful.code, distrustful.out]).toEqual([3, '']);
        expect(distrustful.err).toMatch(/certificate/);
      } finally {
        await guarded.stop();
      }
    },
  );

  it('follows registries.conf', async () => {
    registry.push('mirrored/fedora', '42', { platforms: three });
    const conf = `[[registry]]\nlocation = "images.example/os"\n[[registry.mirror]]\nlocation = "${registry.host}/mirrored"\ninsecure = true\n`;
    const { code, out } = await run(['images.example/os/fedora:42', '--registries-conf', 'conf'], {
      conf,
    });
    expect(code).toBe(0);
    expect(out).toContain(`read at  ${registry.host}/mirrored/fedora:42`);
  });

  it.each<readonly [string, RegistryFault | undefined, number]>([
    ['says what it has', undefined, 0],
    ['does not know the image', { kind: 'status', status: 404 }, 1],
    ['wants a login', { kind: 'status', status: 401 }, 1],
    ['forbids it', { kind: 'status', status: 403 }, 1],
    ['refuses', { kind: 'status', status: 400 }, 1],
    ['talks nonsense', { kind: 'garbage' }, 1],
    ['wants to be left alone', { kind: 'status', status: 429, retryAfterSeconds: 600 }, 3],
  ])('of a registry that %s: %o ends with %i', async (_, fault, expected) => {
    registry.push('os/fedora', '42', { platforms: three });
    registry.fail(fault);
    const { code, out, err } = await run([`${registry.host}/os/fedora:42`, '--insecure']);
    expect([code, out === '', err === '']).toEqual([expected, expected !== 0, expected === 0]);
  });

  it('tells what the registry lacks (1) from a registry that is not there (3)', async () => {
    const absent = await run([`${registry.host}/os/nothing:1`, '--insecure']);
    expect([absent.code, absent.out]).toEqual([1, '']);
    expect(absent.err).toContain('os/nothing');
    await registry.stop();
    const gone = await run([`${registry.host}/os/nothing:1`, '--insecure']);
    expect([gone.code, gone.out]).toEqual([3, '']);
    expect(gone.err).toContain('nothing listens there');
    registry = await startImageRegistry();
  });

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
    ['an archive', ['oci-archive:/x.tar'], {}, ['oci-archive:/x.tar', 'archive in a file', 'docker://']],
    ['upper case', ['Upper/x:1'], {}, ['Upper/x', 'upper case', 'write upper/x']],
    ['nothing', [''], {}, ['image reference ""', 'write']],
    ['a digest that is none', ['h.example/x@sha256:12'], {}, ['sha256:12']],
    ['100,000 slashes', ['/'.repeat(100_000)], {}, ['name "///', '…', 'at most 255']],
    ['10 kB of text', ['x'.repeat(10_000)], {}, ['xxx…']],
    ['no reference', [], {}, ["missing required argument 'reference'"]],
    ['a format that is none', ['h.example/x', '-o', 'xml'], {}, ['xml', 'yaml, json']],
    [
      'a file that is not there',
      ['h.example/x', '--ca-file', 'gone'],
      {},
      ['--ca-file gone', 'no such file'],
    ],
    ['an auth file that is no JSON', ['h.example/x', '--authfile', 'a'], { a: '{' }, ['--authfile a']],
    [
      'an auth file with a trap',
      ['h.example/x', '--authfile', 'a'],
      { a: '{"auths":{"__proto__":{"auth":"!"}}}' },
      ['--authfile a'],
    ],
    [
      'a registries.conf that is no TOML',
      ['h.example/x', '--registries-conf', 'c'],
      { c: '[[' },
      ['--registries-conf c'],
    ],
  ])('refuses %s as a mistake of use', async (_, argv, files, says) => {
    const { code, out, err } = await run(argv, files);
    expect([code, out]).toEqual([2, '']);
    for (const words of says) expect(err).toContain(words);
    expect(err.length).toBeLessThan(1_000);
  });
});

const hostile = '\x1b[2J\u009b\u202e\r\n';

describe('what a registry says', () => {
  it.each<[string, number, object, string]>([
    [
      'an error',
      400,
      { errors: [{ code: hostile, message: `no ${hostile}`, detail: hostile }] },
      'no \\u001b[2J',
    ],
    ['a media type', 200, { mediaType: `x/${hostile}` }, 'is no manifest'],
  ])('as %s reaches no terminal as it is', async (_, status, document, shown) => {
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(document));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    for (const format of [[], ['-o', 'json'], ['-o', 'yaml']]) {
      const { out, err } = await run([`127.0.0.1:${port}/os:1`, '--insecure', ...format]);
      expect(out + err).toContain(shown);
      expect(out + err).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it('as a platform reaches no terminal as it is', async () => {
    registry.push('os/x', '1', { platforms: [{ architecture: `a${hostile}b` }, { architecture: 'arm64' }] });
    for (const format of [[], ['-o', 'json'], ['-o', 'yaml']]) {
      const { code, out } = await run([`${registry.host}/os/x:1`, '--insecure', ...format]);
      expect(code).toBe(0);
      expect(out.replaceAll('\\\\', '\\')).toContain('a\\u001b[2j\\u009b\\u202e\\r\\nb');
      expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }
  });
});
