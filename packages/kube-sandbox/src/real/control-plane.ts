import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printKubeconfig } from '../certificates/print-kubeconfig.ts';
import { Forwarder } from './forwarder.ts';
import { freePorts } from './free-ports.ts';
import { createAuthority, type KubernetesAuthority, type SignedPair } from './kubernetes-authority.ts';
import { type Guard, type KubernetesProcess, startGuard, startProcess } from './kubernetes-process.ts';
import { apiServerArguments, etcdArguments } from './program-arguments.ts';
import { writeMaterial } from './write-material.ts';

/** etcd and kube-apiserver as child processes, which end with this process however it goes. */
export interface ControlPlane {
  readonly authority: KubernetesAuthority;
  readonly forwarder: Forwarder;
  /** Of the group `system:masters`. */
  readonly admin: SignedPair;
  stop(): Promise<void>;
}

interface Place {
  readonly programs: string;
  readonly folder: string;
  readonly guard: Guard;
}

const startMs = 60_000;
const managerName = 'kube-controller-manager';
/** What namespaces, owners and accounts need; nobody runs pods. */
const controllers = [
  'garbage-collector-controller',
  'namespace-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'clusterrole-aggregation-controller',
  'resourcequota-controller',
];

/** Starts the programs of a folder on free ports; `flags` are further ones of kube-apiserver. */
export async function startControlPlane(programs: string, flags: readonly string[]): Promise<ControlPlane> {
  const folder = mkdtempSync(join(tmpdir(), 'kube-sandbox-'));
  const guard = startGuard(folder);
  try {
    return await start({ programs, folder, guard }, flags);
  } catch (error) {
    await guard.finish();
    throw error;
  }
}

async function start(place: Place, flags: readonly string[]): Promise<ControlPlane> {
  const { folder, guard } = place;
  const [etcdPort, peerPort, port] = await freePorts(3);
  const [url, etcdUrl] = [`https://127.0.0.1:${port}`, `http://127.0.0.1:${etcdPort}`];
  const authority = await createAuthority();
  const token = await writeFiles(folder, authority);
  const etcd = startProcess(place, 'etcd', etcdArguments(folder, etcdUrl, `http://127.0.0.1:${peerPort}`));
  await etcd.until(async () => (await fetch(`${etcdUrl}/health`)).ok, startMs);
  const tokens = `--token-auth-file=${join(folder, 'tokens.csv')}`;
  const args = [...apiServerArguments(folder, etcdUrl, url), tokens, ...flags];
  const apiServer = startProcess(place, 'kube-apiserver', args);
  const admin = await authority.client('kubernetes-admin', ['system:masters']);
  const forwarder = new Forwarder(url, authority.certificate);
  await apiServer.until(() => answers(forwarder, admin, '/readyz'), startMs);
  const user = { url, token, caCertificate: authority.certificate };
  const manager = startManager(place, user);
  const account = '/api/v1/namespaces/default/serviceaccounts/default';
  await manager?.until(() => answers(forwarder, admin, account), startMs);
  return {
    ...{ authority, forwarder, admin },
    async stop() {
      forwarder.close();
      // its watches would keep it for a minute
      await Promise.all([manager?.stop(), apiServer.stop(500)]);
      await etcd.stop();
      await guard.finish();
    },
  };
}

/** Returns the token of the controllers. */
async function writeFiles(folder: string, authority: KubernetesAuthority): Promise<string> {
  await writeMaterial(folder, authority);
  const token = randomUUID();
  const known = `${token},${managerName},manager,system:masters\n`;
  writeFileSync(join(folder, 'tokens.csv'), known, { mode: 0o600 });
  return token;
}

async function answers(forwarder: Forwarder, admin: SignedPair, path: string): Promise<boolean> {
  const asked = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: new Uint8Array() };
  const { status } = await forwarder.send(asked, admin);
  return status === 200;
}

/** Folders made for controller tests often have none: then namespaces and owned objects stay as they are. */
function startManager(
  place: Place,
  user: { readonly url: string; readonly token: string; readonly caCertificate: string },
): KubernetesProcess | undefined {
  const { programs, folder } = place;
  if (!existsSync(join(programs, managerName))) return undefined;
  const kubeconfig = join(folder, 'manager.kubeconfig');
  const text = printKubeconfig({ name: 'sandbox', user: managerName, namespace: 'default', ...user });
  writeFileSync(kubeconfig, text, { mode: 0o600 });
  return startProcess(place, managerName, [
    `--kubeconfig=${kubeconfig}`,
    `--controllers=${controllers.join(',')}`,
    '--leader-elect=false',
    '--secure-port=0',
    `--service-account-private-key-file=${join(folder, 'accounts.key')}`,
    `--root-ca-file=${join(folder, 'ca.crt')}`,
  ]);
}
