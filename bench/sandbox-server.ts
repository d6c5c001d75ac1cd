import { startSandbox } from '@archipelago/kube-sandbox';

// What the benches measure as the embedded server: a process with nothing else in it.
const sandbox = await startSandbox({ tls: true });
process.send?.(sandbox.kubeconfig());
