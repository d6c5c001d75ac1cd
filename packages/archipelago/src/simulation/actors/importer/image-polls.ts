import { isDeepStrictEqual } from 'node:util';
import { type Clock, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { LookedUpImage, PolledImage } from './importer-world.ts';

/** An image of a cron, with what CDI would ask with. */
export interface ImageToLookUp {
  /** `docker://…`. */
  readonly url: string;
  readonly namespace: string;
  /** Names of the secret and the config map; empty: none. */
  readonly secret: string;
  readonly certificates: string;
}

export type LookUpImage = (image: ImageToLookUp, signal: AbortSignal) => Promise<LookedUpImage>;

interface ImagePollsOptions {
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
  readonly #options: ImagePollsOptions;
  readonly #polls = new Map<string, Poll>();
  #isStopped = false;
  readonly #asking = new Set<Promise<void>>();

  constructor(options: ImagePollsOptions) {
    this.#options = options;
  }

  /** The newest answer about the image of a cron, which is asked about from now on. */
  answer(cron: KubernetesObject): PolledImage | undefined {
    const image = imageOf(cron);
    if (image.url === '') return { kind: 'failed', message: noUrl, at: 0 };
    const key = keyOf(image);
    const known = this.#polls.get(key);
    if (known !== undefined || this.#isStopped) return known?.answer;
    const poll: Poll = { image, gone: new AbortController(), answer: undefined, cancel: () => undefined };
    this.#polls.set(key, poll);
    this.#ask(poll);
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

  /** Resolves when no request and no timer is left. */
  async stop(): Promise<void> {
    for (const poll of this.#polls.values()) this.#end(poll);
    this.#polls.clear();
    await Promise.all(this.#asking);
  }

  #end(poll: Poll): void {
    poll.cancel();
    poll.gone.abort();
  }

  #ask(poll: Poll): void {
    const asking = this.#askOnce(poll).finally(() => this.#asking.delete(asking));
    this.#asking.add(asking);
  }

  async #askOnce(poll: Poll): Promise<void> {
    const { pollMs, clock, onAnswer } = this.#options;
    const answer = await this.#lookUp(poll);
    if (poll.gone.signal.aborted) return;
    const { at: _, ...before } = poll.answer ?? { at: 0 };
    const isNews = !isDeepStrictEqual(before, answer);
    if (isNews) poll.answer = { ...answer, at: clock.now() };
    const waitMs = answer.kind === 'found' ? pollMs : Math.min(pollMs, retryMs);
    poll.cancel = clock.after(waitMs, () => this.#ask(poll));
    if (isNews) onAnswer(poll.image.namespace);
  }

  /** What goes wrong in looking up is an answer, too: nobody else would hear of it. */
  async #lookUp({ image, gone }: Poll): Promise<LookedUpImage> {
    try {
      return await this.#options.lookUp(image, gone.signal);
    } catch (error) {
      return { kind: 'failed', message: `${image.url}: ${String(error)}` };
    }
  }
}

const noUrl = 'spec.template.spec.source.registry.url is missing: no other source is simulated';

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
