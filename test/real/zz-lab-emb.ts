import { spawn } from 'node:child_process';
import { startEmbeddedCluster } from '@archipelago/kube-sandbox';

const c = await startEmbeddedCluster({ insecure: true });
const only = process.argv.slice(2);
const p = spawn(
  'python3',
  [
    'test/vectors/api/replay.py',
    'replay',
    '--server',
    c.url,
    '--token',
    c.adminToken,
    '--only',
    only[0] ?? '7*',
    '--json',
    '/tmp/w/b16-lab/diff.json',
  ],
  { stdio: 'inherit' },
);
p.on('exit', () => {
  void c.stop().then(() => process.exit(0));
});
