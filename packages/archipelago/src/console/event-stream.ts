import type { ServerResponse } from 'node:http';
import { printJson } from '@archipelago/apimachinery';
import type { ChangeFeed, FeedEvent } from './changes/change-feed.ts';

/** Who reads slower than this many bytes behind is let go: he comes back and is told what he missed. */
const mostWaitingBytes = 8 * 1024 * 1024;

/** Answers with a page's changes as server-sent events, until either side ends it; the function that is returned does. */
export function openEventStream(
  response: ServerResponse,
  feed: ChangeFeed,
  last: string | undefined,
): () => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  // what is sent first may be long in coming
  response.flushHeaders();
  const unfollow = feed.follow(last, (event) => {
    response.write(frameOf(event));
    if (response.writableLength > mostWaitingBytes) response.destroy();
  });
  response.once('close', unfollow);
  return () => {
    // what is not read closes late, or never: nothing may be written to it meanwhile, which would end the process
    unfollow();
    if (response.writableLength > 0) response.destroy();
    else response.end();
  };
}

/** JSON has no line breaks, so that a value can end no frame. */
function frameOf(event: FeedEvent): string {
  switch (event.kind) {
    case 'same':
      return ':\n\n';
    case 'whole':
      return frame('whole', event.id, printJson(event.document));
    case 'changes':
      return frame('changes', event.id, printJson(event.operations.map((each) => ({ ...each }))));
  }
}

function frame(name: string, id: string, data: string): string {
  return `id: ${id}\nevent: ${name}\ndata: ${data}\n\n`;
}
