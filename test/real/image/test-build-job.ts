import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildScript } from '../../../packages/archipelago/src/layering/build-plan/build-script.ts';
import { fetchScript } from '../../../packages/archipelago/src/layering/build-plan/fetch-script.ts';
import { readTar } from '../../../tools/image/read-tar.ts';
import { openSkopeo, type Skopeo } from '../registry/skopeo.ts';
import type { ImageRoot } from './image-root.ts';
import { runBuilder } from './run-builder.ts';

interface GivenBuilder {
  /** Of the image, in a registry that speaks plain HTTP. */
  readonly host: string;
  /** Of that registry, by digest; it is also what is built upon, as it has a shell. */
  readonly image: string;
  readonly root: ImageRoot;
}

type Mounts = Readonly<Record<string, string>>;

const key = { KEY_LABEL: 'layering.archipelago.dev/key', PLATFORM_KEY: 'k1' };
const common = { PLATFORM: 'linux/amd64', STORE: '/var/lib/store', REGISTRIES: '/run/registries' };

/** The scripts of a build job, as its containers run them on a machine of amd64, and the push of what they leave. */
export function testBuildJob(given: () => GivenBuilder): void {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-builder-job-'));
  let skopeo: Skopeo;
  let mounts: Mounts;

  const volume = (files: Readonly<Record<string, string>>): string => {
    const at = mkdtempSync(join(folder, 'volume-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
    return at;
  };

  /** Those of a build pod. */
  const volumes = ({ host, image }: GivenBuilder): Mounts => ({
    'run/build': volume({
      Containerfile: containerfile(image),
      'build.sh': buildScript,
      arguments: 'GREETING=hello\n',
    }),
    'run/fetch': volume({ 'fetch.sh': fetchScript, images: `${image}\n` }),
    'run/registries': volume({
      'registries.conf': `[[registry]]\nlocation = "${host}"\ninsecure = true\n`,
    }),
    'run/results': volume({}),
    'run/image': volume({}),
    'var/lib/store': volume({}),
  });

  const placeOf = (path: string): string => {
    const place = mounts[path];
    if (place === undefined) throw new Error(`nothing is mounted at ${path}`);
    return place;
  };

  beforeAll(() => {
    skopeo = openSkopeo();
    mounts = volumes(given());
  });

  afterAll(() => {
    skopeo?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fetches the base, with nothing written but volumes', async () => {
    const { root, image } = given();
    const env = { ...common, EXPECTED_ARCH: 'amd64', BASE: image, RESULTS: '/run/results' };
    await runBuilder(root, '/run/fetch/fetch.sh', { mounts, env });
    expect(readFileSync(join(placeOf('run/results'), 'machine'), 'utf8')).toBe('x86_64\n');
  });

  it('builds with commands, and what it leaves is pushed', async () => {
    const { root, image, host } = given();
    const target = `${host}/built:test`;
    const wanted = { FORMAT: 'oci', TARGET: target, IMAGE: '/run/image', BASE_DIGEST: digestIn(image) };
    await runBuilder(root, '/run/build/build.sh', { mounts, env: { ...common, ...key, ...wanted } });
    push(placeOf('run/image'), target, placeOf('run/results'));

    const config = JSON.parse((await skopeo.config(target, {})).toString('utf8'));
    const labels = { [key.KEY_LABEL]: 'k1', 'org.opencontainers.image.base.digest': digestIn(image) };
    expect(config).toMatchObject({ architecture: 'amd64', os: 'linux', config: { Labels: labels } });
    const manifest = JSON.parse((await skopeo.raw(target, {})).toString('utf8'));
    const layer = join(placeOf('run/image'), manifest.layers.at(-1).digest.replace('sha256:', ''));
    const added = await readTar(gunzipSync(readFileSync(layer)), () => true);
    const said = ['etc/machine', 'etc/greeting'].map((path) => {
      const file = added.get(path);
      return file?.kind === 'file' ? Buffer.from(file.content).toString() : undefined;
    });
    expect(said).toEqual(['x86_64\n', 'hello\n']);
  });
}

function containerfile(image: string): string {
  return `FROM ${image}
ARG GREETING
RUN uname -m > /etc/machine
RUN echo "$GREETING" > /etc/greeting
`;
}

function digestIn(image: string): string {
  return image.slice(image.indexOf('@') + 1);
}

/** As the container after the build does, which runs in the operator's image. */
function push(from: string, target: string, results: string): void {
  const flags = ['--from', from, '--target', target, '--results', results, '--insecure'];
  execFileSync(process.execPath, ['bin/archipelago', 'layering', 'push', ...flags], { stdio: 'pipe' });
}
