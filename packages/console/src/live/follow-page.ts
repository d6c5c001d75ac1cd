import type { JsonValue } from '@archipelago/apimachinery';
import { readFrames } from './read-frames.ts';
import { type Told, takeFrame, untold } from './take-frame.ts';

/** How it stands between the page and the console. */
export type Connection =
  | 'connecting'
  | 'live'
  /** It is tried again; what is shown may be old. */
  | 'lost'
  /** The session has ended. */
  | 'over';

/** What whoever follows a page hears. */
export interface Heard {
  readonly document: JsonValue | undefined;
  readonly connection: Connection;
}

interface Following {
  readonly page: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly hear: (heard: Heard) => void;
}

/** Looks at large clusters take a while; longer silence than this means that nobody is there. */
const silenceMs = 60_000;
const pauseMs = 3_000;

/** Follows a page until the signal; a connection that breaks is begun again where it broke. */
export async function followPage({ page, token, signal, hear }: Following): Promise<void> {
  let told: Told = untold;
  hear({ document: undefined, connection: 'connecting' });
  while (!signal.aborted) {
    const ended = await readStream({ page, token, signal }, told, (next) => {
      told = next;
      hear({ document: told.document, connection: 'live' });
    });
    if (signal.aborted) return;
    hear({ document: told.document, connection: ended });
    if (ended === 'over') return;
    await pause(signal);
  }
}

async function readStream(
  { page, token, signal }: Omit<Following, 'hear'>,
  start: Told,
  take: (told: Told) => void,
): Promise<'lost' | 'over'> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const last = start.id === undefined ? {} : { 'Last-Event-ID': start.id };
    const response = await fetch(`/api/events?page=${encodeURIComponent(page)}`, {
      headers: { 'Archipelago-Token': token, ...last },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return 'over';
    if (!response.ok || response.body === null) return 'lost';
    const [reader, decoder, frames] = [response.body.getReader(), new TextDecoder(), readFrames()];
    let told = start;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      for (const frame of frames(decoder.decode(piece.value, { stream: true }))) {
        told = takeFrame(told, frame);
        take(told);
      }
    }
    return 'lost';
  } catch {
    // however a connection breaks, it is begun again
    return 'lost';
  } finally {
    clearTimeout(timer);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
