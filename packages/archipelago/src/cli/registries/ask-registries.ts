import { timestamp } from '@archipelago/apimachinery';
import {
  type AddressPolicy,
  createRegistryClient,
  parseMirrorSets,
  withInsecure,
} from '@archipelago/oci-registry';
import type { ClusterFacts } from '../../cluster-facts/cluster-facts.ts';
import type { Unanswered } from '../../golden-images/forecast/planned-images.ts';
import { bootImageNamespace } from '../../golden-images/images/boot-image-namespace.ts';
import type { GoldenImage } from '../../golden-images/images/golden-images.ts';
import type { RegistryAnswers } from '../../golden-images/images/image-knowledge.ts';
import {
  type ImageKnowledge,
  type ImageToProbe,
  imageToProbe,
} from '../../golden-images/images/image-knowledge.ts';
import { innerNetworks } from '../../operator/gather-inputs.ts';
import { type AskImage, createAskImage } from '../../operator/golden-images/ask-image.ts';
import { toKnowledge } from '../../operator/golden-images/image-answer.ts';
import type { LiveCluster } from '../cluster/live-cluster.ts';
import { clusterRegistries } from './cluster-registries.ts';
import { proxyOf } from './proxy-of.ts';
import { registryAddresses } from './registry-addresses.ts';
import type { RegistryWays } from './registry-ways.ts';

/** How long all images together may take, in milliseconds. */
const patienceMs = 30_000;

interface AskedImages {
  /** It has the secrets and mirrors; undefined: registries are asked with the flags' alone. */
  readonly access: Pick<LiveCluster, 'client' | 'mirror' | 'namespace'> | undefined;
  readonly platform: ClusterFacts['platform'];
  readonly images: readonly Pick<GoldenImage, 'name' | 'effective'>[];
  readonly ways: RegistryWays;
  /** Registries that the configuration calls insecure. */
  readonly insecure: readonly string[];
}

interface Asked {
  readonly answers: RegistryAnswers;
  /** What is said of these rests on annotations and on what was known. */
  readonly unanswered: readonly Unanswered[];
}

/** Asks registries from here about the images, each once, with download sizes. */
export async function askRegistries(input: AskedImages): Promise<Asked> {
  const { access: cluster, images, platform, ways, insecure } = input;
  const registry = createRegistryClient({
    proxy: proxyOf(process.env),
    ...addressesOf(input),
    limits: { attempts: 2, wholeMs: 15_000 },
  });
  const mirrors = cluster === undefined ? [] : parseMirrorSets(cluster.mirror.imageMirrorSets());
  const own = cluster === undefined ? [] : await clusterRegistries(cluster.client, cluster.namespace);
  const rules = withInsecure([...ways.rules, ...own, ...mirrors], insecure);
  const ask = createAskImage({
    client: cluster?.client ?? nobody,
    registry,
    access: ways.access,
    rules: () => rules,
    sizes: true,
  });
  const home = bootImageNamespace(platform);
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const questions = new Map(
      images.flatMap(({ effective }) => {
        const question = imageToProbe(effective, home);
        return question.kind === 'image' ? [[question.key, question] as const] : [];
      }),
    );
    const asked = await Promise.all(
      [...questions].map(async ([key, question]) => {
        const anonymous = { ...question, secret: undefined, certificates: undefined };
        return [key, await answerOf(ask, cluster === undefined ? anonymous : question, signal)] as const;
      }),
    );
    const answers = new Map(asked);
    const unanswered = images.flatMap((image) => unansweredOf(image, home, answers));
    return { answers, unanswered: firstOfEach(unanswered) };
  } finally {
    registry.close();
  }
}

/** Where a console asks for somebody else, what an operator does not reach for others, either. */
function addressesOf({ ways, access }: AskedImages): { readonly addresses?: () => AddressPolicy } {
  if (ways.addresses === undefined) return {};
  const networks = () => (access === undefined ? [] : innerNetworks(access.mirror));
  return { addresses: registryAddresses(ways.addresses, networks) };
}

function unansweredOf(
  { name, effective }: AskedImages['images'][number],
  home: string,
  answers: RegistryAnswers,
): readonly Unanswered[] {
  const question = imageToProbe(effective, home);
  const answer = question.kind === 'image' ? answers.get(question.key) : undefined;
  return answer?.kind === 'failed' ? [{ template: name, message: answer.message }] : [];
}

/** A template that changes is named once, for its image as it will be. */
function firstOfEach(all: readonly Unanswered[]): readonly Unanswered[] {
  return all.filter(({ template }, index) => all.findIndex((one) => one.template === template) === index);
}

/** Without a cluster there are no secrets to read. */
const nobody = { get: () => Promise.reject(new Error('there is no cluster')) };

async function answerOf(ask: AskImage, image: ImageToProbe, signal: AbortSignal): Promise<ImageKnowledge> {
  return toKnowledge(await ask(image, signal), { kind: 'pending' }, timestamp(Date.now()));
}
