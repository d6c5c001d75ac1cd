import type { ServerResponse } from 'node:http';
import type { ChunkFrames } from './chunk-frames.ts';
import type { Outlet } from './paced-writer.ts';

type Response = Pick<ServerResponse, 'chunkedEncoding' | 'socket' | 'write' | 'end' | 'destroy' | 'once'>;

/**
 * Where a stream is written whose head is sent. Node writes a chunk in four parts and encodes it for each reader; here a frame
 * that all readers share goes to the socket in one, which is half of what an event costs.
 */
export function streamOutlet(response: Response, frames: ChunkFrames): Outlet {
  const { chunkedEncoding, socket } = response;
  const ends = {
    end: () => {
      response.end();
    },
    destroy: () => {
      response.destroy();
    },
  };
  // an answer that waits for the one before it on its connection, or that an old client reads, is left to Node
  if (!chunkedEncoding || socket === null) {
    const once = (event: 'drain', listener: () => void) => response.once(event, listener);
    return { ...ends, write: (texts) => response.write(texts.join('')), once };
  }
  return {
    ...ends,
    write: (texts) => socket.write(frames.of(texts)),
    once: (event, listener) => socket.once(event, listener),
  };
}
