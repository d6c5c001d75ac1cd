import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectsAt } from '@archipelago/apimachinery';
import { parse } from 'yaml';
import { operatorNamespace } from '../furnished-cluster.ts';
import type { BareCluster } from '../image/bare-cluster.ts';
import { followOperator, type PlayedOperator } from '../image/follow-operator.ts';
import { operatorArguments } from '../image/operator-arguments.ts';

const account = 'archipelago-operator';

/** Starts a replica of the Deployment that is installed, by one release's program, with the account that its pods have. */
export async function startReplica(cluster: BareCluster, program: string): Promise<PlayedOperator> {
  const { spec } = await cluster.object('deployment', account);
  const [container] = objectsAt(spec, 'template', 'spec', 'containers');
  const token = await cluster.run('kubectl', 'create', 'token', account, '-n', operatorNamespace);
  const config = parse(readFileSync(cluster.kubeconfig, 'utf8'));
  config.users[0].user = { token: token.trim() };
  const kubeconfig = join(cluster.newFolder(), 'operator.json');
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  const args = [program, ...withoutCertificate(operatorArguments(container)), '--kubeconfig', kubeconfig];
  const env = { ...process.env, OPERATOR_NAMESPACE: operatorNamespace };
  return followOperator(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env }));
}

/** On the loopback address metrics are plain HTTP then, and ask for no login. */
function withoutCertificate(args: readonly string[]): readonly string[] {
  return args.filter(
    (_, index) => !args.slice(Math.max(0, index - 1), index + 1).includes('--metrics-cert-path'),
  );
}
