import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@archipelago/kube-sandbox/real';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArchipelagoProcess, startArchipelago } from './archipelago-process.ts';
import { type ConsoleBrowser, openConsole } from './console-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-outage-'));
const kubeconfig = join(folder, 'kubeconfig');
let port = 0;
let cluster: ArchipelagoProcess;
let opened: ConsoleBrowser;

/** The same cluster on the same port, however often. */
async function startCluster(): Promise<void> {
  cluster = startArchipelago([
    ...['up', '--scenario', 'mixed-architectures', '--kubeconfig-out', kubeconfig],
    ...['--data-dir', join(folder, 'data'), '--port', String(port)],
  ]);
  await cluster.said(/^ready /m, 120_000);
}

async function setStrategy(value: string): Promise<void> {
  const name = ['hyperconverged', 'kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];
  const patch = JSON.stringify({ spec: { evictionStrategy: value } });
  const args = ['patch', ...name, '--type', 'merge', '-p', patch, '--kubeconfig', kubeconfig];
  await promisify(execFile)('kubectl', args);
}

beforeAll(async () => {
  [port = 0] = await freePorts(1);
  await startCluster();
  opened = await openConsole(kubeconfig);
}, 240_000);

afterAll(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

const nodes = 'table[aria-label="Nodes by architecture and role"] >> text=arm64';
const away = 'text="The cluster could not be looked at"';
const value = (text: string) => `td[data-label="Value"]:has-text("${text}")`;

async function openStrategy(): Promise<void> {
  await opened.go('Settings', 'table[aria-label="Settings"]');
  await opened.page.fill('input[aria-label^="Find a setting"]', 'spec.evictionStrategy');
}

test('while the API server is away a page shows what was seen last and says so, and comes back by itself', async () => {
  const { page } = opened;
  await opened.go('Overview', nodes);
  const parts = () => page.locator('#main .pf-v6-c-card').allInnerTexts();
  const before = await parts();
  await cluster.kill();
  await page.waitForSelector(away);
  await page.waitForSelector('text=What is shown is what was seen last.');
  expect(await parts()).toEqual(before);
  await opened.picture('api-server-away');
  expect(await opened.barriers()).toEqual([]);
  await startCluster();
  await page.waitForSelector(away, { state: 'detached', timeout: 120_000 });
  await page.waitForSelector(nodes);
}, 240_000);

test('what changed while the page was away is there when it comes back', async () => {
  const { page } = opened;
  await openStrategy();
  await page.waitForSelector(value('LiveMigrate'));
  await cluster.kill();
  await page.waitForSelector(away);
  await startCluster();
  await setStrategy('External');
  await page.waitForSelector(value('External'), { timeout: 120_000 });
  await page.waitForSelector(away, { state: 'detached' });
}, 240_000);

test('a console that slept goes on, with what has changed', async () => {
  const { page, served } = opened;
  await openStrategy();
  await page.waitForSelector(value('External'));
  served.suspend();
  await setStrategy('LiveMigrate');
  served.resume();
  await page.waitForSelector(value('LiveMigrate'), { timeout: 120_000 });
}, 240_000);

test('a console that has ended is missed', async () => {
  const { page, served } = opened;
  await served.kill();
  await page.waitForSelector('text="The console does not answer"');
  await page.waitForSelector(value('LiveMigrate'));
  await opened.picture('console-away');
  expect(await opened.barriers()).toEqual([]);
}, 60_000);
