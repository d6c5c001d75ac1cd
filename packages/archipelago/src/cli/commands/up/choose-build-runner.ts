import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createBuildahRunner, missingForBuilds } from '../../../simulation/actors/jobs/buildah-runner.ts';
import { onlyBuilds } from '../../../simulation/actors/jobs/only-builds.ts';
import type { RunPod } from '../../../simulation/actors/jobs/run-pod.ts';
import { serviceAccountLogin } from '../../../simulation/actors/jobs/service-account-login.ts';
import { createSimulatedBuildRunner } from '../../../simulation/actors/jobs/simulated-build-runner.ts';
import { UsageError } from '../../process/io.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import type { CreatedObjects } from './created-objects.ts';
import { createRunOwnCommand } from './run-own-command.ts';

/** What the jobs of a sandbox call our own image: this program stands for it. */
export const ownImage = 'archipelago';

/** How images of pools are built: by this machine's buildah, or only in play. */
export type Builds = 'buildah' | 'simulated';

/** Reads `--builds`; a UsageError where this machine cannot do what is asked for. */
export function parseBuilds(text = 'simulated'): Builds {
  if (text === 'simulated') return text;
  if (text !== 'buildah')
    throw new UsageError(`--builds ${JSON.stringify(text)}: must be simulated or buildah`);
  const missing = isInstalled() ? missingForBuilds() : 'this process is no archipelago';
  if (missing === undefined) return text;
  throw new UsageError(`--builds buildah: ${missing}; leave it out, and builds are simulated`);
}

function isInstalled(): boolean {
  return basename(process.argv[1] ?? '') === 'archipelago';
}

/** Runs or plays the pods of the operator's own builds, and no others. */
export function chooseBuildRunner(
  builds: Builds,
  sandbox: Pick<Sandbox, 'client' | 'clock' | 'cluster'>,
  created: CreatedObjects,
): RunPod {
  const { client } = sandbox;
  const run = builds === 'buildah' ? realBuilds(sandbox) : simulatedBuilds(sandbox);
  return onlyBuilds({ client, created: created.of, run });
}

function simulatedBuilds({ client, clock }: Pick<Sandbox, 'client' | 'clock'>): RunPod {
  return createSimulatedBuildRunner({ client, clock, runOwn: createRunOwnCommand(client) });
}

function realBuilds({ client, cluster }: Pick<Sandbox, 'client' | 'cluster'>): RunPod {
  const own = realpathSync(process.argv[1] ?? '');
  const { url, caCertificate = '' } = cluster;
  return createBuildahRunner({
    client,
    entrypoints: new Map([[ownImage, [process.execPath, own]]]),
    visible: [process.execPath, dirname(own), join(dirname(own), '../dist')],
    login: serviceAccountLogin({ client, url, caCertificate }),
  });
}
