/** Who makes the webhook's certificate: the operator itself, cert-manager, OpenShift's service CA, or who installs it. */
export type WebhookAuthority =
  | { readonly kind: 'operator' }
  | { readonly kind: 'cert-manager' }
  | { readonly kind: 'service-ca' }
  /** `authority`: PEM of what API servers are to trust. */
  | { readonly kind: 'files'; readonly authority: string };
