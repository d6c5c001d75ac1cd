import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { hyperConvergedPolicy } from '../../../operator/hyper-converged-policy.ts';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { namespaceProtection } from '../../../operator/namespace-protection.ts';
import type { OperatorOptions, RunningOperator } from '../../../operator/options/running-operator.ts';
import { secrets, webhookConfigurations } from '../../../operator/webhook/webhook-kinds.ts';
import { webhookConfiguration, webhookSecret } from '../../../operator/webhook/webhook-manifests.ts';
import { startWebhookServer } from '../../../operator/webhook/webhook-server.ts';

const host = '127.0.0.1';

const ofAdmission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false } as const;
const policies: Resource = {
  ...ofAdmission,
  plural: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
};
const bindings: Resource = {
  ...ofAdmission,
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};

/** The admission webhook of the embedded cluster. */
interface ServedAdmission {
  /** Go to the operator that is about to be started. */
  readonly options: Pick<OperatorOptions, 'webhookCertificate'>;
  /** From now on the operator answers. */
  answerBy(operator: RunningOperator): void;
  stop(): Promise<void>;
}

/** Serves the webhook on the loopback address, as nothing stands behind a Service here, and installs it and the policies. */
export async function serveAdmission(
  client: KubernetesClient,
  namespace: string,
  onProblem: (problem: string) => void,
): Promise<ServedAdmission> {
  let operator: RunningOperator | undefined;
  const server = await startWebhookServer({
    host,
    port: 0,
    judge: async (review) =>
      operator?.admission.judge(review) ?? { unready: 'the operator is being started' },
    onProblem,
  });
  const account = { name: operatorName, namespace, labels: {} };
  const address = { kind: 'url', base: `https://${host}:${server.port}` } as const;
  const configuration = webhookConfiguration(account, { kind: 'operator' }, address);
  await create(client, secrets, webhookSecret(account));
  await create(client, webhookConfigurations, configuration);
  for (const object of [...namespaceProtection(namespace, {}), ...hyperConvergedPolicy(account)])
    await create(client, object.kind === policies.kind ? policies : bindings, object);
  return {
    options: { webhookCertificate: { hosts: [host], onServing: (pair) => server.renew(pair) } },
    answerBy(running) {
      operator = running;
    },
    stop: () => server.stop(),
  };
}

async function create(client: KubernetesClient, resource: Resource, object: JsonObject): Promise<void> {
  // by construction
  if (!isKubernetesObject(object)) throw new Error(`a ${resource.kind} without a name`);
  const created = await client.create(resource, object);
  if (!created.ok) throw new Error(`${resource.kind}: ${created.status.message}`);
}
