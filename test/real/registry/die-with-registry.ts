import { startDockerRegistry } from '../../support/docker-registry.ts';

// What a test looks like that is killed: it leaves no time to tidy up.
const { host, storage } = await startDockerRegistry();
process.stdout.write(`${JSON.stringify({ host, storage })}\n`, () => process.kill(process.pid, 'SIGKILL'));
