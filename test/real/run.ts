import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { isBuilt } from '../../tools/image/is-built.ts';
import { runTool } from '../../tools/image/run-tool.ts';
import { kubectlFolder } from '../kubernetes/kubectl-folder.ts';
import { kubernetesPrograms } from '../kubernetes/kubernetes-programs.ts';
import { type DebianPackage, installDebianPackages } from '../support/debian-packages.ts';

/**
 * Runs test/real/**: the product's own process against the embedded cluster and a real Kubernetes, with the real kubectl,
 * jq and registries. Further arguments go to vitest. Everything it has to fetch or compile is kept outside the checkout, in
 * $XDG_CACHE_HOME or ~/.cache; Debian's packages are installed where they are missing. The product is built first: with a bundle
 * older than its sources every process would end at once, and tests would wait for it in vain.
 */
const say = (line: string) => process.stdout.write(`test:real: ${line}\n`);
const packages: readonly DebianPackage[] = [
  // part of the documents' commands
  { name: 'jq', probe: ['jq', '--version'] },
  // the judge of the API vectors
  { name: 'python3-yaml', probe: ['python3', '-c', 'import yaml'] },
  { name: 'docker-registry', probe: ['docker-registry', '--version'] },
  // judges metrics and rules with promtool, answers the queries of dashboards, and tells the Alertmanager
  { name: 'prometheus', probe: ['promtool', '--version'] },
  { name: 'prometheus-alertmanager', probe: ['prometheus-alertmanager', '--version'] },
  { name: 'skopeo', probe: ['skopeo', '--version'] },
  { name: 'buildah', probe: ['buildah', '--version'] },
  // complete what is typed
  { name: 'zsh', probe: ['zsh', '--version'] },
  { name: 'fish', probe: ['fish', '--version'] },
  // prints manual pages
  { name: 'groff-base', probe: ['groff', '--version'] },
  // looks at the pages of the console
  { name: 'chromium', probe: ['chromium', '--version'] },
  // letters of its pages in Japanese
  {
    name: 'fonts-vlgothic',
    probe: ['test', '-e', '/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf'],
  },
  // runs the images of other architectures
  { name: 'qemu-user-static', probe: ['qemu-s390x-static', '--version'] },
];

if (!isBuilt()) {
  say('dist/ is missing or older than its sources: building it');
  runTool('npm', ['run', '--silent', 'build']);
}
installDebianPackages(packages, say);
const programs = kubernetesPrograms(say);
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
