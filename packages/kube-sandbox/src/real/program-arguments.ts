import { join } from 'node:path';

/** Arguments of an etcd that keeps its state in a folder, on loopback. */
export function etcdArguments(folder: string, url: string, peerUrl: string): readonly string[] {
  return [
    ...['--data-dir', join(folder, 'etcd'), '--log-level', 'error'],
    ...['--listen-client-urls', url, '--advertise-client-urls', url],
    ...['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl],
    ...['--initial-cluster', `default=${peerUrl}`],
    // the state is gone with the test: no need to wait for the disk
    '--unsafe-no-fsync',
  ];
}

/** Arguments of a kube-apiserver on loopback with RBAC, whose material `writeMaterial` wrote into the folder. */
export function apiServerArguments(folder: string, etcdUrl: string, url: string): readonly string[] {
  const file = (name: string) => join(folder, name);
  return [
    `--etcd-servers=${etcdUrl}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${new URL(url).port}`,
    `--tls-cert-file=${file('server.crt')}`,
    `--tls-private-key-file=${file('server.key')}`,
    `--client-ca-file=${file('ca.crt')}`,
    `--service-account-key-file=${file('accounts.pub')}`,
    `--service-account-signing-key-file=${file('accounts.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--endpoint-reconciler-type=none',
    // daemons of operands are privileged, and clusters let them be
    '--allow-privileged=true',
    '--authorization-mode=RBAC',
  ];
}
