import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { kubectlFolder } from '../kubernetes/kubectl-folder.ts';
import { kubernetesPrograms } from '../kubernetes/kubernetes-programs.ts';

/**
 * Runs test/real/**: the product's own process against the embedded cluster and a real Kubernetes, with the real kubectl
 * and jq. Further arguments go to vitest. Everything it has to fetch or compile is kept outside the checkout, in
 * $XDG_CACHE_HOME or ~/.cache.
 */
function jqInPlace(): boolean {
  if (spawnSync('jq', ['--version']).status === 0) return true;
  process.stdout.write('test:real: jq is missing; installing it with apt-get\n');
  return spawnSync('apt-get', ['install', '--yes', '--quiet', 'jq'], { stdio: 'inherit' }).status === 0;
}

if (!jqInPlace()) throw new Error('jq is neither installed nor can it be; it is part of the seeds’ commands');
const programs = kubernetesPrograms((line) => process.stdout.write(`test:real: ${line}\n`));
const folder = kubectlFolder(programs);
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/real/vitest.config.ts',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, KUBEBUILDER_ASSETS: programs },
  },
);
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
