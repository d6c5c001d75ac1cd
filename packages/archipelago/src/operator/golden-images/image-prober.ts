import { type Backoff, backoffBoundMs, type Clock, timestamp } from '@archipelago/apimachinery';
import type { ImageInfo, Outcome } from '@archipelago/oci-registry';
import type { ImageKnowledge, ImageToProbe } from '../../golden-images/images/image-knowledge.ts';
import type { AskImage } from './ask-image.ts';
import { sameKnowledge, toKnowledge } from './image-answer.ts';

interface ImageProberOptions {
  readonly ask: AskImage;
  readonly clock: Clock;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** More, less or something else is known about an image. */
  readonly onChange: () => void;
  /** What came of a question. */
  readonly onAsked?: ((outcome: Outcome<ImageInfo>['kind']) => void) | undefined;
}

/** How often an image that is known is asked about again, in milliseconds: one HEAD where its tag has not moved. */
const periodMs = 3_600_000;
const backoff: Backoff = { baseMs: 10_000, capMs: 300_000 };

interface Probe {
  readonly image: ImageToProbe;
  readonly gone: AbortController;
  knowledge: ImageKnowledge;
  failures: number;
  /** `outdated`: under way, and about to be asked again if it fails. */
  asking: 'no' | 'yes' | 'outdated';
  cancel: () => void;
}

/** Keeps what registries say about the images that are wanted; a failure never takes away what was known. */
export class ImageProber {
  readonly #options: ImageProberOptions;
  readonly #probes = new Map<string, Probe>();
  /** The same map as long as it holds the same. */
  #answers: ReadonlyMap<string, ImageKnowledge> = new Map();
  #isStopped = false;

  constructor(options: ImageProberOptions) {
    this.#options = options;
  }

  /** The images that are wanted from now on; those that are new are asked about at once. */
  want(images: readonly ImageToProbe[]): void {
    if (this.#isStopped) return;
    const wanted = new Map(images.map((image) => [image.key, image]));
    const gone = [...this.#probes].filter(([key]) => !wanted.has(key));
    for (const [key, probe] of gone) this.#forget(key, probe);
    for (const image of wanted.values()) if (!this.#probes.has(image.key)) this.#begin(image);
    if (gone.some(([key]) => this.#answers.has(key))) this.#tell();
  }

  /** What is known, by the image's key; of an image that is not in it nobody has answered yet. */
  answers(): ReadonlyMap<string, ImageKnowledge> {
    return this.#answers;
  }

  /** What a question waits for has changed (mirrors, a login): all that failed is asked again. */
  retry(): void {
    for (const probe of this.#probes.values()) {
      if (probe.asking !== 'no') {
        probe.asking = 'outdated';
      } else if (probe.failures > 0) {
        probe.failures = 0;
        probe.cancel();
        this.#schedule(probe, 0);
      }
    }
  }

  /** Nobody is asked any more, whatever is wanted. */
  stop(): void {
    this.#isStopped = true;
    for (const [key, probe] of this.#probes) this.#forget(key, probe);
  }

  #begin(image: ImageToProbe): void {
    const probe: Probe = {
      image,
      gone: new AbortController(),
      knowledge: { kind: 'pending' },
      failures: 0,
      asking: 'no',
      cancel: () => undefined,
    };
    this.#probes.set(image.key, probe);
    void this.#ask(probe);
  }

  #forget(key: string, probe: Probe): void {
    probe.cancel();
    probe.gone.abort();
    this.#probes.delete(key);
  }

  async #ask(probe: Probe): Promise<void> {
    const { clock } = this.#options;
    probe.asking = 'yes';
    const outcome = await this.#answer(probe);
    if (probe.gone.signal.aborted) return;
    this.#options.onAsked?.(outcome.kind);
    const knowledge = toKnowledge(outcome, probe.knowledge, timestamp(clock.now()));
    const isNews = !sameKnowledge(probe.knowledge, knowledge);
    probe.knowledge = knowledge;
    this.#schedule(probe, this.#waitAfter(probe, outcome));
    probe.asking = 'no';
    if (isNews) this.#tell();
  }

  #tell(): void {
    const known = [...this.#probes].map(([key, { knowledge }]) => [key, knowledge] as const);
    this.#answers = new Map(known.filter(([, { kind }]) => kind !== 'pending'));
    this.#options.onChange();
  }

  /** A mistake of ours is no answer, too: it must not end the process, nor the asking. */
  async #answer({ image, gone }: Probe): Promise<Outcome<ImageInfo>> {
    try {
      return await this.#options.ask(image, gone.signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const fix = 'report it as a bug of the operator';
      return { kind: 'unreachable', host: image.url, asked: 'architectures', reason, fix };
    }
  }

  /** However long a registry wants to be left alone: no longer than if all were well. */
  #waitAfter(probe: Probe, outcome: Outcome<ImageInfo>): number {
    const isOutdated = probe.asking === 'outdated' && outcome.kind !== 'ok';
    probe.failures = outcome.kind === 'ok' || isOutdated ? 0 : probe.failures + 1;
    if (isOutdated) return 0;
    const asked = outcome.kind === 'rateLimited' ? (outcome.retryAfterMs ?? 0) : 0;
    return Math.max(Math.min(asked, periodMs), this.#waitMs(probe.failures));
  }

  #schedule(probe: Probe, delayMs: number): void {
    probe.cancel = this.#options.clock.after(delayMs, () => void this.#ask(probe));
  }

  /** Spread, so that many images are not asked about at one time for ever. */
  #waitMs(failures: number): number {
    const spread = 0.75 + this.#options.random() / 2;
    return spread * (failures === 0 ? periodMs : backoffBoundMs(backoff, failures - 1));
  }
}
