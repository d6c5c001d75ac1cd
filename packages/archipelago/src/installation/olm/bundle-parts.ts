import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';

/** What becomes of the objects of an installation in a bundle. */
export interface BundleParts {
  /** In the ClusterServiceVersion: OLM makes them of it. */
  readonly deployments: readonly JsonObject[];
  readonly rules: readonly JsonObject[];
  readonly clusterRules: readonly JsonObject[];
  readonly webhooks: readonly JsonObject[];
  /** Files of their own in the bundle. */
  readonly files: readonly JsonObject[];
  /** What OLM cannot bring: an administrator applies it beside the bundle. */
  readonly beside: readonly JsonObject[];
}

/** Kinds that OLM installs from files of a bundle, where they have no namespace or the operator's. */
const carried = [
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
  'Service',
  'Role',
  'RoleBinding',
].concat(['PodDisruptionBudget', 'PrometheusRule', 'ServiceMonitor']);

/**
 * Sorts the objects. Rights in namespaces that are not the operator's become rights everywhere, with the names that they are for: a
 * ClusterServiceVersion knows no others.
 */
export function bundleParts(
  objects: readonly JsonObject[],
  { name, namespace }: { readonly name: string; readonly namespace: string },
): BundleParts {
  const of = (kind: string) => objects.filter((object) => object.kind === kind);
  const isOwn = (object: JsonObject) => textAt(object, 'metadata', 'name') === name;
  const rulesOf = (roles: readonly JsonObject[]) =>
    roles.filter(isOwn).flatMap((role) => objectsAt(role, 'rules'));
  const isHere = (object: JsonObject) => textAt(object, 'metadata', 'namespace') === namespace;
  const roles = of('Role');
  const inVersion = (object: JsonObject) =>
    ['Deployment', 'ServiceAccount', 'ValidatingWebhookConfiguration'].includes(textAt(object, 'kind')) ||
    (/Role(Binding)?$/.test(textAt(object, 'kind')) && isOwn(object));
  // OLM draws the Service of the webhook itself
  const rest = objects.filter(
    (object) => !inVersion(object) && textAt(object, 'metadata', 'name') !== 'archipelago-webhook',
  );
  const isCarried = (object: JsonObject) =>
    carried.includes(textAt(object, 'kind')) &&
    ['', namespace].includes(textAt(object, 'metadata', 'namespace'));
  return {
    deployments: of('Deployment'),
    rules: rulesOf(roles.filter(isHere)),
    clusterRules: [...rulesOf(of('ClusterRole')), ...rulesOf(roles.filter((role) => !isHere(role)))],
    webhooks: of('ValidatingWebhookConfiguration').flatMap((each) => objectsAt(each, 'webhooks')),
    files: rest.filter(isCarried),
    beside: rest.filter((object) => !isCarried(object)),
  };
}
