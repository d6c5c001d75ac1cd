import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { hyperConvergedPolicy } from '../../../operator/hyper-converged-policy.ts';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { namespaceProtection } from '../../../operator/namespace-protection.ts';
import type { OperatorOptions, RunningOperator } from '../../../operator/options/running-operator.ts';
import { secrets, webhookConfigurations } from '../../../operator/webhook/webhook-kinds.ts';
import { webhookConfiguration, webhookSecret } from '../../../operator/webhook/webhook-manifests.ts';
import { startWebhookServer } from '../../../operator/webhook/webhook-server.ts';
import { type Milestones, once } from '../../../simulation/milestones.ts';
import { installObjects } from './install-objects.ts';

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
  { client, milestones }: { readonly client: KubernetesClient; readonly milestones: Milestones },
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
  const base = `https://${host}:${server.port}`;
  const configuration = webhookConfiguration(account, { kind: 'operator' }, { kind: 'url', base });
  await pointTo(client, base, textAt(objectAt(configuration, 'metadata'), 'name'));
  await once(milestones, 'admission', () =>
    installObjects(
      client,
      [secrets, webhookConfigurations, policies, bindings],
      [
        webhookSecret(account),
        configuration,
        ...namespaceProtection(namespace, {}),
        ...hyperConvergedPolicy(account),
      ],
      false,
    ),
  );
  return {
    // the API server calls over a socket: there the machine's time counts, also when the cluster's was moved on
    options: {
      webhookCertificate: { hosts: [host], onServing: (pair) => server.renew(pair), theirNow: Date.now },
    },
    answerBy(running) {
      operator = running;
    },
    stop: () => server.stop(),
  };
}

/** The configuration of a cluster that goes on names the port of last time. */
async function pointTo(client: KubernetesClient, base: string, name: string): Promise<void> {
  const found = await client.get(webhookConfigurations, { name });
  if (!found.ok) return;
  const webhooks = objectsAt(found.value, 'webhooks').map((webhook) => pointed(webhook, base));
  const written = await client.update(webhookConfigurations, { ...found.value, webhooks });
  if (!written.ok) throw new Error(`${webhookConfigurations.kind} ${name}: ${written.status.message}`);
}

function pointed(webhook: JsonObject, base: string): JsonObject {
  const { clientConfig } = webhook;
  if (!isJsonObject(clientConfig)) return webhook;
  const url = textAt(clientConfig, 'url');
  if (!URL.canParse(url)) return webhook;
  return { ...webhook, clientConfig: { ...clientConfig, url: `${base}${new URL(url).pathname}` } };
}
