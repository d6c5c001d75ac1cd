import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { createKubernetesClient } from './create-kubernetes-client.ts';
import { createInformer } from './informer.ts';
import type { Transport } from './transport.ts';

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const total = 5_000;

/** About what a kubelet reports: images make most of it. */
function node(index: number): object {
  return {
    metadata: {
      name: `node-${index}`,
      uid: `uid-${index}`,
      resourceVersion: String(index),
      labels: {
        'kubernetes.io/arch': index % 3 === 0 ? 'arm64' : 'amd64',
        'node-role.kubernetes.io/worker': '',
      },
      managedFields: Array.from({ length: 10 }, (_, field) => ({
        manager: `m${field}-${index}`,
        fieldsV1: { [`f:${index}`]: {} },
      })),
    },
    status: {
      images: Array.from({ length: 50 }, (_, image) => ({
        names: [`example.test/image-${index}-${image}@sha256:${'0123456789abcdef'.repeat(4)}`],
        sizeBytes: index * image,
      })),
      conditions: Array.from({ length: 5 }, (_, condition) => ({
        type: `C${condition}`,
        message: `kubelet ${index}`.repeat(4),
      })),
    },
  };
}

/** As sockets bring it. */
async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await new Promise(setImmediate);
    yield bytes.subarray(at, at + 65_536);
  }
}

/** Serves the nodes page by page, made when asked for, and a watch that never says anything. */
const transport: Transport = {
  server: 'http://nodes/',
  async send({ path, signal }) {
    const query = new URL(path, 'http://nodes').searchParams;
    if (query.get('watch') === 'true') {
      return { status: 200, headers: {}, body: new Readable({ read: () => {}, signal }) };
    }
    const from = Number(query.get('continue') ?? '0');
    const to = Math.min(total, from + Number(query.get('limit')));
    const items = Array.from({ length: to - from }, (_, index) => node(from + index));
    const metadata = { resourceVersion: '9', ...(to < total ? { continue: String(to) } : {}) };
    const text = JSON.stringify({ kind: 'NodeList', apiVersion: 'v1', metadata, items });
    return { status: 200, headers: {}, body: Readable.from(chunksOf(Buffer.from(text))) };
  },
  credentialsRefused: () => false,
  close: () => {},
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedMiB(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

describe('informer of 5,000 nodes', () => {
  it('keeps a few MiB when trimmed', async () => {
    const before = usedMiB();
    const informer = createInformer({
      client: createKubernetesClient({ transport }),
      resource: nodes,
      trim: ({ metadata }: KubernetesObject) => ({
        name: metadata.name,
        arch: metadata.labels?.['kubernetes.io/arch'] ?? '',
      }),
    });
    informer.start();
    await informer.whenSettled();
    const keptMiB = usedMiB() - before;
    expect(informer.store.size).toBe(total);
    const size = (JSON.stringify(node(1)).length * total) / 2 ** 20;
    console.log(
      `informer: ${total} nodes, ${size.toFixed(0)} MiB of JSON in pages of 500, ${keptMiB.toFixed(1)} MiB of heap kept`,
    );
    expect(keptMiB).toBeLessThan(5);
    await informer.stop();
  });

  it('holds no page of them while it reads', async () => {
    const client = createKubernetesClient({ transport });
    let whole: WeakRef<KubernetesObject>[] = [];
    let most = 0;
    const keep = (object: KubernetesObject): string => {
      whole.push(new WeakRef(object));
      if (whole.length === 200) {
        collectGarbage();
        most = whole.filter((each) => each.deref() !== undefined).length;
      }
      return object.metadata.name;
    };
    await client.listPageOf(nodes, keep, { limit: 500 });
    console.log(`informer: ${most} of 200 nodes were whole in memory at the same time`);
    whole = [];
    // those of the present chunk: a weak reference holds its object until the turn ends
    expect(most).toBeLessThan(30);
  });
});
