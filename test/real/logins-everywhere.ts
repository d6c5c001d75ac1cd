import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { bootImageNamespace } from '../../packages/archipelago/src/golden-images/images/boot-image-namespace.ts';
import { ownGroup } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { supportKinds } from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import {
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { usualBuildsNamespace } from '../../packages/archipelago/src/operator/options/layering-choices.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import type { Canaries } from '../support/canaries.ts';
import { demand, type FurnishedCluster, operatorNamespace } from './furnished-cluster.ts';

/** A registry whose users are canaries, and a cluster in which every kind of login that the operator knows is in use. */
export interface Logins {
  readonly registry: ImageRegistry;
  /** What the operator is started with. */
  readonly args: readonly string[];
  /** What the user asks for. */
  readonly spec: JsonObject;
  /** Secrets that have canaries, because they were made so: `namespace/name`. */
  readonly secrets: ReadonlySet<string>;
}

const home = bootImageNamespace('kubernetes');

/** Makes all of it; files are written into the folder. */
export async function putLoginsEverywhere(
  { client }: Pick<FurnishedCluster, 'client'>,
  canaries: Canaries,
  folder: string,
): Promise<Logins> {
  const made = new Set<string>();
  const create = async (resource: Resource, object: KubernetesObject) => {
    demand(await client.create(resource, object));
    if (resource.kind === 'Secret') made.add(`${object.metadata.namespace}/${object.metadata.name}`);
  };
  const passwords = {
    operator: canaries.make('--authfile'),
    puller: canaries.make('pull secret'),
    pusher: canaries.make('push secret'),
    imager: canaries.make('secret of a template'),
  };
  const registry = await startImageRegistry({ tls: true, users: passwords });
  const both = { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] };
  registry.push('base/os', '10', both);
  registry.push('fedora', 'v1', both);
  const auths = (user: keyof typeof passwords, host = registry.host) => {
    const auth = Buffer.from(`${user}:${passwords[user]}`).toString('base64');
    return JSON.stringify({ auths: { [host]: { auth } } });
  };
  const login = (name: string, text: string) =>
    create(layeringKinds.secrets, {
      ...secret(name, usualBuildsNamespace, { '.dockerconfigjson': text }),
      type: 'kubernetes.io/dockerconfigjson',
    });
  await login('pull', auths('puller'));
  await login('push', auths('pusher'));
  const proxy = `http://someone:${canaries.make('proxy secret')}@proxy.example:3128`;
  await create(
    layeringKinds.secrets,
    secret('proxy', usualBuildsNamespace, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy }),
  );
  const keys = { right: passwords.imager, wrong: canaries.make('wrong secret of a template') };
  for (const [name, secretKey] of Object.entries(keys))
    await create(layeringKinds.secrets, secret(name, home, { accessKeyId: 'imager', secretKey }));
  await mayRead(create, Object.keys(keys));
  await create(configKinds[ownGroup], layered(registry));
  writeFileSync(join(folder, 'auth.json'), auths('operator'), { mode: 0o600 });
  writeFileSync(join(folder, 'registry-ca.crt'), registry.caCertificate ?? '');
  return {
    registry,
    args: [
      ...['--golden-images', 'builtin', '--layering-image', 'registry.example/archipelago:1'],
      ...['--layering-builder', builderImage, '--layering-proxy-secret', 'proxy'],
      ...['--authfile', join(folder, 'auth.json'), '--ca-file', join(folder, 'registry-ca.crt')],
      ...['--registry-allow-host', registry.host],
    ],
    spec: {
      featureGates: { enableMultiArchBootImageImport: true },
      enableCommonBootImageImport: false,
      dataImportCronTemplates: Object.keys(keys).map((name) => template(name, registry)),
    },
    secrets: made,
  };
}

export const builderImage = 'registry.example/buildah:1';

function secret(name: string, namespace: string, stringData: JsonObject): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData };
}

/** Who names a secret in a template lets the operator read it. */
async function mayRead(
  create: (resource: Resource, object: KubernetesObject) => Promise<void>,
  resourceNames: readonly string[],
): Promise<void> {
  const metadata = { name: 'logins-of-templates', namespace: home };
  const group = 'rbac.authorization.k8s.io';
  const apiVersion = `${group}/v1`;
  await create(supportKinds.roles, {
    apiVersion,
    kind: 'Role',
    metadata,
    rules: [{ apiGroups: [''], resources: ['secrets'], resourceNames, verbs: ['get'] }],
  });
  await create(supportKinds.roleBindings, {
    apiVersion,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: group, kind: 'Role', name: metadata.name },
    subjects: [{ kind: 'ServiceAccount', name: operatorName, namespace: operatorNamespace }],
  });
}

function layered({ host }: ImageRegistry): KubernetesObject {
  return {
    apiVersion: `${ownGroup}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name: 'workers' },
    spec: {
      nodeSelector: { 'node-role.kubernetes.io/worker': '' },
      imageBuilder: { imageBuilderType: 'Job' },
      baseImage: `${host}/base/os:10`,
      baseImagePullSecret: { name: 'pull' },
      renderedImagePushSpec: `${host}/os/workers:latest`,
      renderedImagePushSecret: { name: 'push' },
      containerFile: [{ content: 'LABEL edition=1\n' }],
    },
  };
}

function template(secretRef: string, { host }: ImageRegistry): JsonObject {
  return {
    metadata: { name: `image-${secretRef}` },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: `image-${secretRef}`,
      template: {
        spec: {
          source: { registry: { url: `docker://${host}/fedora:v1`, secretRef } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  };
}
