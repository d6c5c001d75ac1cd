import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startArchipelago } from './archipelago-process.ts';
import { openConsoleOf } from './console-browser.ts';

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;

const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-settings-'));
/** The same cluster each time. */
let up: readonly string[];

beforeAll(async () => {
  up = ['--nodes', 'amd64=2,arm64=1', '--data-dir', join(folder, 'data'), '--port', String(await freePort())];
  opened = await openConsoleOf(up);
  ({ page } = opened);
  page.setDefaultTimeout(15_000);
}, 240_000);

/** A story that has failed leaves nothing to the next. */
beforeEach(() => page.goto(new URL('/settings', page.url()).href));

afterAll(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The cluster again, as it was, with an operator that knows nothing of what was before. */
async function startUp(): Promise<void> {
  const started = startArchipelago(['up', ...up, '--kubeconfig-out', opened.kubeconfig]);
  await started.said(/^ready /m, 120_000);
}

/** As somebody else does it at a terminal. */
async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('kubectl', [...args, '--kubeconfig', opened.kubeconfig]);
  return stdout;
}

const named = ['hyperconverged', 'kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];

async function patch(spec: object, more: readonly string[] = []): Promise<void> {
  await kubectl('patch', ...named, '--type', 'merge', '-p', JSON.stringify({ spec }), ...more);
}

async function specOf(path: string): Promise<string> {
  return kubectl('get', ...named, '-o', `jsonpath={.spec.${path}}`);
}

async function edit(path: string): Promise<void> {
  await opened.go('Settings', 'table[aria-label="Settings"]');
  await page.fill('input[aria-label^="Find a setting"]', path);
  await page.click(`button[aria-label="Edit ${path}"]`);
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const plan = () => press('Show the plan');
const apply = () => press('Apply');
/** The sign of a dialog has the same name. */
const close = () => page.keyboard.press('Escape');

describe('an edit of a setting', () => {
  test('is planned, applied, and taken back', async () => {
    await edit('spec.defaultCPUModel');
    await page.fill('#edit-value', 'Haswell');
    await plan();
    await page.waitForSelector('text="The cluster would accept this"');
    await opened.picture('apply-plan');
    await page.click('text="Manifest for Git"');
    await page.waitForSelector('text=defaultCPUModel: Haswell');
    const saved = page.waitForEvent('download');
    await page.click('text="Save as a file"');
    expect((await saved).suggestedFilename()).toBe('kubevirt-hyperconverged.yaml');
    await opened.picture('apply-manifest');
    expect(await opened.barriers()).toEqual([]);
    await apply();
    await page.waitForSelector('text="This is stored"');
    expect(await specOf('defaultCPUModel')).toBe('Haswell');
    await opened.picture('apply-stored');
    expect(await opened.barriers()).toEqual([]);
    await page.click('text="Plan the way back"');
    await page.waitForSelector('text="The cluster would accept this"');
    expect(await specOf('defaultCPUModel')).toBe('Haswell');
    await apply();
    await page.waitForSelector('text="This is stored"');
    expect(await specOf('defaultCPUModel')).toBe('');
    await close();
  });

  test('that somebody was faster with stores nothing, says who it was, and is planned again', async () => {
    await edit('spec.defaultCPUModel');
    await page.fill('#edit-value', 'Haswell');
    await plan();
    await page.waitForSelector('text="The cluster would accept this"');
    await patch({ defaultCPUModel: 'Skylake' }, ['--field-manager', 'night-shift']);
    await apply();
    await page.waitForSelector('text=Nothing was stored: it was changed after this plan was made');
    await page.waitForSelector('li:has-text("spec.defaultCPUModel: Skylake"):has-text("by night-shift")');
    await opened.picture('apply-changed');
    expect(await opened.barriers()).toEqual([]);
    expect(await specOf('defaultCPUModel')).toBe('Skylake');
    await page.click('text="Plan again on the new state"');
    await page.waitForSelector('text=spec.defaultCPUModel: Skylake → Haswell');
    await apply();
    await page.waitForSelector('text="This is stored"');
    expect(await specOf('defaultCPUModel')).toBe('Haswell');
    await close();
  });
});

test('the migration network is set by its form, and lands in KubeVirt', async () => {
  await edit('spec.liveMigrationConfig');
  await page.fill('#edit-value', '{"network":"migration-network"}');
  await plan();
  await page.waitForSelector('text=spec.configuration.migrations.network: migration-network');
  await apply();
  await page.waitForSelector('text="This is stored"');
  expect(await specOf('liveMigrationConfig.network')).toBe('migration-network');
  // beside what was there
  expect(await specOf('liveMigrationConfig.parallelMigrationsPerCluster')).toBe('5');
  await close();
  const kubevirt = ['kubevirt', 'kubevirt-kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];
  const landed = () => kubectl('get', ...kubevirt, '-o', 'jsonpath={.spec.configuration.migrations.network}');
  await expect.poll(landed, { timeout: 20_000 }).toBe('migration-network');
});

test('the gate is turned on by its form: images that come are shown before', async () => {
  await patch({ featureGates: { enableMultiArchBootImageImport: false } });
  const ofArm64 = () =>
    kubectl('get', 'datasources', '-A', '-l', 'template.kubevirt.io/architecture=arm64', '-o', 'name');
  await expect.poll(ofArm64, { timeout: 30_000 }).toBe('');
  await edit('spec.featureGates.enableMultiArchBootImageImport');
  await page.selectOption('#edit-value', 'true');
  await plan();
  await page.waitForSelector('h3:has-text("Golden images to import")');
  await opened.picture('apply-gate');
  await apply();
  await page.waitForSelector('text="This is stored"');
  expect(await specOf('featureGates.enableMultiArchBootImageImport')).toBe('true');
  await expect.poll(ofArm64, { timeout: 30_000 }).toContain('fedora-arm64');
  await close();
});

describe('as YAML', () => {
  const text = '#yaml-text';
  const yaml = async () => {
    await opened.go('Settings', 'table[aria-label="Settings"]');
    await press('Edit as YAML');
    await page.waitForSelector(text);
  };

  test('an edit names its lines, is planned, and applied', async () => {
    await yaml();
    const before = await page.inputValue(text);
    expect(before).toMatch(/^apiVersion: hco.kubevirt.io\/v1beta1\nkind: HyperConverged\n/);
    await page.fill(text, `${before}\n  x: [`);
    await plan();
    await page.waitForSelector('text="This cannot be planned"');
    await opened.picture('yaml-wrong');
    expect(await opened.barriers()).toEqual([]);
    await page.getByRole('button', { name: /^Line \d+$/ }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('yaml-text');
    await page.fill(text, `${before}  defaultCPUModle: Haswell\n`);
    await plan();
    await page.waitForSelector('text=spec.defaultCPUModle: is no field of a HyperConverged');
    await page.fill(text, before.replace('defaultCPUModel: Haswell', 'defaultCPUModel: Skylake'));
    await plan();
    await page.waitForSelector('text=spec.defaultCPUModel: Haswell → Skylake');
    await opened.picture('yaml-plan');
    expect(await opened.barriers()).toEqual([]);
    await apply();
    await page.waitForSelector('text="This is stored"');
    expect(await specOf('defaultCPUModel')).toBe('Skylake');
    await close();
  });

  test('an edit of a form goes there and back', async () => {
    await edit('spec.defaultCPUModel');
    await page.fill('#edit-value', 'Broadwell');
    await press('As YAML');
    await page.waitForSelector('text=spec.defaultCPUModel: Skylake → Broadwell');
    const shown = await page.inputValue(text);
    expect(shown).toContain('defaultCPUModel: Broadwell');
    await page.fill(text, shown.replace('Broadwell', 'Penryn'));
    await press('Back to the form');
    await page.waitForSelector('text=spec.defaultCPUModel: Skylake → Penryn');
    expect(await page.inputValue('#edit-value')).toBe('Penryn');
    await close();
    expect(await specOf('defaultCPUModel')).toBe('Skylake');
  });
});

describe('a link', () => {
  const follow = async (query: string) => {
    await page.goto(new URL(`/settings?${query}`, page.url()).href);
    await page.waitForSelector('table[aria-label="Settings"]', { state: 'attached' });
  };

  test('to a plan shows it, and applies nothing', async () => {
    await follow('edit=spec.defaultCPUModel&value=%22Haswell%22');
    await page.waitForSelector('text=spec.defaultCPUModel: Skylake → Haswell');
    await page.waitForSelector('text=settings?edit=spec.defaultCPUModel&value=%22Haswell%22');
    expect(await specOf('defaultCPUModel')).toBe('Skylake');
    await close();
    expect(new URL(page.url()).search).toBe('');
  });

  test('to a setting opens it, and its landings lead to what decides them', async () => {
    await follow('open=spec.defaultCPUModel');
    await page.waitForSelector('dt:has-text("Link to this setting")');
    await opened.picture('setting-open');
    expect(await opened.barriers()).toEqual([]);
    await press('Show what decides spec.configuration.cpuModel');
    await page.waitForSelector('text="1 of 59 settings"');
    expect(new URL(page.url()).searchParams.get('find')).toBe('KubeVirt spec.configuration.cpuModel');
  });

  test('to what there is not says so', async () => {
    await follow('open=spec.none');
    await page.waitForSelector('text=There is no setting spec.none');
  });
});

test('speaks Japanese', async () => {
  await page.goto(new URL('/settings?edit=spec.defaultCPUModel&value=%22Haswell%22', page.url()).href);
  await page.waitForSelector('text="The cluster would accept this"');
  await close();
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("設定")');
  await opened.picture('settings-japanese');
  await page.goto(new URL('/settings?edit=spec.defaultCPUModel&value=%22Haswell%22', page.url()).href);
  await page.waitForSelector('text="この変更はクラスターに受け入れられます"');
  await opened.picture('apply-japanese');
  expect(await opened.barriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await opened.picture('apply-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await close();
  await page.selectOption('select[aria-label="言語"]', 'en');
});

test('an edit, kubectl, and a restart of the operator at the same time lose nothing', async () => {
  await edit('spec.defaultCPUModel');
  await page.fill('#edit-value', 'Haswell');
  await plan();
  await page.waitForSelector('text="The cluster would accept this"');
  await opened.cluster.kill();
  await startUp();
  await patch({ uninstallStrategy: 'RemoveWorkloads' }, ['--field-manager', 'night-shift']);
  await apply();
  await page.waitForSelector('li:has-text("spec.uninstallStrategy"):has-text("by night-shift")');
  expect(await specOf('defaultCPUModel')).toBe('Skylake');
  await press('Plan again on the new state');
  await apply();
  await page.waitForSelector('text="This is stored"');
  expect([await specOf('defaultCPUModel'), await specOf('uninstallStrategy')]).toEqual([
    'Haswell',
    'RemoveWorkloads',
  ]);
  await close();
});

test('hostile text and a value of a megabyte break no layout', async () => {
  const hostile = `<img src=/x onerror=alert(1)>\u202e${'x'.repeat(1_000_000)}`;
  const file = join(folder, 'patch.json');
  writeFileSync(file, JSON.stringify({ spec: { defaultCPUModel: hostile } }));
  await kubectl('patch', ...named, '--type', 'merge', '--patch-file', file);
  await opened.go('Settings', 'table[aria-label="Settings"]');
  await page.fill('input[aria-label^="Find a setting"]', 'spec.defaultCPUModel');
  await page.waitForSelector('td[data-label="Value"]:has-text("onerror=alert(1)>\\\\u202ex")');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  await edit('spec.evictionStrategy');
  await page.selectOption('#edit-value', 'External');
  await plan();
  await apply();
  await page.waitForSelector('text="This is stored"');
  expect(await opened.barriers()).toEqual([]);
  await close();
  await press('Edit as YAML');
  await page.waitForSelector('#yaml-text');
  expect(await page.inputValue('#yaml-text')).toContain('onerror=alert(1)>\\u202exxx');
  await opened.picture('yaml-hostile');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  const shown = await page.inputValue('#yaml-text');
  await page.fill('#yaml-text', shown.replace(/defaultCPUModel: .*/, 'defaultCPUModel: Haswell'));
  await plan();
  await page.waitForSelector('text="The cluster would accept this"');
  await opened.picture('apply-hostile');
  await apply();
  await page.waitForSelector('text="This is stored"');
  expect(await specOf('defaultCPUModel')).toBe('Haswell');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  expect(await page.locator('img[src="/x"]').count()).toBe(0);
  await close();
});

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
