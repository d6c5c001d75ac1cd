import { errorCode } from './api-connection-error.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import type { LocalMachine } from './local-machine.ts';
import type { SelectedContext } from './select-context.ts';

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** True when the environment is that of a pod. */
export function isInCluster({ env }: Pick<LocalMachine, 'env'>): boolean {
  return (env.KUBERNETES_SERVICE_HOST ?? '') !== '' && (env.KUBERNETES_SERVICE_PORT ?? '') !== '';
}

/** The API server and service account of the pod we run in; token and authority are re-read as they rotate. */
export async function inClusterContext(machine: LocalMachine): Promise<SelectedContext> {
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = machine.env;
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(server)) {
    throw new KubeconfigError({
      file: 'environment',
      field: 'KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT',
      value: `${host}:${port}`,
      reason: 'is no address',
      fix: 'run where Kubernetes sets them, or give a kubeconfig',
    });
  }
  const origin = { file: 'service account', field: '' };
  return {
    server: new URL(server),
    namespace: await ownNamespace(machine),
    cluster: { origin, server, caFile: `${accountFolder}/ca.crt`, insecure: false },
    user: { origin, tokenFile: `${accountFolder}/token` },
  };
}

async function ownNamespace(machine: LocalMachine): Promise<string> {
  try {
    return (await machine.readFile(`${accountFolder}/namespace`)).trim() || 'default';
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return 'default';
    }
    throw error;
  }
}
