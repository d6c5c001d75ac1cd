import type { Clock } from '@archipelago/apimachinery';
import { ApiConnectionError } from './api-connection-error.ts';
import type { WatchEnd } from './informer-state.ts';
import { isExpired } from './kubernetes-status.ts';
import type { WatchEvent } from './watch-event.ts';
import type { WatchStream } from './watch-stream.ts';

type ObjectEvent = Extract<WatchEvent, { object: unknown }>;

/** What `followWatch` tells while it reads. */
interface WatchFollower {
  readonly clock: Clock;
  changed(event: ObjectEvent): void;
  /** Something was heard. */
  heard(): void;
}

/** A watch that lasted this long worked, even when nothing happened meanwhile. */
const healthyMs = 5_000;

/** How far a watch got. */
interface Progress {
  resourceVersion: string;
  /** Anything was heard, a bookmark too. */
  worked: boolean;
}

type Cause = Pick<WatchEnd, 'kind' | 'message'>;

/** Reads a watch to its end, remembering how far it got; throws only what `changed` throws. */
export async function followWatch(
  stream: WatchStream,
  from: string,
  follower: WatchFollower,
): Promise<WatchEnd> {
  const { clock } = follower;
  const started = clock.monotonic();
  const progress: Progress = { resourceVersion: from, worked: false };
  const cause = await readAll(stream, progress, follower);
  const { resourceVersion, worked } = progress;
  return { ...cause, resourceVersion, healthy: worked || clock.monotonic() - started >= healthyMs };
}

async function readAll(stream: WatchStream, progress: Progress, follower: WatchFollower): Promise<Cause> {
  try {
    for await (const events of stream) {
      follower.heard();
      const fault = take(events, progress, follower);
      if (fault !== undefined) {
        return fault;
      }
    }
    return { kind: 'closed', message: 'the watch ended' };
  } catch (error) {
    if (error instanceof ApiConnectionError) {
      return { kind: 'broken', message: error.message };
    }
    throw error;
  } finally {
    stream.close();
  }
}

function take(events: readonly WatchEvent[], progress: Progress, follower: WatchFollower): Cause | undefined {
  for (const event of events) {
    if (event.type === 'ERROR' || event.type === 'MALFORMED') {
      return faultOf(event);
    }
    if (event.type !== 'BOOKMARK') {
      follower.changed(event);
    }
    progress.worked = true;
    progress.resourceVersion = versionOf(event) || progress.resourceVersion;
  }
  return undefined;
}

function versionOf(event: Exclude<WatchEvent, { type: 'ERROR' | 'MALFORMED' }>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : (event.object.metadata.resourceVersion ?? '');
}

function faultOf(event: Extract<WatchEvent, { type: 'ERROR' | 'MALFORMED' }>): Cause {
  if (event.type === 'MALFORMED') {
    return { kind: 'untrusted', message: event.reason };
  }
  const { status } = event;
  const message = `the server ended the watch: ${status.code} ${status.message}`;
  if (isExpired(status)) {
    return { kind: 'expired', message };
  }
  return { kind: status.code === 429 || status.code >= 500 ? 'broken' : 'untrusted', message };
}
