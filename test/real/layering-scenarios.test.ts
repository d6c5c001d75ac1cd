import { replayLayering } from '../suites/layering-replay.ts';
import { kubernetesServers } from '../support/kubernetes-test-servers.ts';

// jobs run and end in the simulated world
const servers = kubernetesServers({
  without: ['job-controller', 'ttl-after-finished-controller'],
});
await replayLayering(servers, { worldsPerTest: 10, searchMs: 10_000 });
