import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKubernetesClient, loadConnection, nodeTransport } from '@archipelago/kube-client';
import { parse, stringify } from 'yaml';
import { startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { testSharedConsole } from '../suites/shared-console.ts';

/** The same server, and a login that it does not know. */
function ofNobody(kubeconfig: string): string {
  const config: { users: { user: object }[] } = parse(kubeconfig);
  for (const each of config.users) each.user = { token: 'of-nobody' };
  return stringify(config);
}

testSharedConsole(async () => {
  const kubernetes = await startKubernetes();
  const kubeconfig = join(kubernetes.folder, 'of-nobody');
  writeFileSync(kubeconfig, ofNobody(readFileSync(kubernetes.adminKubeconfig, 'utf8')));
  const connection = await loadConnection({ kubeconfig: kubernetes.adminKubeconfig });
  const admin = createKubernetesClient({ transport: nodeTransport(connection), userAgent: 'test' });
  return {
    admin,
    kubeconfig,
    stop: async () => {
      admin.close();
      await kubernetes.stop();
    },
  };
});
