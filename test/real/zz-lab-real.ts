import { readFileSync, writeFileSync } from 'node:fs';
import { startKubernetes } from '../kubernetes/start-kubernetes.ts';

const k = await startKubernetes({ apiServerFlags: ['--token-auth-file=/tmp/w/b16-lab/tokens.csv'] });
writeFileSync('/tmp/w/b16-lab/real.kubeconfig', readFileSync(k.adminKubeconfig));
writeFileSync('/tmp/w/b16-lab/real.url', k.url);
console.log(k.url, k.folder);
setInterval(() => {}, 1e6);
process.on('SIGTERM', () => {
  void k.stop().then(() => process.exit(0));
});
