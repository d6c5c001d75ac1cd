// The same tests: where KUBEBUILDER_ASSETS is set, as here, the fixture starts etcd and kube-apiserver.
import '../unit/sandbox.test.ts';
import { startRealSandbox } from '@archipelago/kube-sandbox/real';
import { expect, test } from 'vitest';

test('a real kube-apiserver behind a port of ours, with flags of its own', async () => {
  const sandbox = await startRealSandbox({
    assets: process.env.KUBEBUILDER_ASSETS ?? '',
    flags: ['--feature-gates=AllAlpha=false'],
  });
  try {
    const headers = { authorization: `Bearer ${sandbox.adminToken}` };
    const statuses = [];
    for (const token of [sandbox.adminToken, 'somebody-else'])
      statuses.push(
        (await fetch(`${sandbox.url}/version`, { headers: { authorization: `Bearer ${token}` } })).status,
      );
    expect(statuses).toEqual([200, 401]);
    const watch = await fetch(`${sandbox.url}/api/v1/namespaces?watch=true`, { headers });
    expect(sandbox.faults.cutWatches({ path: '/api/v1/namespaces' })).toBe(1);
    expect(await watch.text()).not.toContain('"ERROR"');
  } finally {
    await sandbox.stop();
  }
});
