import { basename } from 'node:path';
import { createBuildahRunner, missingForBuilds } from '../../../simulation/actors/jobs/buildah-runner.ts';
import type { RunPod } from '../../../simulation/actors/jobs/run-pod.ts';
import { serviceAccountLogin } from '../../../simulation/actors/jobs/service-account-login.ts';
import { createSimulatedBuildRunner } from '../../../simulation/actors/jobs/simulated-build-runner.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import { createRunOwnCommand } from './run-own-command.ts';

/** What the jobs of a sandbox call our own image: this program stands for it. */
export const ownImage = 'archipelago';

interface BuildRunner {
  readonly run: RunPod;
  readonly builds: 'buildah' | 'simulated';
  /** How, and why so, in a sentence's end. */
  readonly said: string;
}

/** Runs builds for real where this machine can, plays them otherwise. */
export function chooseBuildRunner({ client, cluster }: Pick<Sandbox, 'client' | 'cluster'>): BuildRunner {
  const own = process.argv[1] ?? '';
  const missing = basename(own) === 'archipelago' ? missingForBuilds() : 'this process is no archipelago';
  if (missing !== undefined) {
    const run = createSimulatedBuildRunner({ client, runOwn: createRunOwnCommand(client) });
    return { run, builds: 'simulated', said: `image builds are simulated: ${missing}` };
  }
  const { url, caCertificate = '' } = cluster;
  const run = createBuildahRunner({
    client,
    entrypoints: new Map([[ownImage, [process.execPath, own]]]),
    login: serviceAccountLogin({ client, url, caCertificate }),
  });
  return { run, builds: 'buildah', said: "images are built with this machine's buildah" };
}
