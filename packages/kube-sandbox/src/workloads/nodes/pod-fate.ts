import { type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import type { PodPlay } from './pod-play.ts';

/** What becomes of the containers of a pod on its node. */
export type PodFate =
  | { readonly kind: 'runs' }
  | { readonly kind: 'never ready' }
  /** Programs of another architecture: each start fails. */
  | { readonly kind: 'cannot start'; readonly message: string }
  | { readonly kind: 'ends'; readonly exitCode: number; readonly afterMs: number };

const usualSeconds = 1;
const longestSeconds = 1_000_000_000;

/** The fate of a pod on a node: by the architecture of its images, then by its annotations; what does not restart always ends well. */
export function podFate(pod: KubernetesObject, node: KubernetesObject, play: PodPlay): PodFate {
  const obstacle = strangeImage(pod, node, play);
  if (obstacle !== undefined) return { kind: 'cannot start', message: obstacle };
  const say = (name: string) => pod.metadata.annotations?.[`${play.prefix}/${name}`];
  if (say('not-ready') !== undefined) return { kind: 'never ready' };
  const exitCode = wholeNumber(say('exit-code'), 255);
  const seconds = wholeNumber(say('run-seconds'), longestSeconds);
  const isTask = (textAt(pod, 'spec', 'restartPolicy') || 'Always') !== 'Always';
  if (exitCode === undefined && seconds === undefined && !isTask) return { kind: 'runs' };
  return { kind: 'ends', exitCode: exitCode ?? 0, afterMs: (seconds ?? usualSeconds) * 1000 };
}

function wholeNumber(text: string | undefined, greatest: number): number | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Math.min(Number(text), greatest) : undefined;
}

function strangeImage(pod: KubernetesObject, node: KubernetesObject, play: PodPlay): string | undefined {
  const architecture =
    node.metadata.labels?.['kubernetes.io/arch'] || textAt(node, 'status', 'nodeInfo', 'architecture');
  if (architecture === '') return undefined;
  for (const container of [
    ...objectsAt(pod, 'spec', 'initContainers'),
    ...objectsAt(pod, 'spec', 'containers'),
  ]) {
    const image = textAt(container, 'image');
    const offered = play.imageArchitectures(image);
    if (offered !== undefined && !offered.includes(architecture))
      return `exec format error (simulated): ${image} is for ${offered.join(', ')}, and node ${node.metadata.name} is ${architecture}`;
  }
  return undefined;
}
