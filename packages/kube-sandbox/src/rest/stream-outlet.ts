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
  // an answer that waits for the one before it on its connection, or that an old client reads, is left to Node
  if (!chunkedEncoding || socket === null) return response;
  return {
    // an empty chunk would be the end
    write: (chunk) => chunk === '' || socket.write(frames.of(chunk)),
    end: () => {
      response.end();
    },
    destroy: () => {
      response.destroy();
    },
    once: (event, listener) => socket.once(event, listener),
  };
}
