import { type Clock, sleep } from '@archipelago/apimachinery';
import type { BuildProvocation } from './build-provocation.ts';
import type { ContainerFiles } from './container-files.ts';
import { machineName } from './machine-shim.ts';
import { writeInto } from './pod-folder.ts';
import { simulatedImage } from './simulated-image.ts';
import { writeSimulatedImage } from './write-simulated-image.ts';

/** What a container of the builder's image has to work with where it is only simulated. */
interface SimulatedStep {
  /** Of the container. */
  readonly environment: Readonly<Record<string, string>>;
  readonly files: ContainerFiles;
  readonly say: (text: string) => void;
}

interface SimulatedFetch extends SimulatedStep {
  /** Of the pod's node, as it says it. */
  readonly architecture: string;
}

interface SimulatedBuild extends SimulatedStep {
  readonly provocation: BuildProvocation;
  readonly clock: Clock;
  /** How long it takes unless provoked otherwise. */
  readonly takesMs: number;
  readonly signal: AbortSignal;
}

const killed = 143;
const badSource = 65;
const wrongMachine = 66;

/** Plays the container that fetches, by EXPECTED_ARCH, BASE and RESULTS: it judges as that does, and fetches nothing. Gives its exit code. */
export async function simulateFetch(fetch: SimulatedFetch): Promise<number> {
  const { environment, files, architecture, say } = fetch;
  const { EXPECTED_ARCH: expected = '', BASE: base = '', RESULTS: results = '' } = environment;
  say(`simulated fetch: ${base} is not pulled\n`);
  if (architecture !== expected) {
    say(`this machine is ${architecture}, the image is for ${expected}\n`);
    return wrongMachine;
  }
  if (((await files.read('/run/build/Containerfile')) ?? '') === '') {
    say('the Containerfile is empty\n');
    return badSource;
  }
  await writeInto(folderOf(files, 'RESULTS', results), 'machine', `${machineName(architecture)}\n`);
  return 0;
}

/**
 * Plays the container that builds, by PLATFORM, PLATFORM_KEY, KEY_LABEL, BASE_DIGEST, FORMAT and IMAGE: leaves a small image that has the
 * labels of a build and nothing of the Containerfile. Gives its exit code.
 */
export async function simulateBuild(build: SimulatedBuild): Promise<number> {
  const { environment, files, provocation, say, signal, clock } = build;
  say('simulated build: nothing of the Containerfile is carried out, the image has its labels only\n');
  await sleep(clock, provocation.takesMs ?? build.takesMs, signal);
  if (signal.aborted) return killed;
  if (provocation.exitCode !== undefined) {
    say(`ends with ${provocation.exitCode}, as an annotation wants it\n`);
    return provocation.exitCode;
  }
  const image = simulatedImage(environment, provocation.lie);
  await writeSimulatedImage(folderOf(files, 'IMAGE', environment.IMAGE ?? ''), image);
  say(`built ${image.digest}\n`);
  return 0;
}

function folderOf(files: ContainerFiles, variable: string, path: string): string {
  const folder = files.pathOf(path);
  if (folder === undefined) throw new Error(`${variable} ${path}: nothing is mounted there`);
  return folder;
}
