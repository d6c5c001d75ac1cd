import { replayLayering } from '../suites/layering-replay.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// jobs run and end in the simulated world
const servers = kubernetesServers({
  without: ['job-controller', 'ttl-after-finished-controller'],
});
replayLayering(servers, { worldsPerTest: 10, searchMs: 10_000 });
await import('../../src/layering/build-plan/scenarios.test.ts');
await import('../../src/layering/build-plan/plan-layering.property.test.ts');
