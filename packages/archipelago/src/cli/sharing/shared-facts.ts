import type { Clock } from '@archipelago/apimachinery';
import type { Facts } from '../../doctor/facts/facts.ts';

/** What checks look at, for several pages of one login: it is most of what a large cluster has. */
export interface SharedFacts {
  /** What is being read, or was read a short while ago, else what `read` brings. */
  of(read: () => Promise<Facts>): Promise<Facts>;
  /** Something was changed: what was read before is told to nobody any more. */
  forget(): void;
}

/** A page that is looked at again and again rests so long, too: what it shows is never older for being shared. */
const timesAsLong = 9;
const longestMs = 30_000;

interface Kept {
  /** Undefined: it is being read. */
  readonly endsAt: number | undefined;
  facts(): Promise<Facts> | undefined;
}

/** Of none yet. What was read is held as long as there is memory for it and no longer than a page rests. */
export function createSharedFacts(clock: Pick<Clock, 'monotonic'>): SharedFacts {
  let kept: Kept | undefined;

  async function readFor(read: () => Promise<Facts>): Promise<Facts> {
    const begun = clock.monotonic();
    const reading = read();
    const own: Kept = { endsAt: undefined, facts: () => reading };
    kept = own;
    try {
      const facts = await reading;
      // who has forgotten it meanwhile does not get it back
      if (kept === own) kept = readSince(begun, facts);
      return facts;
    } catch (error) {
      if (kept === own) kept = undefined;
      throw error;
    }
  }

  function readSince(begun: number, facts: Facts): Kept {
    const lastsMs = Math.min(timesAsLong * (clock.monotonic() - begun), longestMs);
    // ten thousands of objects for each who looks: they are not to be the reason why memory ends
    const held = new WeakRef(facts);
    return {
      endsAt: begun + lastsMs,
      facts: () => {
        const still = held.deref();
        return still === undefined ? undefined : Promise.resolve(still);
      },
    };
  }

  return {
    of: (read) => {
      const isOver = kept?.endsAt !== undefined && clock.monotonic() > kept.endsAt;
      return (isOver ? undefined : kept?.facts()) ?? readFor(read);
    },
    forget: () => {
      kept = undefined;
    },
  };
}
