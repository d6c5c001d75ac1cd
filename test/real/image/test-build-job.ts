import { resolve } from 'node:path';
import { textAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBuildahRunner,
  type FurnishedContainer,
} from '../../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { serviceAccountLogin } from '../../../packages/archipelago/src/simulation/actors/jobs/service-account-login.ts';
import type { DockerRegistry } from '../../support/docker-registry.ts';
import { type LayeringCluster, ownImage, startLayeringCluster } from '../../support/layering-cluster.ts';
import { openSkopeo, type Skopeo } from '../registry/skopeo.ts';
import type { ImageRoot } from './image-root.ts';
import { runBuilder } from './run-builder.ts';
import { runInUserNamespace } from './run-in-user-namespace.ts';

interface GivenBuilder {
  /** With TLS. */
  readonly registry: DockerRegistry;
  /** Of that registry, by digest; it is also what is built upon, as it has a shell. */
  readonly image: string;
  readonly root: ImageRoot;
}

/** Without `hostUsers: false` in the pod, and with it. */
const ways = [
  { way: 'machine', run: runBuilder },
  { way: 'namespace', run: runInUserNamespace },
];

/** The job that the operator makes for amd64: the steps of the builder in its image, the others with this machine's programs. */
export function testBuildJob(given: () => GivenBuilder): void {
  describe.each(ways)('by root of the $way', ({ way, run }) => testWay(way, run, given));
}

function testWay(way: string, run: typeof runBuilder, given: () => GivenBuilder): void {
  let layering: LayeringCluster;
  let skopeo: Skopeo;
  const ran = new Map<string, FurnishedContainer>();
  let log = '';

  beforeAll(async () => {
    skopeo = openSkopeo();
    const { registry, root } = given();
    layering = await startLayeringCluster({
      architectures: ['amd64'],
      choices: { access: { credentials: [], ca: registry.caCertificate } },
      run: ({ url, caCertificate = '' }, client) =>
        createBuildahRunner({
          client,
          entrypoints: new Map([[ownImage, [process.execPath, resolve('bin/archipelago')]]]),
          visible: [process.execPath, resolve('bin'), resolve('dist')],
          login: serviceAccountLogin({ client, url, caCertificate }),
          runInImage: (container) => {
            if (!['fetch', 'build'].includes(container.name)) return undefined;
            ran.set(container.name, container);
            return run(root, container).then((outcome) => {
              log += 'log' in outcome ? outcome.log : '';
              return outcome;
            });
          },
        }),
    });
    await layering.login('push', { [registry.host]: 'anybody:anything' });
  });

  afterAll(async () => {
    await layering?.stop();
    skopeo?.close();
  });

  it('fetches, builds with commands, and the image is published', async () => {
    const { registry, image } = given();
    await layering.createConfig('edge', {
      baseImage: image,
      renderedImagePushSpec: `${registry.host}/${way}/os:latest`,
      renderedImagePushSecret: { name: 'push' },
      containerFile: [
        {
          content:
            'ARG GREETING\nRUN echo "$GREETING from $(uname -m)" > /etc/motd\nRUN mkdir -p /etc/more/folders\n',
        },
      ],
      build: { attempts: 1, buildArguments: { GREETING: 'hello' } },
    });
    const build = await layering.built('edge');
    expect(build.status, `${log}\n${layering.problems.join('\n')}`).toMatchObject({ phase: 'Succeeded' });
    const published = textAt(build.status, 'index', 'pullSpec');
    expect(await skopeo.contentOf(published, {})).toContain('hello from x86_64\n');
  });

  it.each(['fetch', 'build'])('%s had a root that is read-only, and three capabilities', (name) => {
    expect(ran.get(name)?.confinement).toEqual({
      capabilities: ['SETFCAP', 'SETGID', 'SETUID'],
      noNewPrivileges: true,
      readOnlyRoot: true,
    });
  });
}
