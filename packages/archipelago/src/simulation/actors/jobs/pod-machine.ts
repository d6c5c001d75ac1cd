import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { accountFolder } from './pod-plan.ts';

/** What a pod needs to reach the API server as its service account. */
export interface ClusterLogin {
  /** https. */
  readonly url: string;
  /** PEM. */
  readonly caCertificate: string;
  readonly token: string;
}

/** What the machine a pod runs on is made of. */
export interface MachineOptions {
  /** For the node's architecture. */
  readonly client: KubernetesClient;
  /** By absolute path: files that every node has, such as registries.conf.d and certs.d of its registries. */
  readonly nodeFiles?: Readonly<Record<string, string>>;
  /** Without it pods have no login. */
  readonly login?: (namespace: string, serviceAccount: string) => Promise<ClusterLogin>;
}

/** A node as the containers of one pod see it. */
export interface PodMachine {
  /** As the node says it (amd64). */
  readonly architecture: string;
  readonly environment: Readonly<Record<string, string>>;
  /** By absolute path. */
  readonly files: Readonly<Record<string, string>>;
  /** The login of the pod's account, for the containers that have it; by absolute path. */
  readonly accountFiles: Readonly<Record<string, string>>;
}

/** Programs of the sandbox that come before the machine's. */
export const shimFolder = '/opt/archipelago/bin';
/** Not that of whoever runs the sandbox: their logins are not the pod's. */
export const homeFolder = '/opt/archipelago/home';
const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };

/** Looks up node and login of a pod that has a node. Rejects when there is no login for its service account. */
export async function machineOf(
  pod: KubernetesObject,
  { client, nodeFiles = {}, login }: MachineOptions,
  signal: AbortSignal,
): Promise<PodMachine> {
  const { namespace = '', name } = pod.metadata;
  const found = await client.get(nodes, { name: textAt(pod, 'spec', 'nodeName') }, { signal });
  const account = textAt(pod, 'spec', 'serviceAccountName') || 'default';
  const given = await login?.(namespace, account);
  return {
    architecture: textAt(found.ok ? found.value : undefined, 'status', 'nodeInfo', 'architecture'),
    environment: {
      PATH: `${shimFolder}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: homeFolder,
      HOSTNAME: name,
      ...(given === undefined ? {} : addressOf(given)),
    },
    files: nodeFiles,
    accountFiles: given === undefined ? {} : accountFilesOf(given, namespace),
  };
}

function addressOf({ url }: ClusterLogin): Readonly<Record<string, string>> {
  const { hostname, port } = new URL(url);
  return { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
}

function accountFilesOf(
  { token, caCertificate }: ClusterLogin,
  namespace: string,
): Readonly<Record<string, string>> {
  return {
    [`${accountFolder}/token`]: token,
    [`${accountFolder}/ca.crt`]: caCertificate,
    [`${accountFolder}/namespace`]: namespace,
  };
}
