import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { printDocuments } from '../../packages/archipelago/src/cli/commands/manifests/run-manifests.ts';
import type { InstallationChoices } from '../../packages/archipelago/src/operator/deployment/installation-choices.ts';
import { installationManifests } from '../../packages/archipelago/src/operator/installation-manifests.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';

const execute = promisify(execFile);

/**
 * Applies the printed manifests as an administrator does and returns the path of a kubeconfig with a token of the
 * operator's own service account: it may do what its rules say, and nothing else. The file stands beside the
 * administrator's.
 */
export async function installOperator(
  kubeconfig: string,
  installation: InstallationChoices,
): Promise<string> {
  const kubectl = async (...args: readonly string[]) => {
    const { stdout } = await execute('kubectl', ['--kubeconfig', kubeconfig, ...args]);
    return stdout.trim();
  };
  const manifests = `${kubeconfig}-manifests.yaml`;
  writeFileSync(manifests, printDocuments(installationManifests(installation)));
  await kubectl('apply', '-f', manifests);
  const token = await kubectl('create', 'token', operatorName, '--namespace', installation.namespace);
  const config = parse(readFileSync(kubeconfig, 'utf8'));
  config.users[0].user = { token };
  const path = `${kubeconfig}-operator.json`;
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}
