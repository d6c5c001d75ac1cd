import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { createAuthority } from '@archipelago/kube-sandbox/real';
import { parse } from 'yaml';

/** Where OLM mounts the certificate of webhooks. */
const certificateFolder = '/tmp/k8s-webhook-server/serving-certs';
const owner = { labels: { 'olm.managed': 'true', 'olm.owner.kind': 'ClusterServiceVersion' } };

/** What OLM brings to a cluster for a bundle. */
interface PlayedInstallation {
  /** What it takes away again with the ClusterServiceVersion. */
  readonly owned: readonly JsonObject[];
  /** Definitions: it never deletes any. */
  readonly definitions: readonly JsonObject[];
}

/**
 * Plays OLM, which is not here to run: its images are not. Of a bundle of registry+v1 it makes what the ClusterServiceVersion declares
 * (accounts, permissions, Deployments, webhooks with a Service and a certificate) and what lies beside it, in one namespace.
 */
export async function playOlm(bundle: string, namespace: string): Promise<PlayedInstallation> {
  const files = readdirSync(join(bundle, 'manifests')).map((name): unknown =>
    parse(readFileSync(join(bundle, 'manifests', name), 'utf8')),
  );
  const objects = files.filter(isJsonObject);
  const spec = objectAt(
    objects.find(({ kind }) => kind === 'ClusterServiceVersion'),
    'spec',
  );
  const install = objectAt(spec, 'install', 'spec');
  const definitions = objects.filter(({ kind }) => kind === 'CustomResourceDefinition');
  const beside = objects.filter(
    ({ kind }) => kind !== 'ClusterServiceVersion' && kind !== 'CustomResourceDefinition',
  );
  return {
    definitions,
    owned: [
      ...objectsAt(install, 'permissions').flatMap((each) => rights(each, namespace, 'Role')),
      ...objectsAt(install, 'clusterPermissions').flatMap((each) => rights(each, namespace, 'ClusterRole')),
      ...(await webhooks(objectsAt(spec, 'webhookdefinitions'), namespace)),
      ...beside.map((object) => ({ ...object, metadata: placed(object, namespace) })),
      ...objectsAt(install, 'deployments').map((each) => deployment(each, namespace)),
    ],
  };
}

function placed({ kind, metadata }: JsonObject, namespace: string): JsonObject {
  const place = /^(?:Cluster|Validating|Mutating)/.test(String(kind)) ? {} : { namespace };
  return { ...(isJsonObject(metadata) ? metadata : {}), ...place };
}

function rights(
  permission: JsonObject,
  namespace: string,
  kind: 'Role' | 'ClusterRole',
): readonly JsonObject[] {
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const account = textAt(permission, 'serviceAccountName');
  const name = `archipelago-of-olm-${account}`;
  const metadata = { name, ...owner, ...(kind === 'Role' ? { namespace } : {}) };
  return [
    ...(kind === 'Role'
      ? [{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account, namespace, ...owner } }]
      : []),
    { apiVersion, kind, metadata, rules: objectsAt(permission, 'rules') },
    {
      apiVersion,
      kind: `${kind}Binding`,
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    },
  ];
}

const names = (deploymentName: string) => ({
  service: `${deploymentName}-service`,
  secret: `${deploymentName}-service-cert`,
});

/** A configuration for each, one Service and one certificate for the Deployment that answers. */
async function webhooks(definitions: readonly JsonObject[], namespace: string) {
  const [first] = definitions;
  if (first === undefined) return [];
  const { service, secret } = names(textAt(first, 'deploymentName'));
  const authority = await createAuthority();
  const pair = await authority.server([`${service}.${namespace}.svc`]);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const data = { 'tls.crt': base64(pair.certificate), 'tls.key': base64(pair.privateKey) };
  const ports = [{ name: '443', port: first.containerPort, targetPort: first.targetPort }];
  const metadata = { namespace, ...owner };
  return [
    { apiVersion: 'v1', kind: 'Service', metadata: { name: service, ...metadata }, spec: { ports } },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: secret, ...metadata }, data },
    ...definitions.map(({ generateName, webhookPath, rules, ...rest }) => {
      const { admissionReviewVersions, failurePolicy, sideEffects, timeoutSeconds } = rest;
      const clientConfig = {
        caBundle: base64(authority.certificate),
        service: { name: service, namespace, path: webhookPath, port: rest.containerPort },
      };
      const webhook = { name: generateName, rules, clientConfig, admissionReviewVersions };
      return {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: `${generateName}-x2j8d`, ...owner },
        webhooks: [{ ...webhook, failurePolicy, sideEffects, timeoutSeconds }],
      };
    }),
  ];
}

/** With the certificate of its webhooks mounted. */
function deployment({ name, label, spec }: JsonObject, namespace: string): JsonObject {
  const pod = objectAt(spec, 'template', 'spec');
  const volume = { name: 'webhook-cert', secret: { secretName: names(String(name)).secret } };
  const mount = { name: 'webhook-cert', mountPath: certificateFolder };
  const containers = objectsAt(pod, 'containers').map((container) => ({
    ...container,
    volumeMounts: [...objectsAt(container, 'volumeMounts'), mount],
  }));
  const podSpec = { ...pod, containers, volumes: [...objectsAt(pod, 'volumes'), volume] };
  const template = { ...objectAt(spec, 'template'), spec: podSpec };
  const labels = { ...(isJsonObject(label) ? label : {}), ...owner.labels };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace, labels },
    spec: { ...(isJsonObject(spec) ? spec : {}), template },
  };
}
