import type { Clock } from '@archipelago/apimachinery';
import type { ImageInfo, Outcome } from '@archipelago/oci-registry';
import { describe, expect, it } from 'vitest';
import type { ImageToProbe } from '../../golden-images/images/image-knowledge.ts';
import { ImageProber } from './image-prober.ts';

const image: ImageToProbe = {
  kind: 'image',
  key: 'one',
  url: 'docker://registry.example/one:1',
  namespace: 'images',
  secret: undefined,
  certificates: undefined,
};

const reference = { registry: 'registry.example', repository: 'one', tag: '1', digest: undefined };
const details = { host: 'registry.example', asked: 'manifest', reason: 'said so', fix: 'wait' };

function found(digest: string, ...architectures: readonly string[]): Outcome<ImageInfo> {
  const platforms = architectures.map((architecture) => ({
    os: 'linux',
    architecture,
    digest: `${digest}-${architecture}`,
    mediaType: '',
    size: 1,
    downloadSize: undefined,
  }));
  const info = { reference, source: reference, digest, mediaType: '', single: false, platforms };
  return { kind: 'ok', value: info };
}

/** Time that passes when the test says so. */
class ManualClock implements Clock {
  ms = 1_790_000_000_000;
  readonly timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  now = () => this.ms;
  monotonic = () => this.ms;
  after(delayMs: number, callback: () => void): () => void {
    const timer = { at: this.ms + delayMs, callback };
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  async pass(ms: number): Promise<void> {
    this.ms += ms;
    for (const timer of [...this.timers])
      if (timer.at <= this.ms) {
        this.timers.delete(timer);
        timer.callback();
      }
    await settle();
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

function lab() {
  const clock = new ManualClock();
  const asked: ImageToProbe[] = [];
  let answer: Outcome<ImageInfo> = found('sha256:1', 'amd64', 'arm64');
  let changes = 0;
  const prober = new ImageProber({
    ask: async (each) => {
      asked.push(each);
      return answer;
    },
    clock,
    random: () => 0.5,
    onChange: () => {
      changes += 1;
    },
  });
  return {
    clock,
    prober,
    asked,
    changes: () => changes,
    say: (next: Outcome<ImageInfo>) => {
      answer = next;
    },
  };
}

describe('what is known of an image', () => {
  it('is asked once however often it is wanted, and again after an hour', async () => {
    const { prober, asked, clock, changes } = lab();
    expect(prober.answers().get(image.key)).toBeUndefined();
    prober.want([image]);
    prober.want([image, image]);
    await settle();
    expect(asked).toHaveLength(1);
    expect(prober.answers().get(image.key)).toMatchObject({ kind: 'probed', digest: 'sha256:1' });
    const first = prober.answers().get(image.key);
    await clock.pass(3_600_000);
    expect(asked).toHaveLength(2);
    expect([prober.answers().get(image.key), changes()]).toEqual([first, 1]);
  });

  it('outlives every failure, and is asked again soon, later and later', async () => {
    const { prober, asked, clock, say, changes } = lab();
    prober.want([image]);
    await settle();
    say({ kind: 'unreachable', ...details });
    await clock.pass(3_600_000);
    expect(prober.answers().get(image.key)).toMatchObject({ kind: 'failed', last: { digest: 'sha256:1' } });
    for (const waitMs of [10_000, 20_000, 40_000]) {
      await clock.pass(waitMs - 1);
      const before = asked.length;
      await clock.pass(1);
      expect(asked).toHaveLength(before + 1);
    }
    expect(changes()).toBe(2);
    say(found('sha256:2', 'amd64'));
    await clock.pass(80_000);
    expect(prober.answers().get(image.key)).toMatchObject({ kind: 'probed', digest: 'sha256:2' });
  });

  it('is not asked for before the registry allows it', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'rateLimited', ...details, retryAfterMs: 120_000 });
    prober.want([image]);
    await settle();
    await clock.pass(119_999);
    expect(asked).toHaveLength(1);
    await clock.pass(1);
    expect(asked).toHaveLength(2);
  });

  it('is asked for at once when what failed may go now', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'unauthorized', ...details });
    prober.want([image]);
    await settle();
    prober.retry();
    await clock.pass(0);
    expect(asked).toHaveLength(2);
  });

  it('is asked for again within the hour, however long a registry wants to be left alone', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'rateLimited', ...details, retryAfterMs: 40 * 365 * 86_400_000 });
    prober.want([image]);
    await settle();
    await clock.pass(3_600_000);
    expect(asked).toHaveLength(2);
  });

  it('is asked for once at a time, and as often as before when told to try again while an answer is under way', async () => {
    const clock = new ManualClock();
    const answers: ((outcome: Outcome<ImageInfo>) => void)[] = [];
    const ask = () => new Promise<Outcome<ImageInfo>>((resolve) => answers.push(resolve));
    const prober = new ImageProber({ ask, clock, random: () => 0.5, onChange: () => undefined });
    const fail = async () => {
      for (const answer of answers.splice(0)) answer({ kind: 'unreachable', ...details });
      await settle();
    };
    prober.want([image]);
    await fail();
    await clock.pass(10_000);
    prober.retry();
    await clock.pass(0);
    expect(answers).toHaveLength(1);
    await fail();
    await clock.pass(0);
    expect(answers).toHaveLength(1);
    await fail();
    expect(clock.timers.size).toBe(1);
  });

  it('counts a question that throws as no answer, and is asked for again', async () => {
    const clock = new ManualClock();
    let isBroken = true;
    const ask = async () => {
      if (isBroken) throw new Error('a mistake of ours');
      return found('sha256:1', 'amd64');
    };
    const prober = new ImageProber({ ask, clock, random: () => 0.5, onChange: () => undefined });
    prober.want([image]);
    await settle();
    expect(prober.answers().get(image.key)).toMatchObject({
      kind: 'failed',
      reason: 'unreachable',
      message: expect.stringContaining('a mistake of ours'),
    });
    isBroken = false;
    await clock.pass(10_000);
    expect(prober.answers().get(image.key)).toMatchObject({ kind: 'probed' });
  });

  it('says in a few words why nothing is known, however many words the registry makes', async () => {
    const { prober, say } = lab();
    say({ kind: 'refused', ...details, reason: 'no '.repeat(10_000) });
    prober.want([image]);
    await settle();
    const knowledge = prober.answers().get(image.key);
    expect(knowledge?.kind === 'failed' ? knowledge.message.length : undefined).toBeLessThan(1_000);
  });

  it('is forgotten with the image, and an answer that comes too late is dropped', async () => {
    const { prober, clock, changes } = lab();
    prober.want([image]);
    prober.want([]);
    await settle();
    expect([prober.answers().get(image.key), changes(), clock.timers.size]).toEqual([undefined, 0, 0]);
  });

  it('stays as it was while an index lists nothing for Linux', async () => {
    const { prober, say } = lab();
    const answer = found('sha256:3', 'amd64');
    if (answer.kind === 'ok')
      say({
        kind: 'ok',
        value: {
          ...answer.value,
          platforms: answer.value.platforms.map((each) => ({ ...each, os: 'windows' })),
        },
      });
    prober.want([image]);
    await settle();
    expect(prober.answers().get(image.key)).toMatchObject({ kind: 'failed', reason: 'malformed' });
  });

  it('is asked again no sooner than the hour while it goes on failing only once', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'unreachable', ...details });
    prober.want([image]);
    await settle();
    say(found('sha256:1', 'amd64'));
    await clock.pass(10_000);
    expect(asked).toHaveLength(2);
    say({ kind: 'unreachable', ...details });
    await clock.pass(3_600_000);
    expect(asked).toHaveLength(3);
    // the failures of before are forgotten
    await clock.pass(9_999);
    expect(asked).toHaveLength(3);
    await clock.pass(1);
    expect(asked).toHaveLength(4);
  });

  it('is asked for later and later, five minutes apart at most', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'absent', ...details });
    prober.want([image]);
    await settle();
    for (const waitMs of [10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]) {
      const before = asked.length;
      await clock.pass(waitMs - 1);
      expect(asked, `before ${waitMs}`).toHaveLength(before);
      await clock.pass(1);
      expect(asked, `after ${waitMs}`).toHaveLength(before + 1);
    }
  });

  it.each([
    [0, 0.75],
    [0.999, 1.2495],
  ])('waits are spread: %d', async (chance, share) => {
    const clock = new ManualClock();
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return found('sha256:1', 'amd64');
    };
    const prober = new ImageProber({ ask, clock, random: () => chance, onChange: () => undefined });
    prober.want([image]);
    await settle();
    await clock.pass(share * 3_600_000 - 1);
    expect(asked).toBe(1);
    await clock.pass(2);
    expect(asked).toBe(2);
  });

  it('is left alone by a retry where nothing failed', async () => {
    const { prober, asked, clock } = lab();
    prober.want([image]);
    await settle();
    prober.retry();
    await clock.pass(0);
    expect([asked.length, clock.timers.size]).toEqual([1, 1]);
  });

  it('is not asked about again by two timers after a retry', async () => {
    const { prober, asked, clock, say } = lab();
    say({ kind: 'absent', ...details });
    prober.want([image]);
    await settle();
    prober.retry();
    expect(clock.timers.size).toBe(1);
    await clock.pass(0);
    expect([asked.length, clock.timers.size]).toEqual([2, 1]);
  });

  it('keeps those that are still wanted, asks about those that are new, and nobody after the end', async () => {
    const { prober, asked, clock } = lab();
    const other = { ...image, key: 'two' };
    prober.want([image]);
    await settle();
    prober.want([image, other]);
    await settle();
    expect(asked.map(({ key }) => key)).toEqual(['one', 'two']);
    prober.want([other]);
    await settle();
    expect([
      prober.answers().get(image.key),
      prober.answers().get(other.key)?.kind,
      clock.timers.size,
    ]).toEqual([undefined, 'probed', 1]);
    prober.stop();
    prober.want([image]);
    await clock.pass(3_600_000);
    expect([asked.length, clock.timers.size]).toEqual([2, 0]);
  });

  it('that was known is told to be forgotten, once', async () => {
    const { prober, changes } = lab();
    prober.want([image]);
    await settle();
    const known = prober.answers();
    prober.want([image]);
    expect(prober.answers()).toBe(known);
    prober.want([]);
    prober.want([]);
    expect([changes(), prober.answers().size, known.size]).toEqual([2, 0, 1]);
  });

  it('that is forgotten takes its question back', async () => {
    const signals: AbortSignal[] = [];
    const ask = (_: ImageToProbe, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const prober = new ImageProber({
      ask,
      clock: new ManualClock(),
      random: () => 0,
      onChange: () => undefined,
    });
    prober.want([image]);
    prober.want([]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
