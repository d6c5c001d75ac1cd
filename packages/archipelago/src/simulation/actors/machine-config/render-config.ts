import { createHash } from 'node:crypto';
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { keys } from './machine-config-keys.ts';

/** What a pool's machines are to be configured with, or why that is not known. */
export type Rendering =
  | {
      readonly ok: true;
      /** A MachineConfig of its own: another content has another name. */
      readonly rendered: KubernetesObject & { readonly spec: JsonObject };
      /** Names of what it was made of, in the order in which they were merged. */
      readonly source: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

/** Of the simulated release. */
const version = '4.20.0';
const digits = 32;

/**
 * Merges the MachineConfigs that a pool selects, by name: of images, kernel type and FIPS mode the last one that says something counts,
 * kernel arguments and extensions add up, files and units of the same name replace each other. Simplified: nothing else of Ignition
 * is kept.
 */
export function renderConfig(pool: KubernetesObject, machineConfigs: readonly KubernetesObject[]): Rendering {
  const selector = parseLabelSelector(valueAt(pool, 'spec', 'machineConfigSelector'));
  if (!selector.ok) return { ok: false, message: 'spec.machineConfigSelector is no label selector' };
  const sources = machineConfigs
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ metadata }) => selector.selector.matches(metadata.labels ?? {}))
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  if (sources.length === 0) return { ok: false, message: 'no MachineConfigs found matching selector' };
  const spec = merge(sources);
  return {
    ok: true,
    rendered: renderedObject(pool, spec),
    source: sources.map(({ metadata }) => metadata.name),
  };
}

function renderedObject(pool: KubernetesObject, spec: JsonObject) {
  const { name, uid = '' } = pool.metadata;
  return {
    apiVersion: pool.apiVersion,
    kind: 'MachineConfig',
    metadata: {
      name: `rendered-${name}-${hashOf(spec)}`,
      annotations: {
        [simulatedAnnotation]: 'true',
        [keys.generatedBy]: 'simulated',
        [keys.release]: version,
      },
      ownerReferences: [
        {
          apiVersion: pool.apiVersion,
          kind: pool.kind,
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec,
  };
}

function hashOf(spec: JsonObject): string {
  return createHash('sha256').update(canonicalJson(spec)).digest('hex').slice(0, digits);
}

function merge(sources: readonly KubernetesObject[]): JsonObject {
  const last = (field: string) =>
    sources.map((one) => textAt(one, 'spec', field)).findLast((text) => text !== '');
  const all = (field: string) => sources.flatMap((one) => textsAt(one, 'spec', field));
  const image = last('osImageURL');
  const extensionsImage = last('baseOSExtensionsContainerImage');
  const kernelTypes = sources.map((one) => textAt(one, 'spec', 'kernelType'));
  return {
    ...(image === undefined ? {} : { osImageURL: image }),
    ...(extensionsImage === undefined ? {} : { baseOSExtensionsContainerImage: extensionsImage }),
    config: ignition(sources),
    extensions: [...new Set(all('extensions'))],
    fips: sources.some((one) => valueAt(one, 'spec', 'fips') === true),
    kernelArguments: all('kernelArguments'),
    kernelType: kernelTypes.findLast((type) => type !== '' && type !== 'default') ?? 'default',
  };
}

function ignition(sources: readonly KubernetesObject[]): JsonObject {
  const configs = sources.map((one) => objectAt(valueAt(one, 'spec', 'config')));
  const files = byKey(
    configs.flatMap((config) => objectsAt(config, 'storage', 'files')),
    'path',
  );
  const units = byKey(
    configs.flatMap((config) => objectsAt(config, 'systemd', 'units')),
    'name',
  );
  return {
    ignition: { version: '3.5.0' },
    ...(files.length === 0 ? {} : { storage: { files } }),
    ...(units.length === 0 ? {} : { systemd: { units } }),
  };
}

/** The last of each key. */
function byKey(items: readonly JsonObject[], key: string): readonly JsonObject[] {
  const found = new Map(items.filter(isJsonObject).map((item) => [textAt(item, key), item]));
  return [...found.values()];
}
