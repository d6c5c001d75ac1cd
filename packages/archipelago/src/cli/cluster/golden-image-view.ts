import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  listAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { architecturesOfNodes } from '../../config/derive-facts.ts';
import type { Desired } from '../../config/render-cluster.ts';
import { enableMultiArchBootImageImport } from '../../config/settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import { insecureRegistries } from '../../config/settings/storage/insecure-registries.ts';
import type { GoldenImage } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import { goldenImagesOf } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images-of.ts';
import { bootImageNamespace } from '../../golden-images/boot-image-namespace.ts';
import {
  type DecidedImage,
  decidedTemplates,
  decideTemplates,
} from '../../golden-images/decide-templates.ts';
import type { ImageKnowledge } from '../../golden-images/image-knowledge.ts';
import type { ObservedObjects } from '../../golden-images/observed-boot-sources.ts';
import type { Owner } from '../../golden-images/ownership.ts';
import type { BootSourceChoices } from '../../golden-images/wanted-boot-sources.ts';
import { bootSourceKinds } from '../../operator/golden-images/boot-source-kinds.ts';
import { bootSourceOwner } from '../../operator/golden-images/boot-source-owner.ts';
import { type LiveCluster, plainObject } from './live-cluster.ts';

/** Golden images of one configuration on one cluster. */
interface GoldenImageView {
  readonly decided: readonly DecidedImage[];
  readonly choices: BootSourceChoices;
  /** By name of the template. */
  readonly knowledge: ReadonlyMap<string, ImageKnowledge>;
}

/** What a configuration's images come to, by what is known of them. */
export function viewImages(input: {
  readonly desired: Desired;
  readonly spec: JsonObject;
  /** The stored status. */
  readonly status: JsonObject;
  readonly knowledgeOf: (image: GoldenImage) => ImageKnowledge | undefined;
}): GoldenImageView {
  const { desired, spec, status, knowledgeOf } = input;
  const { facts, resolution } = desired;
  const decided = decideTemplates({
    images: goldenImagesOf(desired),
    knowledgeOf,
    previous: status.dataImportCronTemplates,
  });
  return {
    decided,
    choices: {
      templates: decidedTemplates(decided),
      multiArchitecture: resolution.get(enableMultiArchBootImageImport.name)?.value === true,
      workload: architecturesOfNodes(facts, valueAt(spec, 'workloads', 'nodePlacement')),
      namespace: bootImageNamespace(facts.platform),
    },
    knowledge: new Map(
      decided.flatMap(({ image, knowledge }) =>
        knowledge === undefined ? [] : [[image.name, knowledge] as const],
      ),
    ),
  };
}

/** Registries that the configuration calls insecure. */
export function insecureOf({ resolution }: Desired): readonly string[] {
  const value = resolution.get(insecureRegistries.name)?.value;
  return textsAt(value);
}

/** Whose the boot sources are on this cluster. */
export function ownerOf({ facts, namespace }: LiveCluster): Owner {
  return bootSourceOwner(namespace, facts.deployment.version);
}

/** Everything boot sources are made of, as it is now. */
export async function observeBootSources({ list }: LiveCluster): Promise<ObservedObjects> {
  const { dataImportCrons, dataSources, claims, snapshots, dataVolumes } = bootSourceKinds;
  const [a, b, c, d, e] = await Promise.all(
    [dataImportCrons, dataSources, claims, snapshots, dataVolumes].map((kind) => list(kind)),
  );
  return {
    dataImportCrons: a ?? [],
    dataSources: b ?? [],
    claims: c ?? [],
    snapshots: d ?? [],
    dataVolumes: e ?? [],
  };
}

const machines: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'virtualmachines',
  kind: 'VirtualMachine',
  namespaced: true,
};
const kubeVirts: Resource = { ...machines, plural: 'kubevirts', kind: 'KubeVirt' };

export function virtualMachines({ list }: LiveCluster): Promise<readonly KubernetesObject[]> {
  return list(machines);
}

/** The architecture of machines that do not say one. */
export async function defaultArchitecture({ list }: LiveCluster): Promise<string | undefined> {
  const [first] = await list(kubeVirts);
  const found =
    first === undefined ? undefined : valueAt(plainObject(first), 'status', 'defaultArchitecture');
  return typeof found === 'string' ? found : undefined;
}

/** What the operator found out, as the status of the HyperConverged tells it; undefined: it has not asked. */
export function knowledgeInStatus(status: JsonObject, name: string): ImageKnowledge | undefined {
  const entry = entryOf(status, name);
  const probe = valueAt(entry, 'status');
  if (!isJsonObject(probe)) return undefined;
  const { digest, probedArchitectures: listed, probeTime: at } = probe;
  const platforms = typeof listed === 'string' ? listed.split(',').filter((one) => one !== '') : [];
  const last =
    typeof digest === 'string' && typeof at === 'string'
      ? {
          kind: 'probed' as const,
          digest,
          single: false,
          platforms: platforms.map((architecture) => ({ architecture, digest: '', size: undefined })),
          at,
        }
      : undefined;
  const failure = conditionsOf(probe).find((each) => each.type === 'Probed' && each.status === 'False');
  if (failure === undefined) return last;
  return {
    kind: 'failed',
    reason: 'unreachable',
    message: String(failure.message ?? ''),
    at: textAt(at),
    ...(last === undefined ? {} : { last }),
  };
}

function entryOf(status: JsonObject, name: string): JsonObject {
  const list: readonly JsonValue[] = Array.isArray(status.dataImportCronTemplates)
    ? status.dataImportCronTemplates
    : [];
  return list.filter(isJsonObject).find((each) => valueAt(each, 'metadata', 'name') === name) ?? {};
}

function conditionsOf({ conditions }: JsonObject): readonly JsonObject[] {
  const list: readonly JsonValue[] = listAt(conditions);
  return list.filter(isJsonObject);
}
