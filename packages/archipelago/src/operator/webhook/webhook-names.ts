/** What the webhook's objects are called, in the manifests and to the operator. */
export const webhookNames = {
  /** Service in the operator's namespace that API servers connect to. */
  service: 'archipelago-webhook',
  /** Secret with the authority and the certificate that the operator makes, or with the certificate that others make. */
  secret: 'archipelago-webhook-tls',
  /** ValidatingWebhookConfiguration. */
  configuration: 'archipelago-hyperconverged',
  /** Of the webhooks in it; refusals begin with one of them. */
  changes: 'changes.hyperconverged.archipelago.dev',
  deletions: 'deletions.hyperconverged.archipelago.dev',
  path: '/validate/hyperconvergeds',
} as const;

/** The names by which API servers connect to a Service. */
export function webhookHosts(namespace: string): readonly string[] {
  const { service } = webhookNames;
  return [`${service}.${namespace}.svc`, `${service}.${namespace}.svc.cluster.local`];
}
