import { request } from 'node:https';
import { expect, it } from 'vitest';
import { startEmbeddedCluster } from '../start-embedded-cluster.ts';

it('sends a warning that is not ASCII as UTF-8, as kube-apiserver does', async () => {
  const cluster = await startEmbeddedCluster();
  const said = (method: string, path: string, body = '') =>
    new Promise<{ readonly status: number | undefined; readonly warning: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' };
      request(`${cluster.url}${path}`, { method, headers, ca: cluster.caCertificate }, (answer) => {
        answer.resume();
        const warning = String(answer.headers.warning ?? '');
        resolve({ status: answer.statusCode, warning: Buffer.from(warning, 'latin1').toString('utf8') });
      })
        .once('error', reject)
        .end(body);
    });
  const version = { name: 'v1', served: true, storage: true, deprecated: true };
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'toys.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural: 'toys', kind: 'Toy' },
      versions: [{ ...version, schema, deprecationWarning: 'veraltet… benütze 玩具' }],
    },
  };
  try {
    const made = await said(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      JSON.stringify(definition),
    );
    expect(made.status).toBe(201);
    await expect
      .poll(() => said('GET', '/apis/example.com/v1/toys'))
      .toEqual({
        status: 200,
        warning: '299 - "veraltet… benütze 玩具"',
      });
  } finally {
    await cluster.stop();
  }
});
