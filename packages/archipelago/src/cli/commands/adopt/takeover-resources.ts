import type { Resource } from '@archipelago/kube-client';
import { deployments } from '../../../operator/mirror/cluster-resources.ts';
import type { TakeoverKind } from '../../../reconcile/takeover/takeover-step.ts';

function ofOlm(kind: string, plural: string): Resource {
  return { group: 'operators.coreos.com', version: 'v1alpha1', plural, kind, namespaced: true };
}

function ofAdmission(kind: string, plural: string): Resource {
  return { group: 'admissionregistration.k8s.io', version: 'v1', plural, kind, namespaced: false };
}

/** Where the objects of a takeover are. */
export const takeoverResources: Readonly<Record<TakeoverKind, Resource>> = {
  Subscription: ofOlm('Subscription', 'subscriptions'),
  ClusterServiceVersion: ofOlm('ClusterServiceVersion', 'clusterserviceversions'),
  ValidatingWebhookConfiguration: ofAdmission(
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations',
  ),
  MutatingWebhookConfiguration: ofAdmission('MutatingWebhookConfiguration', 'mutatingwebhookconfigurations'),
  Deployment: deployments,
};
