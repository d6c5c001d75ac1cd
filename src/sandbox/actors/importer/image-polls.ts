import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import type { Clock } from '../../../time/clock.ts';
import { type PolledImage, textAt } from './importer-world.ts';

/** An image of a cron, with what CDI would ask with. */
export interface ImageToLookUp {
  /** `docker://…`. */
  readonly url: string;
  readonly namespace: string;
  /** Names of the secret and the config map; empty: none. */
  readonly secret: string;
  readonly certificates: string;
}

export type LookUpImage = (image: ImageToLookUp, signal: AbortSignal) => Promise<PolledImage>;

export interface ImagePollsSettings {
  readonly lookUp: LookUpImage;
  readonly pollMs: number;
  readonly clock: Clock;
  /** A registry said something else about an image of this namespace. */
  readonly onAnswer: (namespace: string) => void;
}

/** After a failure, and as often as registries are asked anyway at most. */
const retryMs = 2_000;

interface Poll {
  readonly image: ImageToLookUp;
  readonly gone: AbortController;
  answer: PolledImage | undefined;
  cancel: () => void;
}

/** Asks about the images of crons: once for all crons of a namespace that have the same, again from time to time. */
export class ImagePolls {
  readonly #settings: ImagePollsSettings;
  readonly #polls = new Map<string, Poll>();

  constructor(settings: ImagePollsSettings) {
    this.#settings = settings;
  }

  /** The newest answer about the image of a cron, which is asked about from now on. */
  answer(cron: KubernetesObject): PolledImage | undefined {
    const image = imageOf(cron);
    if (image.url === '') return { kind: 'failed', message: 'only registry sources are simulated' };
    const key = keyOf(image);
    const known = this.#polls.get(key);
    if (known !== undefined) return known.answer;
    const poll: Poll = { image, gone: new AbortController(), answer: undefined, cancel: () => undefined };
    this.#polls.set(key, poll);
    void this.#ask(poll);
    return undefined;
  }

  /** Forgets the images of a namespace that none of these crons has any more. */
  keep(namespace: string, crons: readonly KubernetesObject[]): void {
    const keys = new Set(crons.map((cron) => keyOf(imageOf(cron))));
    for (const [key, poll] of this.#polls) {
      if (poll.image.namespace !== namespace || keys.has(key)) continue;
      this.#end(poll);
      this.#polls.delete(key);
    }
  }

  stop(): void {
    for (const poll of this.#polls.values()) this.#end(poll);
    this.#polls.clear();
  }

  #end(poll: Poll): void {
    poll.cancel();
    poll.gone.abort();
  }

  async #ask(poll: Poll): Promise<void> {
    const { lookUp, pollMs, clock, onAnswer } = this.#settings;
    const answer = await lookUp(poll.image, poll.gone.signal);
    if (poll.gone.signal.aborted) return;
    const isNews = JSON.stringify(answer) !== JSON.stringify(poll.answer);
    poll.answer = answer;
    const waitMs = answer.kind === 'found' ? pollMs : Math.min(pollMs, retryMs);
    poll.cancel = clock.after(waitMs, () => void this.#ask(poll));
    if (isNews) onAnswer(poll.image.namespace);
  }
}

function imageOf(cron: KubernetesObject): ImageToLookUp {
  const of = (key: string) => textAt(cron, 'spec', 'template', 'spec', 'source', 'registry', key);
  return {
    url: of('url'),
    namespace: cron.metadata.namespace ?? '',
    secret: of('secretRef'),
    certificates: of('certConfigMap'),
  };
}

function keyOf({ namespace, url, secret, certificates }: ImageToLookUp): string {
  return JSON.stringify([namespace, url, secret, certificates]);
}
