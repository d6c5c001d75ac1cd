import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedKind } from '../../api/hyper-converged-kind.ts';
import type { Account } from '../rights/role-manifests.ts';
import type { WebhookAuthority } from '../rights/webhook-authority.ts';
import { askedAbout } from './asked-about.ts';
import { webhookHosts, webhookNames } from './webhook-names.ts';

/** Where the webhook listens in its pod. */
export const webhookPort = 9443;

/** How API servers come to the webhook: by its Service, or at `https://host:port`. */
type WebhookAddress = { readonly kind: 'service' } | { readonly kind: 'url'; readonly base: string };

/** What API servers find the webhook by, and whom they trust about it. */
export function webhookManifests(account: Account, authority: WebhookAuthority): readonly JsonObject[] {
  return [
    serviceOf(account, authority),
    ...certificatesOf(account, authority),
    webhookConfiguration(account, authority, { kind: 'service' }),
  ];
}

/** What API servers ask, whom they trust about it, and what happens when nobody answers. */
export function webhookConfiguration(
  account: Account,
  authority: WebhookAuthority,
  address: WebhookAddress,
): JsonObject {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: webhookNames.configuration, labels: account.labels, ...trustedBy(account, authority) },
    webhooks: asked.map(webhookOf(account, authority, address)),
  };
}

/** The operator fills it; it is here so that the operator need not create any. */
export function webhookSecret({ namespace, labels }: Account): JsonObject {
  const metadata = { name: webhookNames.secret, namespace, labels };
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque' };
}

function serviceOf({ namespace, labels }: Account, { kind }: WebhookAuthority): JsonObject {
  const annotations = { 'service.beta.openshift.io/serving-cert-secret-name': webhookNames.secret };
  const metadata = { name: webhookNames.service, namespace, labels };
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { ...metadata, ...(kind === 'service-ca' ? { annotations } : {}) },
    spec: {
      selector: labels,
      ports: [{ name: 'webhook', port: 443, targetPort: 'webhook', protocol: 'TCP' }],
    },
  };
}

function certificatesOf(account: Account, { kind }: WebhookAuthority): readonly JsonObject[] {
  switch (kind) {
    case 'operator':
      return [webhookSecret(account)];
    case 'cert-manager':
      return ofCertManager(account);
    case 'service-ca':
    case 'files':
      return [];
  }
}

function ofCertManager({ namespace, labels }: Account): readonly JsonObject[] {
  const apiVersion = 'cert-manager.io/v1';
  const { service: name, secret: secretName } = webhookNames;
  const metadata = { name, namespace, labels };
  const dnsNames = [...webhookHosts(namespace)];
  const authority = `${name}-authority`;
  const ofAuthority = { name: authority, namespace, labels };
  const issuedBy = (issuer: string) => ({ kind: 'Issuer', name: issuer });
  return [
    { apiVersion, kind: 'Issuer', metadata: ofAuthority, spec: { selfSigned: {} } },
    // an authority outlives what it signs: what is served can be renewed without API servers having to hear of it first
    {
      apiVersion,
      kind: 'Certificate',
      metadata: ofAuthority,
      spec: {
        isCA: true,
        commonName: authority,
        secretName: authority,
        duration: '87600h',
        issuerRef: issuedBy(authority),
      },
    },
    { apiVersion, kind: 'Issuer', metadata, spec: { ca: { secretName: authority } } },
    { apiVersion, kind: 'Certificate', metadata, spec: { secretName, dnsNames, issuerRef: issuedBy(name) } },
  ];
}

function trustedBy({ namespace }: Account, { kind }: WebhookAuthority) {
  switch (kind) {
    case 'cert-manager':
      return { annotations: { 'cert-manager.io/inject-ca-from': `${namespace}/${webhookNames.service}` } };
    case 'service-ca':
      return { annotations: { 'service.beta.openshift.io/inject-cabundle': 'true' } };
    case 'operator':
    case 'files':
      return {};
  }
}

/** What of a webhook is not the same for changes and for deletions. */
interface Asked {
  readonly name: string;
  readonly operations: readonly string[];
  readonly failurePolicy: 'Fail' | 'Ignore';
}

/** A deletion goes on without the webhook: the operator itself asks before it takes anything away. */
const asked: readonly Asked[] = [
  { name: webhookNames.changes, operations: ['CREATE', 'UPDATE'], failurePolicy: 'Fail' },
  { name: webhookNames.deletions, operations: ['DELETE'], failurePolicy: 'Ignore' },
];

/**
 * Only what somebody wants changed is asked about: without the operator nobody can change a configuration, but labels, finalizers and
 * the status can be written, and what the operator itself completes is not held up by it.
 */
function webhookOf(account: Account, authority: WebhookAuthority, address: WebhookAddress) {
  const { namespace } = account;
  const { group, version, plural } = hyperConvergedKind;
  const at = { apiGroups: [group], apiVersions: [version], resources: [plural], scope: 'Namespaced' };
  const { service: name, path } = webhookNames;
  const client =
    address.kind === 'url'
      ? { url: `${address.base}${path}` }
      : { service: { namespace, name, path, port: 443 } };
  const ca =
    authority.kind === 'files' ? { caBundle: Buffer.from(authority.authority).toString('base64') } : {};
  return ({ name: webhook, operations, failurePolicy }: Asked): JsonObject => ({
    name: webhook,
    clientConfig: { ...client, ...ca },
    rules: [{ ...at, operations }],
    matchConditions: askedAbout(account),
    admissionReviewVersions: ['v1'],
    failurePolicy,
    matchPolicy: 'Equivalent',
    sideEffects: 'None',
    timeoutSeconds: 10,
  });
}
