import { startKubernetes } from './start-kubernetes.ts';

// What a test looks like that is killed: it leaves no time to tidy up.
const { folder } = await startKubernetes();
process.stdout.write(`${folder}\n`, () => process.kill(process.pid, 'SIGKILL'));
