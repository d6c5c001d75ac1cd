import type { Finding } from '../api/finding.ts';

/** Webhooks of the HyperConverged Cluster Operator, by their own names: OLM draws the names of what they are configured in. */
export const otherWebhookNames =
  /^(validate|mutate|mutate-ns|mutate-hyperconverged)-hco(-v1beta1)?\.kubevirt\.io$/;

/** What to tell where an API server could not ask a webhook that another operator left; undefined: it says something else. */
export function unreachableWebhook(message: string): Finding | undefined {
  const name = /failed calling webhook "([^"]+)"/.exec(message)?.[1];
  if (name === undefined || !otherWebhookNames.test(name)) return undefined;
  return {
    level: 'error',
    reason: 'WebhookUnreachable',
    at: `webhook ${name}`,
    message: `of the HyperConverged Cluster Operator does not answer, so that the API server refuses every edit of the HyperConverged: ${message}`,
    fix: '`archipelago plan` names its configuration with the command that takes it away',
  };
}
