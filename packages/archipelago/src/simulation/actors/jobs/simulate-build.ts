import { sleep, systemClock } from '@archipelago/apimachinery';
import type { RegistryWriter } from '@archipelago/oci-registry';
import type { BuildProvocation } from './build-provocation.ts';
import type { ContainerFiles } from './container-files.ts';
import { machineName } from './machine-shim.ts';
import { writeInto } from './pod-folder.ts';
import { pushSimulatedImage } from './push-simulated-image.ts';
import { simulatedImage } from './simulated-image.ts';

/** What a build container that is only simulated has to work with. */
interface SimulatedBuild {
  /** Of the container: TARGET, PLATFORM, PLATFORM_KEY, KEY_LABEL, BASE_DIGEST, EXPECTED_ARCH, FORMAT, RESULTS, REGISTRIES. */
  readonly environment: Readonly<Record<string, string>>;
  readonly files: ContainerFiles;
  readonly provocation: BuildProvocation;
  /** Of the pod's node, as it says it. */
  readonly architecture: string;
  readonly writer: RegistryWriter;
  /** How long it takes unless provoked otherwise. */
  readonly takesMs: number;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

const killed = 143;
const badSource = 65;
const wrongMachine = 66;
const otherDigest = `sha256:${'0'.repeat(64)}`;

/**
 * Plays the builder: pushes a small image that has the labels of a build and nothing of the Containerfile, and leaves digest and
 * machine where the builder leaves them. Gives the builder's exit code.
 */
export async function simulateBuild(build: SimulatedBuild): Promise<number> {
  const { environment, provocation, say, signal } = build;
  say('simulated build: nothing of the Containerfile is carried out, the image has its labels only\n');
  const refusal = await refuse(build);
  if (refusal !== undefined) {
    say(`${refusal.why}\n`);
    return refusal.exitCode;
  }
  await sleep(systemClock, provocation.takesMs ?? build.takesMs, signal);
  if (signal.aborted) return killed;
  if (provocation.exitCode !== undefined) {
    say(`ends with ${provocation.exitCode}, as an annotation wants it\n`);
    return provocation.exitCode;
  }
  const image = simulatedImage(environment, provocation.lie);
  const failure = await pushSimulatedImage(build, image);
  if (failure !== undefined) {
    say(`${failure}\n`);
    return 1;
  }
  await report(build, provocation.lie === 'digest' ? otherDigest : image.digest);
  return 0;
}

/** What the builder's script looks at first. */
async function refuse({
  environment: { EXPECTED_ARCH: expected = '' },
  files,
  architecture,
}: SimulatedBuild): Promise<{ readonly exitCode: number; readonly why: string } | undefined> {
  if (architecture !== expected)
    return { exitCode: wrongMachine, why: `this machine is ${architecture}, the image is for ${expected}` };
  const text = (await files.read('/run/build/Containerfile')) ?? '';
  return text === '' ? { exitCode: badSource, why: 'the Containerfile is empty' } : undefined;
}

async function report({ environment, files, architecture, say }: SimulatedBuild, digest: string) {
  const { RESULTS: results = '', TARGET: target = '' } = environment;
  const folder = files.pathOf(results);
  if (folder === undefined) throw new Error(`RESULTS ${results}: nothing is mounted there`);
  await writeInto(folder, 'digest', digest);
  await writeInto(folder, 'machine', `${machineName(architecture)}\n`);
  say(`pushed ${target}, ${digest}\n`);
}
