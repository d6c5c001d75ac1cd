import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { startEmbeddedCluster } from '@archipelago/kube-sandbox';
import type { ClusterLogin } from '../../packages/archipelago/src/simulation/actors/jobs/pod-machine.ts';
import { serviceAccountLogin } from '../../packages/archipelago/src/simulation/actors/jobs/service-account-login.ts';
import { startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { builderImage } from '../suites/layering-world.ts';
import { installOperator } from './install-operator.ts';

export const operatorNamespace = 'kubevirt-hyperconverged';
export const layeringNamespace = 'archipelago-builds';

/** A cluster in which the printed manifests are installed, and nobody plays the Job controller yet. */
export interface LayeringCluster {
  readonly admin: KubernetesClient;
  /** Of the operator's own account. */
  readonly operatorKubeconfig: string;
  readonly adminKubeconfig: string;
  readonly login: (namespace: string, account: string) => Promise<ClusterLogin>;
  stop(): Promise<void>;
}

interface Running {
  readonly url: string;
  readonly caCertificate: string;
  readonly adminKubeconfig: string;
  stop(): Promise<void>;
}

export async function openLayeringCluster(server: 'embedded' | 'kubernetes'): Promise<LayeringCluster> {
  const running = server === 'embedded' ? await startEmbedded() : await startReal();
  const { url, caCertificate, adminKubeconfig } = running;
  const admin = createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig: adminKubeconfig })),
    userAgent: 'test',
    fieldManager: 'test',
  });
  const operatorKubeconfig = await installOperator(adminKubeconfig, {
    namespace: operatorNamespace,
    platform: 'kubernetes',
    importer: 'ssp',
    layering: builderImage,
  });
  return {
    admin,
    operatorKubeconfig,
    adminKubeconfig,
    login: serviceAccountLogin({ client: admin, url, caCertificate }),
    stop: async () => {
      admin.close();
      await running.stop();
    },
  };
}

/** Without the controller of Jobs: its part is played together with the kubelet's. */
async function startReal(): Promise<Running> {
  return startKubernetes({ without: ['job-controller'] });
}

async function startEmbedded(): Promise<Running> {
  const cluster = await startEmbeddedCluster();
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-layering-'));
  const adminKubeconfig = join(folder, 'admin.json');
  writeFileSync(adminKubeconfig, cluster.kubeconfig(cluster.adminToken, layeringNamespace), { mode: 0o600 });
  return {
    url: cluster.url,
    caCertificate: cluster.caCertificate ?? '',
    adminKubeconfig,
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
