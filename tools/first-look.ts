import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawTerminal, type Scene } from './draw-terminal.ts';

/**
 * The picture of the README, drawn from a real run on the embedded cluster: `npm run build && npm run first-look`. It needs kubectl
 * and about ten seconds.
 */
const folder = mkdtempSync(join(tmpdir(), 'archipelago-first-look-'));
const kubeconfig = join(folder, 'kubeconfig');
const up = spawn(
  process.execPath,
  [
    ...['bin/archipelago', 'up', '--scenario', 'mixed-architectures', '--alert-speed', '600', '--port', '0'],
    ...['--kubeconfig-out', kubeconfig, '--data-dir', join(folder, 'cluster')],
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const gate = 'spec.featureGates.enableMultiArchBootImageImport=true';

try {
  await new Promise<void>((ready) => {
    up.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/^ready kubeconfig=/m.test(text)) ready();
    });
  });
  const scenes = [
    await scene('kubectl get nodes -l node-role.kubernetes.io/worker -L kubernetes.io/arch', /worker/),
    await scene('archipelago doctor', /VD808/),
    await scene(`archipelago plan --set ${gate} | tail -1`, /to import/),
    await scene('archipelago doctor fix VD808 --yes', /VD808/),
    await scene('archipelago images', /fedora-arm64[^\n]*ready/),
    await scene('archipelago doctor', /^0 critical, 0 warnings/),
  ];
  writeFileSync('docs/images/first-look.svg', drawTerminal(scenes));
} finally {
  up.kill('SIGINT');
  await new Promise((done) => up.once('exit', done));
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command until it prints what the picture is to show. */
async function scene(command: string, awaited: RegExp): Promise<Scene> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const output = printed(command);
    if (awaited.test(output)) return { command, output };
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error(`${command} did not print ${awaited}: ${printed(command)}`);
}

function printed(command: string): string {
  const env = { ...process.env, KUBECONFIG: kubeconfig, PATH: `${process.cwd()}/bin:${process.env.PATH}` };
  return execFileSync('bash', ['-c', `(${command}) 2>&1 || true`], { env, cwd: folder, encoding: 'utf8' });
}
