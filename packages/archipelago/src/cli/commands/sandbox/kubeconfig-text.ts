import type { EmbeddedCluster } from '@archipelago/kube-sandbox';
import { parse, stringify } from 'yaml';
import { limitedReader } from '../../../simulation/scenarios/limited-reader.ts';
import type { SandboxPlan } from './sandbox-options.ts';

/**
 * The kubeconfig of the administrator. Where a scenario withholds rights, that of a user who lacks them; the administrator has the
 * context `admin` in it.
 */
export function kubeconfigText(
  cluster: Pick<EmbeddedCluster, 'kubeconfig' | 'addUser' | 'adminToken'>,
  { operatorNamespace, scenario }: Pick<SandboxPlan, 'operatorNamespace' | 'scenario'>,
): string {
  const admin = cluster.kubeconfig(cluster.adminToken, operatorNamespace);
  if (scenario?.withheld === undefined) return admin;
  const token = cluster.addUser({ name: limitedReader, groups: ['system:authenticated'] });
  const [limited, full] = [parse(cluster.kubeconfig(token, operatorNamespace)), parse(admin)];
  return stringify({
    ...limited,
    users: [...limited.users, { ...full.users[0], name: 'admin' }],
    contexts: [
      ...limited.contexts,
      { name: 'admin', context: { ...full.contexts[0].context, user: 'admin' } },
    ],
  });
}
