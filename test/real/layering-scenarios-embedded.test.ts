import { replayLayering } from '../suites/layering-replay.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

await replayLayering(embeddedServers, { worldsPerTest: 10, searchMs: 5_000 });
