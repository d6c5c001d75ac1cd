import { request } from 'node:https';
import { expect, it } from 'vitest';
import { startEmbeddedCluster } from '../start-embedded-cluster.ts';
import { isOwnHost } from './is-own-host.ts';

it.each([
  ['127.0.0.1', true],
  ['127.0.0.1:6443', true],
  ['localhost:6443', true],
  ['LOCALHOST', true],
  ['[::1]:6443', true],
  ['rebound.example.com:6443', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com:6443', false],
  ['127.0.0.1:6443@example.com', false],
  ['127.0.0.2', false],
  ['', false],
  [undefined, false],
])('%s', (host, own) => expect(isOwnHost(host)).toBe(own));

it('lets the API server answer nobody who calls it by another name', async () => {
  const cluster = await startEmbeddedCluster();
  const status = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, authorization: `Bearer ${cluster.adminToken}` };
      request(
        `${cluster.url}/api/v1/secrets`,
        { headers, ca: cluster.caCertificate, servername: 'localhost' },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .once('error', reject)
        .end();
    });
  try {
    expect(await status('rebound.example.com')).toBe(403);
    expect(await status('localhost')).toBe(200);
  } finally {
    await cluster.stop();
  }
});
