import { type JsonObject, label1123Problems, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import {
  type ImageReference,
  parseImageReference,
  printImageReference,
  printRefusal,
} from '@archipelago/oci-registry';
import { bootableArchitectures, isArchitecture } from '../../../../api/architectures.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { bootImageNamespace } from '../../../../golden-images/images/boot-image-namespace.ts';
import {
  type ImageKnowledge,
  probedArchitectures,
} from '../../../../golden-images/images/image-knowledge.ts';
import { probeFixes } from '../../../../golden-images/images/probe-fixes.ts';
import { commonImageNames } from '../../../../golden-images/templates/common-images.ts';
import { customTemplate } from '../../../../golden-images/templates/custom-template.ts';
import { dataSourceName } from '../../../../golden-images/templates/data-source-name.ts';
import { insecureOf } from '../../../cluster/boot-sources-of.ts';
import { desiredOf, storedIn } from '../../../cluster/desired-now.ts';
import { type LiveCluster, withCluster } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { askRegistries } from '../../../registries/ask-registries.ts';
import { boundedWays } from '../../../registries/bounded-ways.ts';
import type { RegistryWays } from '../../../registries/registry-ways.ts';
import { answerWith } from '../looking/answer-with.ts';

/**
 * Asks the registry of an image as the operator would, with a login that who asks may read, and makes the template that imports it: `image` is
 * what the registry told, or `failure` why it did not; `patch` adds the template to the HyperConverged. Nothing is stored.
 */
export function lookUpImage(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"reference": "registry.example/os/fedora:41"}, and "name", "size" and "secret" where they are to be others',
    fits: ({ reference, ...rest }) =>
      isShort(reference, 1) &&
      ['name', 'size', 'secret'].every((key) => rest[key] === undefined || isShort(rest[key], 0)),
    answer: answerWith(io, (body, heard) =>
      withCluster(options, heard, async (cluster) =>
        answerTo(wantedIn(body), cluster, await boundedWays(options, heard)),
      ),
    ),
  };
}

const longestText = 500;

function isShort(value: unknown, atLeast: number): boolean {
  return typeof value === 'string' && value.length >= atLeast && value.length <= longestText;
}

interface Wanted {
  readonly reference: ImageReference;
  /** Undefined: one that is free. */
  readonly name: string | undefined;
  readonly url: string;
  readonly size: string;
  readonly secret: string | undefined;
}

const usualSize = '10Gi';

function wantedIn(body: JsonObject): Wanted {
  const parsed = parseImageReference(textAt(body, 'reference').trim());
  if (parsed.kind === 'refused') throw new UsageError(printRefusal(parsed));
  const reference = parsed.value;
  const name = textAt(body, 'name');
  const [problem] = name === '' ? [] : label1123Problems(name);
  if (problem !== undefined) throw new UsageError(`name ${name}: ${problem}`);
  return {
    reference,
    name: name || undefined,
    url: `docker://${printImageReference(reference)}`,
    size: textAt(body, 'size') || usualSize,
    secret: textAt(body, 'secret') || undefined,
  };
}

async function answerTo(wanted: Wanted, cluster: LiveCluster, ways: RegistryWays): Promise<object> {
  const stored = storedIn(cluster);
  const before = objectsAt(objectAt(stored, 'spec'), 'dataImportCronTemplates');
  const name = nameOf(wanted, before);
  const knowledge = await knowledgeOf({ ...wanted, name }, cluster, ways);
  if (knowledge?.kind === 'failed')
    return { failure: { message: knowledge.message, fix: probeFixes[knowledge.reason] } };
  if (knowledge?.kind !== 'probed') throw new Error(`${wanted.url} was not asked for`);
  // a registry may call a platform anything; no node has another architecture than these
  const architectures = probedArchitectures(knowledge).filter(isArchitecture);
  if (architectures.length === 0) return { failure: noArchitecture };
  const entry = customTemplate({ ...wanted, name, architectures });
  const { digest, single, platforms } = knowledge;
  return {
    image: { reference: printImageReference(wanted.reference), digest, single, platforms },
    architectures,
    workload: desiredOf(stored, cluster.inputs).facts.workloadArchitectures,
    namespace: cluster.namespace,
    imagesNamespace: bootImageNamespace(cluster.inputs.facts.platform),
    entry,
    patch: { spec: { dataImportCronTemplates: [...before, entry] } },
  };
}

async function knowledgeOf(
  wanted: Named,
  cluster: LiveCluster,
  ways: RegistryWays,
): Promise<ImageKnowledge | undefined> {
  const { spec } = customTemplate({ ...wanted, architectures: [] });
  const effective = {
    ...{ origin: { kind: 'custom', index: 0 } as const, metadata: { name: wanted.name }, annotations: {} },
    ...{ architectures: undefined, spec },
  };
  const { answers } = await askRegistries({
    access: cluster,
    platform: cluster.inputs.facts.platform,
    images: [{ name: wanted.name, effective }],
    ways,
    insecure: insecureOf(desiredOf(storedIn(cluster), cluster.inputs)),
  });
  return [...answers.values()][0];
}

const noArchitecture = {
  message: 'the image has no architecture that a node can have',
  fix: `publish it for one of ${bootableArchitectures.join(', ')}`,
};

type Named = Wanted & { readonly name: string };

/** The name that was chosen, or one that nobody has taken. Throws a UsageError where what was chosen is taken. */
function nameOf({ name, reference }: Wanted, before: readonly JsonObject[]): string {
  const names = [...commonImageNames, ...before.map((entry) => textAt(entry, 'metadata', 'name'))];
  const isTaken = (each: string) => names.includes(`${each}-image-cron`);
  if (name !== undefined && isTaken(name))
    throw new UsageError(`there is a golden image ${name} already; choose another name`);
  if (name !== undefined) return name;
  const usual = dataSourceName(reference);
  let free = usual;
  for (let number = 2; isTaken(free); number += 1) free = `${usual}-${number}`;
  return free;
}
