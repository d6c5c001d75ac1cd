import { timestamp } from '@archipelago/apimachinery';
import { createRegistryClient, parseMirrorSets, withInsecure } from '@archipelago/oci-registry';
import type { ClusterFacts } from '../../cluster-facts/cluster-facts.ts';
import type { GoldenImage } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import { bootImageNamespace } from '../../golden-images/boot-image-namespace.ts';
import { type ImageKnowledge, type ImageToProbe, imageToProbe } from '../../golden-images/image-knowledge.ts';
import { type AskImage, createAskImage } from '../../operator/golden-images/ask-image.ts';
import { toKnowledge } from '../../operator/golden-images/image-answer.ts';
import type { LiveCluster } from '../cluster/live-cluster.ts';
import { proxyOf } from './proxy-of.ts';
import type { RegistryWays } from './registry-ways.ts';

/** How long all images together may take, in milliseconds. */
const patienceMs = 30_000;

interface AskedImages {
  /** It has the secrets and mirrors; undefined: registries are asked with the flags' alone. */
  readonly cluster: Pick<LiveCluster, 'client' | 'mirror'> | undefined;
  readonly platform: ClusterFacts['platform'];
  readonly images: readonly GoldenImage[];
  readonly ways: RegistryWays;
  /** Registries that the configuration calls insecure. */
  readonly insecure: readonly string[];
}

/** Asks registries from here about the images, with download sizes; by name of the template. */
export async function askRegistries(input: AskedImages): Promise<ReadonlyMap<string, ImageKnowledge>> {
  const { cluster, images, platform, ways, insecure } = input;
  const registry = createRegistryClient({
    proxy: proxyOf(process.env),
    limits: { attempts: 2, wholeMs: 15_000 },
  });
  const mirrors = cluster === undefined ? [] : parseMirrorSets(cluster.mirror.imageMirrorSets());
  const rules = withInsecure([...ways.rules, ...mirrors], insecure);
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
    const asked = await Promise.all(
      images.map(async (image): Promise<[string, ImageKnowledge]> => {
        const question = imageToProbe(image.effective, home);
        if (question.kind !== 'image') return [image.name, question];
        const anonymous = { ...question, secret: undefined, certificates: undefined };
        return [image.name, await answerOf(ask, cluster === undefined ? anonymous : question, signal)];
      }),
    );
    return new Map(asked);
  } finally {
    registry.close();
  }
}

/** Without a cluster there are no secrets to read. */
const nobody = { get: () => Promise.reject(new Error('there is no cluster')) };

async function answerOf(ask: AskImage, image: ImageToProbe, signal: AbortSignal): Promise<ImageKnowledge> {
  return toKnowledge(await ask(image, signal), { kind: 'pending' }, timestamp(Date.now()));
}
