import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { findWords } from './find-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-words-'));
const kubeconfig = join(folder, 'kubeconfig');
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(listener: RequestListener): Promise<void> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const address = started.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'u', user: {} }],
    }),
  );
}

const configs = () => findWords('configs', { kubeconfig }, 50);

describe('names of MachineOSConfigs', () => {
  test('are those of both groups, each once', async () => {
    await serve((request, response) => {
      const names = request.url?.includes('layering.archipelago.dev') ? ['worker', 'infra'] : ['worker'];
      const items = names.map((name) => ({ metadata: { name } }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ kind: 'List', metadata: { resourceVersion: '1' }, items }));
    });
    expect((await findWords('configs', { kubeconfig })).map(({ word }) => word).sort()).toEqual([
      'infra',
      'worker',
    ]);
  });

  test('are none where the cluster refuses', async () => {
    await serve((_, response) => response.writeHead(401).end());
    expect(await configs()).toEqual([]);
  });

  test('are none where the cluster never answers', async () => {
    await serve(() => undefined);
    expect(await configs()).toEqual([]);
  });

  test('are none without a kubeconfig', async () => {
    expect(await findWords('configs', { kubeconfig: join(folder, 'missing') })).toEqual([]);
  });
});

describe('names that need no cluster', () => {
  test.each([
    ['alerts', 'HCOMultiArchGoldenImagesDisabled'],
    ['codes', 'VD301'],
    ['dashboards', 'archipelago-cluster'],
    ['settings', 'spec.evictionStrategy'],
    ['topics', 'storage'],
  ] as const)('%s', async (source, word) => {
    const found = await findWords(source, {});
    expect(found.map((offer) => offer.word)).toContain(word);
  });
});
