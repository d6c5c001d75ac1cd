import { createKubernetesClient, loadConnection, nodeTransport } from '@archipelago/kube-client';
import { startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { testSharedConsole } from '../suites/shared-console.ts';

testSharedConsole(async () => {
  const kubernetes = await startKubernetes();
  const connection = await loadConnection({ kubeconfig: kubernetes.adminKubeconfig });
  const admin = createKubernetesClient({ transport: nodeTransport(connection), userAgent: 'test' });
  return {
    admin,
    kubeconfig: kubernetes.adminKubeconfig,
    stop: async () => {
      admin.close();
      await kubernetes.stop();
    },
  };
});
