import { isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';
import type { InstallationChoices } from '../../operator/deployment/installation-choices.ts';
import { webhookFolder, webhookVolume } from '../../operator/deployment/operator-deployment.ts';
import { installationManifests } from '../../operator/installation-manifests.ts';
import { operatorName } from '../../operator/mirror/cluster-resources.ts';
import type { InstallationFile } from '../installation-file.ts';
import type { PrintObject } from '../print-object.ts';
import { bundleParts } from './bundle-parts.ts';
import { clusterServiceVersion } from './cluster-service-version.ts';

/** Where OLM mounts the certificate that it makes for a webhook. */
const olmFolder = '/tmp/k8s-webhook-server/serving-certs';

const labels = {
  'operators.operatorframework.io.bundle.mediatype.v1': 'registry+v1',
  'operators.operatorframework.io.bundle.manifests.v1': 'manifests/',
  'operators.operatorframework.io.bundle.metadata.v1': 'metadata/',
  'operators.operatorframework.io.bundle.package.v1': 'archipelago',
  'operators.operatorframework.io.bundle.channels.v1': 'preview',
  'operators.operatorframework.io.bundle.channel.default.v1': 'preview',
};

/**
 * A bundle of the Operator Lifecycle Manager (registry+v1), what makes an image of it, a template of a catalog with it, and what OLM
 * cannot bring. Layering is not in it: it needs rights in a second namespace only, which a bundle cannot give.
 */
export function olmBundle(chosen: Bundled, version: string, print: PrintObject): readonly InstallationFile[] {
  const { namespace, image } = chosen;
  const webhook = chosen.webhook === undefined ? undefined : ofOlm;
  const objects = installationManifests({
    ...chosen,
    webhook,
    layering: undefined,
    consoleHost: undefined,
  }).map(asOlmHasIt);
  const account = operatorName;
  const parts = bundleParts(objects, { name: account, namespace });
  const release = { version, image, namespace, account };
  return [
    {
      path: 'bundle/manifests/archipelago.clusterserviceversion.yaml',
      text: print(clusterServiceVersion(parts, release)),
    },
    ...parts.files.map((object) => ({
      path: `bundle/manifests/${fileName(object)}`,
      text: print(withoutNamespace(object)),
    })),
    { path: 'bundle/metadata/annotations.yaml', text: print({ annotations: labels }) },
    { path: 'bundle.Dockerfile', text: dockerfile() },
    { path: 'catalog-template.yaml', text: print(catalogTemplate(image, version)) },
    { path: 'beside-the-bundle.yaml', text: parts.beside.map(print).join('---\n') },
  ];
}

/** OLM makes the certificate, and mounts it. */
const ofOlm: InstallationChoices['webhook'] = { kind: 'files', authority: '' };

/** A bundle is of an operator that runs in the cluster. */
interface Bundled extends InstallationChoices {
  readonly image: string;
}

/** OLM mounts the certificate of the webhook itself, and elsewhere. */
function asOlmHasIt(object: JsonObject): JsonObject {
  if (object.kind !== 'Deployment') return object;
  const changed = replaced(object);
  return isJsonObject(changed) ? changed : object;
}

function replaced(value: JsonValue): JsonValue {
  if (value === webhookFolder) return olmFolder;
  if (Array.isArray(value))
    return value.filter((item) => textAt(item, 'name') !== webhookVolume).map(replaced);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [key, below === undefined ? below : replaced(below)]),
  );
}

function fileName(object: JsonObject): string {
  const name = textAt(object, 'metadata', 'name').replaceAll(/[^\w.-]/g, '-');
  return `${name}.${textAt(object, 'kind').toLowerCase()}.yaml`;
}

/** OLM puts them into the namespace that it installs into. */
function withoutNamespace(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isJsonObject(metadata)) return object;
  const { namespace: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}

function dockerfile(): string {
  const lines = Object.entries(labels).map(([key, value]) => `LABEL ${key}=${value}\n`);
  return `FROM scratch\n\n${lines.join('')}\nCOPY bundle/manifests /manifests/\nCOPY bundle/metadata /metadata/\n`;
}

/** For `opm alpha render-template basic`, when the image of the bundle is where it is said to be. */
function catalogTemplate(image: string, version: string): JsonObject {
  const repository = image.replace(/@.*$/, '').replace(/:[^/:]+$/, '');
  return {
    schema: 'olm.template.basic',
    entries: [
      { schema: 'olm.package', name: 'archipelago', defaultChannel: 'preview' },
      {
        schema: 'olm.channel',
        package: 'archipelago',
        name: 'preview',
        // from whichever release is there: each takes over what an older one configured
        entries: [{ name: `archipelago.v${version}`, skipRange: `<${version}` }],
      },
      { schema: 'olm.bundle', image: `${repository}-bundle:v${version}` },
    ],
  };
}
