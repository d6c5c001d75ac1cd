import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { parse } from 'yaml';
import { operatorNamespace } from '../furnished-cluster.ts';
import type { BareCluster } from './bare-cluster.ts';
import { followOperator, type PlayedOperator } from './follow-operator.ts';
import type { ImageRoot } from './image-root.ts';
import { operatorArguments } from './operator-arguments.ts';

const account = 'archipelago-operator';
const start = ['/usr/bin/node', '--use-openssl-ca', '/usr/bin/archipelago'];
const accountFolder = 'var/run/secrets/kubernetes.io/serviceaccount';

/** Plays the kubelet: starts what the Deployment says in the file system of the image, with the account that its pods have. */
export async function playOperator(cluster: BareCluster, root: ImageRoot): Promise<PlayedOperator> {
  const pod = objectAt(await cluster.object('deployment', account), 'spec', 'template', 'spec');
  const [container] = objectsAt(pod, 'containers');
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-volumes-'));
  chmodSync(folder, 0o755);
  const { cluster: server } = parse(readFileSync(cluster.kubeconfig, 'utf8')).clusters[0];
  const { hostname, port } = new URL(server.server);
  const token = await cluster.run('kubectl', 'create', 'token', account, '-n', operatorNamespace);
  const volumes = await mountsOf(cluster, pod, folder);
  const started = root.start([...start, ...operatorArguments(container), '--metrics-secure'], {
    env: {
      KUBERNETES_SERVICE_HOST: hostname,
      KUBERNETES_SERVICE_PORT: port,
      OPERATOR_NAMESPACE: operatorNamespace,
    },
    mounts: {
      [accountFolder]: writeFolder(folder, 'account', {
        token: token.trim(),
        'ca.crt': decoded(server['certificate-authority-data']),
        namespace: operatorNamespace,
      }),
      ...volumes,
    },
  });
  return followOperator(started, () => rmSync(folder, { recursive: true, force: true }));
}

/** Secrets as they are at the start, empty folders for the rest. */
async function mountsOf(cluster: BareCluster, pod: JsonObject, folder: string) {
  const [container] = objectsAt(pod, 'containers');
  const volumes = objectsAt(pod, 'volumes');
  const mounts: Record<string, string> = {};
  for (const { name, mountPath } of objectsAt(container, 'volumeMounts')) {
    const volume = volumes.find((each) => each.name === name);
    const secret = textAt(volume, 'secret', 'secretName');
    const data = secret === '' ? {} : objectAt(await cluster.object('secret', secret), 'data');
    const files = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, decoded(value)]));
    mounts[String(mountPath)] = writeFolder(folder, String(name), files);
  }
  return mounts;
}

function decoded(base64: unknown): string {
  return Buffer.from(String(base64), 'base64').toString('utf8');
}

function writeFolder(above: string, name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(above, name);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}
