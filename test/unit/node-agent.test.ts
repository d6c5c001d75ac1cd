import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runNodeAgent } from '../../packages/archipelago/src/cli/commands/node-agent/run-node-agent.ts';

const repository = 'registry.example.com/os/edge';
const image = (letter: string) => `${repository}@sha256:${letter.repeat(64)}`;
const step = 'Stage/2026-11-22T10:00:00Z';

let cluster: EmbeddedCluster;
let folder: string;
let client: KubernetesClient;
const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const path = process.env.PATH;

beforeEach(async () => {
  cluster = await startEmbeddedCluster();
  folder = mkdtempSync(join(tmpdir(), 'node-agent-'));
  process.env.PATH = `${folder}:${path}`;
  writeFileSync(join(folder, 'kubeconfig'), cluster.kubeconfig());
  const status = JSON.stringify({ status: { booted: { image: { image: { image: image('a') } } } } });
  // plays bootc: keeps each argument on a line of its own
  program(
    'bootc',
    `if [ "$1" = status ]; then echo '${status}'; else printf '%s\\n' "$@" >> ${folder}/log; fi`,
  );
  client = createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig: join(folder, 'kubeconfig') })),
  });
  await client.create(nodes, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'n',
      annotations: {
        'layering.archipelago.dev/agent': 'v1',
        'layering.archipelago.dev/agent-booted': image('a'),
        'layering.archipelago.dev/rollout-step': step,
        'machineconfiguration.openshift.io/desiredImage': image('b'),
      },
    },
  });
});

afterEach(async () => {
  process.env.PATH = path;
  client.close();
  await cluster.stop();
});

function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

async function annotations(): Promise<Readonly<Record<string, string>>> {
  const found = await client.get(nodes, { name: 'n' });
  return found.ok ? (found.value.metadata.annotations ?? {}) : {};
}

async function run(apply: boolean) {
  const printed: string[] = [];
  const print = (text: string) => {
    printed.push(text);
  };
  const io = { out: print, err: print, read: async () => '', color: false };
  const options = { node: 'n', repository: [repository], backend: 'bootc', once: true } as const;
  const code = await runNodeAgent({ ...options, apply, kubeconfig: join(folder, 'kubeconfig') }, io);
  return { code, printed: printed.join('') };
}

test('without --apply it says what it would do, runs nothing and writes nothing', async () => {
  const before = await annotations();
  expect(await run(false)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(
      `would run ${JSON.stringify(['bootc', 'switch', '--transport', 'registry', image('b')])}`,
    ),
  });
  expect(await annotations()).toEqual(before);
  expect(() => readFileSync(join(folder, 'log'))).toThrow('ENOENT');
});

test('with --apply bootc gets the image as one argument, and the node its answer', async () => {
  expect((await run(true)).code).toBe(0);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe(`switch\n--transport\nregistry\n${image('b')}\n`);
  expect((await annotations())['layering.archipelago.dev/agent-answer']).toBe(`Staged ${step}`);
});

test('what bootc says when it fails is the reason that the node gives', async () => {
  const status = JSON.stringify({ status: { booted: { image: { image: { image: image('a') } } } } });
  program(
    'bootc',
    `if [ "$1" = status ]; then echo '${status}'; else echo first; echo 'no space left' >&2; exit 1; fi`,
  );
  expect((await run(true)).code).toBe(1);
  expect(await annotations()).toMatchObject({
    'layering.archipelago.dev/agent-answer': `Failed ${step}`,
    'layering.archipelago.dev/agent-reason': 'bootc: no space left',
  });
});
