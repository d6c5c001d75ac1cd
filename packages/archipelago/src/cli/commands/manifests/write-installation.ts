import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@archipelago/apimachinery';
import packageJson from '../../../../package.json' with { type: 'json' };
import { helmChart } from '../../../installation/helm/helm-chart.ts';
import type { InstallationFile } from '../../../installation/installation-file.ts';
import { kustomizeBase } from '../../../installation/kustomize/kustomize-base.ts';
import { olmBundle } from '../../../installation/olm/olm-bundle.ts';
import type { InstallationChoices } from '../../../operator/deployment/installation-choices.ts';
import { fileProblem } from '../../process/file-problem.ts';
import { UsageError } from '../../process/io.ts';
import { printYaml } from '../../text/print-yaml.ts';
import type { InstallationFormat } from './installation-format.ts';

interface Target {
  readonly format: Exclude<InstallationFormat, 'yaml'>;
  readonly folder: string;
}

/** Writes a chart, a base or a bundle, and says what to do with it. The folder must be empty, or not be there. */
export async function writeInstallation(
  choices: InstallationChoices,
  { format, folder }: Target,
): Promise<string> {
  await prepare(folder);
  for (const { path, text } of filesOf(choices, format)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  }
  return `${folder} is written. Next: ${nextStep(choices, { format, folder })}\n`;
}

async function prepare(folder: string): Promise<void> {
  const found = await mkdir(folder, { recursive: true })
    .then(() => readdir(folder))
    .catch((error: unknown) => {
      throw new UsageError(`--output-dir ${folder}: ${fileProblem(error)}`);
    });
  if (found.length > 0)
    throw new UsageError(
      `--output-dir ${folder}: is not empty; name a folder that does not exist, or an empty one`,
    );
}

/** The files of a format; an installation without a Deployment has none. */
export function filesOf(choices: InstallationChoices, format: Target['format']): readonly InstallationFile[] {
  const { version } = packageJson;
  const { image } = choices;
  if (image === undefined) return [];
  switch (format) {
    case 'helm':
      return helmChart(choices, version);
    case 'kustomize':
      return kustomizeBase(choices, print);
    case 'olm':
      return olmBundle({ ...choices, image }, version, print);
  }
}

function nextStep({ namespace }: InstallationChoices, { format, folder }: Target): string {
  switch (format) {
    case 'helm':
      return `helm install archipelago ${folder} --namespace ${namespace} --create-namespace`;
    case 'kustomize':
      return `kubectl apply --server-side -k ${folder}`;
    case 'olm':
      return `build ${folder}/bundle.Dockerfile, add it to a catalog, and kubectl apply -f ${folder}/beside-the-bundle.yaml`;
  }
}

function print(object: JsonObject): string {
  return printYaml(object);
}
