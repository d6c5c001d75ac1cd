import { type Clock, type JsonPatchOperation, sleep } from '@archipelago/apimachinery';
import { changesBetween } from './changes-between.ts';
import type { PageDocument } from './page-document.ts';

/** What whoever follows a page hears; `id` says where to go on after a pause. */
export type FeedEvent =
  | { readonly kind: 'whole'; readonly id: string; readonly document: PageDocument }
  | { readonly kind: 'changes'; readonly id: string; readonly operations: readonly JsonPatchOperation[] }
  /** It was looked, and all is as it was. */
  | { readonly kind: 'same' };

/** A page, looked at again and again while anybody follows it. */
export interface ChangeFeed {
  /** Tells from `last` on, or everything where nobody remembers what was then; the function that is returned ends it. */
  follow(last: string | undefined, hear: (event: FeedEvent) => void): () => void;
  /** Somebody has changed something: what follows is looked at without a pause. */
  lookSoon(): void;
}

interface FeedOptions {
  /** Never rejects for what may happen to a cluster. */
  readonly look: (before: PageDocument | undefined) => Promise<PageDocument>;
  readonly clock: Clock;
  /** Between two looks at least, in milliseconds. */
  readonly pauseMs: number;
  /** Other than that of every other run of the server: ids of another run are not resumed. */
  readonly run: string;
  /** Hears what should not have happened. */
  readonly onBug: (error: unknown) => void;
}

/**
 * A look at a large cluster takes the API server seconds. Whoever follows has it look for a tenth of the time, and waits half a minute at
 * most. One that does not answer is asked again soon.
 */
const restPerLook = 9;
const longestPauseMs = 30_000;

/** So many changes are remembered for who comes back. */
const mostRemembered = 100;

interface Step {
  readonly number: number;
  readonly operations: readonly JsonPatchOperation[];
}

/** The feed of one page, for all who follow it: the cluster is asked once, however many they are. */
export function createChangeFeed({ look, clock, pauseMs, run, onBug }: FeedOptions): ChangeFeed {
  const followers = new Set<(event: FeedEvent) => void>();
  const { take, catchUp, last: lastSeen } = createHistory(run);

  async function lookOnce(): Promise<number> {
    const begun = clock.monotonic();
    const next = await lookSafely({ look, onBug }, lastSeen());
    const event = take(next);
    for (const hear of followers) hear(event);
    const tookMs = next.problem === undefined ? clock.monotonic() - begun : 0;
    return Math.max(pauseMs, Math.min(restPerLook * tookMs, longestPauseMs));
  }

  const looks = createLooks({ clock, lookOnce, isWanted: () => followers.size > 0, onBug });
  return {
    follow(last, hear) {
      const event = catchUp(last);
      if (event !== undefined) hear(event);
      // a page that comes up with what was seen last is not kept waiting by another look
      if (followers.size === 0) looks.within(event === undefined ? 0 : pauseMs);
      const follower = (each: FeedEvent) => hear(each);
      followers.add(follower);
      looks.goOn();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) looks.goOn();
      };
    },
    lookSoon: () => looks.within(0),
  };
}

interface LooksOptions extends Pick<FeedOptions, 'clock' | 'onBug'> {
  /** Tells how long to rest after it, in milliseconds. */
  readonly lookOnce: () => Promise<number>;
  readonly isWanted: () => boolean;
}

/** One look after the other, with rests, as long as somebody wants them. */
function createLooks({ clock, lookOnce, isWanted, onBug }: LooksOptions) {
  let isRunning = false;
  /** When it is looked next, by the clock's monotonic time. */
  let due = 0;
  let rest = new AbortController();

  /** The next look comes no later than in so many milliseconds. */
  function within(milliseconds: number): void {
    const time = clock.monotonic() + milliseconds;
    if (time >= due) return;
    due = time;
    rest.abort();
  }

  async function restOrLook(): Promise<void> {
    rest = new AbortController();
    const restMs = due - clock.monotonic();
    if (restMs > 0) return sleep(clock, restMs, rest.signal);
    due = Number.POSITIVE_INFINITY;
    within(await lookOnce());
  }

  async function lookWhileWanted(): Promise<void> {
    isRunning = true;
    try {
      while (isWanted()) await restOrLook();
    } finally {
      isRunning = false;
    }
  }

  /** Begins where somebody wants it, and wakes who rests to see that nobody does. */
  function goOn(): void {
    if (isRunning) rest.abort();
    else lookWhileWanted().catch(onBug);
  }

  return { within, goOn };
}

/** A page that is not looked at any more must not look as if it was. */
async function lookSafely(
  { look, onBug }: Pick<FeedOptions, 'look' | 'onBug'>,
  before: PageDocument | undefined,
): Promise<PageDocument> {
  try {
    return await look(before);
  } catch (error) {
    onBug(error);
    return { ...(before?.view === undefined ? {} : { view: before.view }), notes: [], problem: bug };
  }
}

/** Nobody is told more than that; the terminal is. */
const bug = {
  kind: 'bug',
  message: 'the console could not look, by a mistake of its own: see its terminal',
} as const;

/** What was seen of a page, and the changes that led to it. */
function createHistory(run: string) {
  const steps: Step[] = [];
  let document: PageDocument | undefined;
  let number = 0;

  function take(next: PageDocument): FeedEvent {
    const operations = document === undefined ? undefined : changesBetween(document, next);
    if (operations?.length === 0) return { kind: 'same' };
    document = next;
    number += 1;
    const id = `${run}.${number}`;
    if (operations === undefined) return { kind: 'whole', id, document: next };
    steps.push({ number, operations });
    if (steps.length > mostRemembered) steps.shift();
    return { kind: 'changes', id, operations };
  }

  function catchUp(last: string | undefined): FeedEvent | undefined {
    if (document === undefined) return undefined;
    const id = `${run}.${number}`;
    const missed = missedSince(last, { run, number, steps });
    return missed === undefined
      ? { kind: 'whole', id, document }
      : { kind: 'changes', id, operations: missed.flatMap(({ operations }) => operations) };
  }

  return { take, catchUp, last: () => document };
}

/** Undefined: not all of it is remembered. */
function missedSince(
  last: string | undefined,
  { run, number, steps }: { readonly run: string; readonly number: number; readonly steps: readonly Step[] },
): readonly Step[] | undefined {
  const [whose, seen, ...more] = (last ?? '').split('.');
  const from = Number(seen);
  // NaN compares as false
  if (whose !== run || more.length > 0 || !(from <= number)) return undefined;
  const missed = steps.filter((step) => step.number > from);
  return missed.length === number - from ? missed : undefined;
}
