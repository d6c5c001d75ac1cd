import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBuildahRunner } from '../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { serviceAccountLogin } from '../../packages/archipelago/src/simulation/actors/jobs/service-account-login.ts';
import {
  type LayeringCluster,
  layeringNamespace,
  ownImage,
  startLayeringCluster,
} from '../support/layering-cluster.ts';
import { type OwnTemporaryFolder, ownTemporaryFolder } from '../support/own-temporary-folder.ts';
import { type ImageWorld, judgeAt, openImageWorld } from './layering-images/open-image-world.ts';

const architectures = ['amd64', 'arm64', 's390x'];
const own = [process.execPath, resolve('bin/archipelago')];
let folder: OwnTemporaryFolder;
let images: ImageWorld;
let layering: LayeringCluster;
let bases: Record<string, string>;

beforeAll(async () => {
  folder = ownTemporaryFolder();
  images = await openImageWorld();
  const { builds, final, buildah } = images;
  bases = {};
  for (const architecture of architectures) {
    const base = { architecture, containerfile: 'FROM scratch\nCOPY os /os\n', files: { os: architecture } };
    bases[architecture] = await buildah.build(`${builds.host}/base/os:${architecture}`, base);
  }
  await buildah.index(
    `${builds.host}/base/os:10`,
    architectures.map((each) => `${builds.host}/base/os:${each}`),
  );
  const ca = [builds, final].map(({ caCertificate }) => caCertificate).join('\n');
  layering = await startLayeringCluster({
    architectures,
    choices: { access: { credentials: [], ca } },
    run: ({ url, caCertificate = '' }, client) =>
      createBuildahRunner({
        client,
        entrypoints: new Map([[ownImage, own]]),
        visible: [process.execPath, resolve('bin'), resolve('dist')],
        login: serviceAccountLogin({ client, url, caCertificate }),
      }),
  });
  await layering.login('base', { [builds.host]: builds.login ?? '' });
  await layering.login('builds', { [builds.host]: builds.login ?? '' });
  await layering.login('final', { [final.host]: final.login ?? '' });
});

afterAll(async () => {
  await layering?.stop();
  await images?.close();
  const left = folder.left('archipelago-pod-');
  folder.remove();
  expect(left).toEqual([]);
});

it('runs the jobs that the planner makes: builds, reports, assembly', async () => {
  const { builds, final, skopeo } = images;
  await layering.createConfig('edge', {
    baseImage: `${builds.host}/base/os:10`,
    baseImagePullSecret: { name: 'base' },
    renderedImagePushSpec: `${final.host}/os/edge:latest`,
    renderedImagePushSecret: { name: 'final' },
    intermediate: { repository: `${builds.host}/os/edge`, pushSecret: { name: 'builds' } },
    containerFile: [{ content: 'LABEL edition=1\nCOPY arguments /etc/arguments\n' }],
  });
  const build = await layering.built('edge');
  expect(build.status).toMatchObject({ phase: 'Succeeded' });
  expect(layering.problems).toEqual([]);
  const target = `${final.host}/os/edge:${build.metadata.name}`;
  const jobs = await layering.jobs();
  expect(jobs.map(({ metadata }) => metadata.name.slice(0, 2)).sort()).toEqual(['a-', 'b-', 'b-', 'b-']);
  const raw = JSON.parse((await skopeo.raw(target, judgeAt(final))).toString());
  expect(raw.manifests.map(({ platform }: { platform: { architecture: string } }) => platform)).toEqual(
    architectures.map((architecture) => ({ os: 'linux', architecture })),
  );
  for (const { digest, platform } of raw.manifests) {
    const config = JSON.parse(
      (await skopeo.config(`${final.host}/os/edge@${digest}`, judgeAt(final))).toString(),
    );
    expect(config).toMatchObject({
      architecture: platform.architecture,
      config: {
        Labels: { edition: '1', 'org.opencontainers.image.base.digest': bases[platform.architecture] },
      },
    });
  }
  await skopeo.pullAll(target, judgeAt(final));
});

it('keeps the logs of their containers', async () => {
  const pods = await layering.pods();
  const pod = pods.find(({ metadata }) => metadata.name.startsWith('b-') && metadata.name.includes('s390x'));
  const log = async (container: string) => {
    const path = `/api/v1/namespaces/${layeringNamespace}/pods/${pod?.metadata.name}/log?container=${container}`;
    const read = await layering.client.raw({ method: 'GET', path });
    return read.ok ? String(read.value) : read.status.message;
  };
  expect(await log('build')).toMatch(/STEP 1\/\d+: FROM .*base\/os@sha256/);
  expect(await log('report')).toMatch(/^ConfigMap layering\/result-b-edge-.*: digest, machine\n$/);
});
