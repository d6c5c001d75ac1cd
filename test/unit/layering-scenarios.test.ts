import { replayLayering } from '../suites/layering-replay.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

replayLayering(embeddedServers, { worldsPerTest: 2, searchMs: 500 });
await import('../../src/layering/build-plan/scenarios.test.ts');
await import('../../src/layering/build-plan/plan-layering.property.test.ts');
