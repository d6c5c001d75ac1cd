import { type ChildProcess, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { installationPrograms } from '../../support/installation-programs.ts';
import { type FurnishedCluster, operatorNamespace } from '../furnished-cluster.ts';
import type { ImageRoot } from './image-root.ts';

const operator = 'archipelago-operator';

/** Installs the chart with an image, and returns the container of its Deployment. */
export function installChart({ kubeconfig }: FurnishedCluster, image: string) {
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, KUBECONFIG: kubeconfig } });
  const chart = join(mkdtempSync(join(tmpdir(), 'archipelago-chart-')), 'chart');
  run('bin/archipelago', 'manifests', '--format', 'helm', '--image', image, '--output-dir', chart);
  const helm = join(
    installationPrograms(() => undefined),
    'helm',
  );
  const values = ['--set', 'webhook.certificates=none', '--set', 'goldenImages=ssp'];
  run(helm, 'install', 'archipelago', chart, '-n', operatorNamespace, '--take-ownership', ...values);
  const text = run('kubectl', 'get', 'deployment', operator, '-n', operatorNamespace, '-o', 'json');
  const [container] = JSON.parse(text).spec.template.spec.containers;
  return container;
}

/** Plays the kubelet: starts what the container says in the file system of its image, with the account that pods of the chart have. */
export function startContainer(
  { kubeconfig }: FurnishedCluster,
  root: ImageRoot,
  args: readonly string[],
): ChildProcess {
  const account = mkdtempSync(join(tmpdir(), 'archipelago-account-'));
  chmodSync(account, 0o755);
  const { cluster } = parse(readFileSync(kubeconfig, 'utf8')).clusters[0];
  const token = execFileSync(
    'kubectl',
    ['--kubeconfig', kubeconfig, 'create', 'token', operator, '-n', operatorNamespace],
    { encoding: 'utf8' },
  );
  const authority = Buffer.from(cluster['certificate-authority-data'], 'base64').toString('utf8');
  for (const [name, text] of Object.entries({
    token: token.trim(),
    'ca.crt': authority,
    namespace: operatorNamespace,
  }))
    writeFileSync(join(account, name), text);
  const { hostname, port } = new URL(cluster.server);
  const env = {
    KUBERNETES_SERVICE_HOST: hostname,
    KUBERNETES_SERVICE_PORT: port,
    OPERATOR_NAMESPACE: operatorNamespace,
  };
  // a pod has its address for itself; here others serve on the usual port
  const here = args.map((each) => (/^:\d+$/.test(each) ? '127.0.0.1:0' : each));
  const started = root.start(['/usr/bin/node', '--use-openssl-ca', '/usr/bin/archipelago', ...here], {
    env,
    account,
  });
  started.once('close', () => rmSync(account, { recursive: true, force: true }));
  return started;
}
