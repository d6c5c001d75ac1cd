import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';
import { giveRightsBack } from './give-rights-back.ts';

const gauge = 'archipelago_certificate_expiry_timestamp_seconds';
const day = 86_400;
const webhookSecret = 'archipelago-webhook-tls';
const certificate = { certificate: 'webhook' };

/** Certificates are renewed long before; one that is this old was not. */
export const archipelagoCertificateExpiring: Alert = {
  name: 'ArchipelagoCertificateExpiring',
  expression: compare({ is: 'remaining', of: series(gauge) }, '<', 2 * day),
  for: 3_600,
  severity: 'critical',
  impact: 'warning',
  summary: 'The certificate {certificate} of the operator ends within two days',
  description:
    'It should have been renewed. When the one of the webhook ends, changes that it has to judge are refused.',
  origin: 'ours',
  runbook: {
    meaning:
      'A certificate that the operator serves with ends soon and was not renewed: by the operator itself, or by whoever writes the files that it was told to use (cert-manager, the service CA, a person).',
    impact:
      '`webhook`: changes of the HyperConverged that the webhook judges are refused when it has ended. `metrics`: nobody can scrape the operator, and alerts go dark.',
    diagnosis: [
      {
        say: 'See which certificates there are: the operator keeps its own in Secrets of its namespace.',
        run: 'kubectl get secrets -n {namespace}',
        prints: 'NAME TYPE DATA AGE ...',
      },
      {
        say: 'See when the one of the webhook ends.',
        run: `kubectl get secret ${webhookSecret} -n {namespace} -o jsonpath='{.data.tls\\.crt}' | base64 -d | openssl x509 -noout -enddate`,
        prints: 'notAfter=...',
      },
      {
        say: 'See whether the operator may write it. `no`: give it the right back.',
        run: `kubectl auth can-i update secrets/${webhookSecret} -n {namespace} --as=system:serviceaccount:{namespace}:archipelago-operator`,
        prints: 'no',
      },
    ],
    mitigations: [
      {
        title: 'Have the operator make another',
        when: 'it makes its own',
        steps: [
          giveRightsBack,
          {
            say: 'It makes another within half a minute. When it had its rights, start it again: `kubectl rollout restart deployment/archipelago-operator -n {namespace}`; it looks at once.',
          },
        ],
      },
      {
        title: 'Have the issuer make another',
        when: 'cert-manager or the service CA writes the files',
        steps: [
          {
            say: 'Delete the Secret of the certificate; the issuer makes a new one, and the operator reads it within seconds.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires when an hour has passed',
      series: { [`${gauge}{certificate="webhook"}`]: `${day}x70 ${30 * day}x5` },
      at: { 59: [], 61: [certificate], 72: [] },
    },
    {
      does: 'keeps quiet while there is time',
      series: { [`${gauge}{certificate="webhook"}`]: `${4 * day}x80` },
      at: { 79: [] },
    },
  ],
};
