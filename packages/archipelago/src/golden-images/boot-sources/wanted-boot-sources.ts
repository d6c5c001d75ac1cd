import { isJsonObject, type JsonObject, objectAt } from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../api/architectures.ts';
import { namespaceOf } from '../images/image-knowledge.ts';
import type { EffectiveTemplate } from '../templates/effective-templates.ts';
import type {
  BootSource,
  DecidedTemplate,
  PlanFinding,
  WantedBootSources,
  WorkloadArchitecture,
} from './boot-source.ts';
import { type Claims, claimNames } from './claim-names.ts';
import { architectureLabel, pointerLabel } from './names.ts';
import { templateSpecOf } from './template-spec.ts';

export interface BootSourceChoices {
  readonly templates: readonly DecidedTemplate[];
  readonly multiArchitecture: boolean;
  readonly workload: readonly WorkloadArchitecture[];
  /** Where templates without a namespace go. */
  readonly namespace: string;
}

/** The boot sources that templates come to on a cluster; nothing about what exists. */
export function wantedBootSources(choices: BootSourceChoices): WantedBootSources {
  const order = preferred(choices.workload);
  const claimed = claimNames(
    [...choices.templates].sort(byPriority).map((one) => sourcesOf(one, choices, order)),
  );
  return { ...claimed, findings: [...claimed.findings, ...unsupportedArchitectures(choices)] };
}

/** First choice first: the control plane's own architecture, then most nodes, then the name. */
function preferred(workload: readonly WorkloadArchitecture[]): readonly string[] {
  return workload
    .filter(({ name }) => bootableArchitectures.includes(name))
    .sort(
      (a, b) =>
        Number(b.controlPlane) - Number(a.controlPlane) || b.nodes - a.nodes || (a.name < b.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

/** What users wrote comes before what ships with the product. */
function byPriority(a: DecidedTemplate, b: DecidedTemplate): number {
  const common = (one: DecidedTemplate) => Number(one.template.origin.kind === 'common');
  return common(a) - common(b) || (a.template.metadata.name < b.template.metadata.name ? -1 : 1);
}

function sourcesOf(
  { template, decided }: DecidedTemplate,
  { multiArchitecture, namespace }: BootSourceChoices,
  order: readonly string[],
): Claims {
  const place = namespaceOf(template, namespace);
  if (!multiArchitecture || decided.kind !== 'known') {
    const waits = multiArchitecture && decided.kind === 'undecided' && decided.because === 'pending';
    return { sources: waits ? [] : [plainSource(template, place)], pointer: undefined };
  }
  const sources = order
    .filter((name) => decided.architectures.includes(name))
    .map((architecture) => nativeSource(template, place, architecture));
  const { name } = template.metadata;
  const pointer = { template: name, namespace: place, name: template.spec.managedDataSource };
  return { sources, pointer: sources.length === 0 ? undefined : pointer };
}

/** The boot source of an image that is imported as it comes. */
function plainSource(template: EffectiveTemplate, namespace: string): BootSource {
  const { name, labels = {} } = template.metadata;
  return {
    template: name,
    namespace,
    dataSource: template.spec.managedDataSource,
    architecture: undefined,
    pointer: undefined,
    cron: { name, labels, annotations: template.annotations, spec: templateSpecOf(template.spec) },
  };
}

function nativeSource(template: EffectiveTemplate, namespace: string, architecture: string): BootSource {
  const plain = plainSource(template, namespace);
  const pointer = plain.dataSource;
  return {
    ...plain,
    dataSource: `${pointer}-${architecture}`,
    architecture,
    pointer,
    cron: {
      ...plain.cron,
      name: `${plain.cron.name}-${architecture}`,
      labels: { ...plain.cron.labels, [architectureLabel]: architecture, [pointerLabel]: pointer },
      spec: forArchitecture(
        { ...plain.cron.spec, managedDataSource: `${pointer}-${architecture}` },
        architecture,
      ),
    },
  };
}

/** Only a registry can be asked for a platform. */
function forArchitecture(spec: JsonObject, architecture: string): JsonObject {
  const { template } = spec;
  const below = isJsonObject(template) ? template.spec : undefined;
  const source = isJsonObject(below) ? below.source : undefined;
  const registry = isJsonObject(source) ? source.registry : undefined;
  if (!isJsonObject(template) || !isJsonObject(below) || !isJsonObject(source) || !isJsonObject(registry))
    return spec;
  const platform = objectAt(registry, 'platform');
  const asked = { ...registry, platform: { ...platform, architecture } };
  return { ...spec, template: { ...template, spec: { ...below, source: { ...source, registry: asked } } } };
}

/** A node that KubeVirt cannot use is named, and holds up nobody. */
function unsupportedArchitectures({ multiArchitecture, templates, workload }: BootSourceChoices) {
  const odd = workload.map(({ name }) => name).filter((name) => !bootableArchitectures.includes(name));
  return templates.flatMap(({ template, decided }) => {
    const asked = multiArchitecture && decided.kind === 'known' ? decided.architectures : [];
    return odd
      .filter((name) => asked.includes(name))
      .map(
        (name): PlanFinding => ({
          template: template.metadata.name,
          level: 'warning',
          reason: 'UnsupportedArchitecture',
          object: `architecture ${name}`,
          message: `image and nodes have ${name}, but KubeVirt runs machines on ${bootableArchitectures.join(', ')} only`,
          fix: `leave nodes of ${name} out of spec.workloads.nodePlacement`,
        }),
      );
  });
}
