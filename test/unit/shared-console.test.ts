import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKubernetesClient } from '@archipelago/kube-client';
import { inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { testSharedConsole } from '../suites/shared-console.ts';

testSharedConsole(async () => {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const folder = await mkdtemp(join(tmpdir(), 'archipelago-shared-console-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig().replace(/token: .*/, 'token: of-nobody'));
  const admin = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  return {
    admin,
    kubeconfig,
    stop: async () => {
      admin.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
