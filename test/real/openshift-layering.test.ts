import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConditionTrue, objectAt, objectsAt, parseJson, textAt, valueAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { until } from '../support/until.ts';
import { type ArchipelagoProcess, startArchipelago } from './archipelago-process.ts';

// The walkthrough of docs/layering.md on `up --platform openshift`, word for word, with the real kubectl in the place of oc.

const document = readFileSync('docs/layering.md', 'utf8');
const section = document.slice(document.indexOf('### On OpenShift'), document.indexOf('### Looking at it'));
const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const patience = { withinMs: 100_000, pauseMs: 300 };
vi.setConfig({ testTimeout: 240_000 });
let folder: string;
let up: ArchipelagoProcess;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-openshift-layering-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const nodes = ['--nodes', 'amd64=2,arm64=1,s390x=1'];
  up = startArchipelago(['up', '--platform', 'openshift', '--kubeconfig-out', kubeconfig, ...nodes]);
  await up.said(/^ready kubeconfig=/m);
  const login = /--docker-server=(\S+) --docker-username=(\S+) --docker-password=(\w+)/.exec(up.output());
  const [, REGISTRY = '', USERNAME = '', PASSWORD = ''] = login ?? [];
  variables = { KUBECONFIG: kubeconfig, REGISTRY, USERNAME, PASSWORD };
}, 60_000);

afterAll(async () => {
  await up?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** What a block prints; that it fails is an error with all it said. */
function run(commands: string): Promise<string> {
  const functions =
    'oc() { kubectl "$@"; }\narchipelago() { node bin/archipelago "$@"; }\nset -euo pipefail\n';
  const child = spawn('bash', ['-c', `${functions}${commands}`], { env: { ...process.env, ...variables } });
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    said.out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    said.err += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(said.out);
      else reject(new Error(`${commands}\nended with ${code}: ${said.err}${said.out}`));
    });
  });
}

async function get(what: string): Promise<unknown> {
  return parseJson(await run(`oc get ${what} -o json`));
}

const items = async (what: string) => objectsAt(await get(what), 'items');
const builds = () => items('machineosbuild');
const reused = (build: unknown) =>
  objectsAt(build, 'status', 'platforms').map(({ architecture, state }) => `${architecture} ${state}`);

/** The pool has what it is to have, and the config's image is for that and on every node. */
async function isAtRest(): Promise<boolean> {
  const [pool, config] = [await get('mcp edge'), await get('machineosconfig edge')];
  const target = textAt(pool, 'spec', 'configuration', 'name');
  return (
    textAt(pool, 'status', 'configuration', 'name') === target &&
    isTrue(pool, 'Updated') &&
    isTrue(config, 'ImageReady') &&
    isTrue(config, 'NodesUpdated') &&
    textAt(config, 'status', 'machineConfig') === target
  );
}

function isTrue(object: unknown, type: string): boolean {
  return isConditionTrue(objectAt(object), type);
}

async function imagesOfEdge(): Promise<readonly string[]> {
  const nodes = await items('nodes -l node-role.kubernetes.io/edge');
  return nodes.map((node) => textAt(node, 'status', 'nodeInfo', 'osImage'));
}

async function currentImage(): Promise<string> {
  return textAt(await get('machineosconfig edge'), 'status', 'currentImagePullSpec');
}

it('has these steps', () => {
  expect(blocks).toHaveLength(7);
});

it('a pool comes up beside master and worker', async () => {
  await run(blocks[0] ?? '');
  await until(async () => isTrue(await get('mcp edge'), 'Updated'), patience);
  const [header = '', ...rows] = (await run('oc get mcp')).trim().split('\n');
  expect(header.split(/\s+/)).toEqual(
    'NAME CONFIG UPDATED UPDATING DEGRADED MACHINECOUNT READYMACHINECOUNT UPDATEDMACHINECOUNT DEGRADEDMACHINECOUNT AGE'.split(
      ' ',
    ),
  );
  const seen = rows.map((row) => row.split(/\s+/));
  expect(
    seen.map(([name, config = '', updated]) => [name, config.replace(/[0-9a-f]{32}$/, '#'), updated]),
  ).toEqual(['edge', 'master', 'worker'].map((name) => [name, `rendered-${name}-#`, 'True']));
});

it('the example is built for each architecture, and comes to every node', async () => {
  expect(await run(blocks[1] ?? '')).toMatch(
    /machineosconfig\.layering\.archipelago\.dev\/edge +Heterogeneous .* True +False/,
  );
  const told = await run(blocks[2] ?? '');
  const image = await currentImage();
  expect(told).toContain(`${image}edge: fine`);
  await until(isAtRest, patience);
  expect(await imagesOfEdge()).toEqual(Array(3).fill(`simulated ${image}`));
  expect(await run('oc describe mcp edge')).toContain(
    'All nodes are updated with MachineConfig rendered-edge-',
  );
});

it('a kernel argument makes another image, a file does not', async () => {
  const before = await currentImage();
  await run(blocks[3] ?? '');
  await until(async () => (await currentImage()) !== before && (await isAtRest()), patience);
  const after = await currentImage();
  expect(await imagesOfEdge()).toEqual(Array(3).fill(`simulated ${after}`));
  const config =
    '{ignition: {version: 3.5.0}, storage: {files: [{path: /etc/edge, contents: {source: "data:,1"}}]}}';
  const machineConfig = (blocks[3] ?? '').replace('50-edge-nosmt', '50-edge-file');
  const target = textAt(await get('mcp edge'), 'spec', 'configuration', 'name');
  await run(machineConfig.replace('kernelArguments: [nosmt]', `config: ${config}`));
  await until(
    async () =>
      textAt(await get('mcp edge'), 'spec', 'configuration', 'name') !== target && (await isAtRest()),
    patience,
  );
  expect([await currentImage(), (await builds()).length]).toEqual([after, 2]);
});

it('a node of another architecture joins when there is an image for it', async () => {
  const before = await currentImage();
  await run(blocks[4] ?? '');
  await until(async () => (await currentImage()) !== before, patience);
  const image = await currentImage();
  const made = (await builds()).find((build) => image.endsWith(textAt(build, 'status', 'index', 'digest')));
  expect(reused(made)).toEqual(['amd64 Reused', 'arm64 Reused', 's390x Succeeded']);
  await run(blocks[5] ?? '');
  await until(async () => (await imagesOfEdge()).length === 4 && (await isAtRest()), patience);
  expect(await imagesOfEdge()).toEqual(Array(4).fill(`simulated ${await currentImage()}`));
});

it("without the config nodes go back to the release's image, and then the builds go", async () => {
  await run(blocks[6] ?? '');
  await until(async () => (await builds()).length === 0, patience);
  expect((await imagesOfEdge()).every((image) => image.includes('/openshift/os@sha256:'))).toBe(true);
  await until(async () => isTrue(await get('mcp edge'), 'Updated'), patience);
  expect((await items('mc')).map((one) => textAt(one, 'metadata', 'name'))).not.toContain(
    '99-archipelago-image-edge',
  );
  expect(up.output()).not.toContain('warning: simulated');
  expect(valueAt(await get('mcp edge'), 'status', 'degradedMachineCount')).toBe(0);
});
