import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ArchipelagoProcess, killAll, startArchipelago } from './archipelago-process.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join('out', 'console');
const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-pages-'));
const kubeconfig = join(folder, 'kubeconfig');

/** What the browser complains of: errors of scripts, files that are missing, what the content security policy stops. */
const complaints: string[] = [];
let cluster: ArchipelagoProcess;
let served: ArchipelagoProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  const scenario = ['--scenario', 'mixed-architectures'];
  cluster = startArchipelago(['up', ...scenario, '--kubeconfig-out', kubeconfig]);
  await cluster.said(/^ready /m, 120_000);
  served = startArchipelago(['console', '--kubeconfig', kubeconfig]);
  const [, link = ''] = await served.said(/^(http:\S+)$/m);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1000 },
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(link);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

/** What is there once a page has been looked at. */
const pages = [
  ['Overview', 'overview', 'table[aria-label="Nodes by architecture and role"] >> text=arm64'],
  ['Settings', 'settings', 'table[aria-label="Settings"] >> text=spec.evictionStrategy'],
  ['Golden images', 'images', 'table[aria-label="Golden images by architecture"] >> text=arm64'],
  ['Doctor', 'doctor', 'table[aria-label="Findings"] >> text=VD'],
] as const;

async function go(title: string, content: string): Promise<void> {
  await page.click(`nav >> text="${title}"`);
  await page.waitForSelector(`h1:text-is("${title}")`);
  await page.waitForSelector(content);
}

/** What axe finds, told so that a person can look for it. */
async function barriers(): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  // not by a script element, which the content security policy stops
  await session.send('Runtime.evaluate', { expression: `${axe};0` });
  await session.detach();
  const found: { readonly violations: JsonValue } = await page.evaluate(
    'axe.run().then(({ violations }) => ({ violations: JSON.parse(JSON.stringify(violations)) }))',
  );
  return objectsAt(found, 'violations').map(
    (each) => `${textAt(each, 'id')}: ${textAt(each, 'nodes', 0, 'html')}`,
  );
}

function picture(name: string): Promise<Buffer> {
  return page.screenshot({ path: join(pictures, `${name}.png`) });
}

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each(pages)(
    '%s has its content, no barrier, and no complaint of the browser',
    async (title, name, content) => {
      await page.emulateMedia({ colorScheme });
      await go(title, content);
      expect(await page.title()).toBe(`${title} · Archipelago`);
      await picture(`${name}-${colorScheme}`);
      expect(await barriers()).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );
});

test.each(pages)('%s is readable on a phone', async (title, name, content) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL(`/${name}`, page.url()).href);
  await page.waitForSelector(`h1:text-is("${title}")`);
  await page.waitForSelector(content, { state: 'attached' });
  await picture(`${name}-phone`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await barriers()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1000 });
});

test('goes everywhere by the keyboard', async () => {
  await page.goto(new URL('/overview', page.url()).href);
  await page.waitForSelector('h1:text-is("Overview")');
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate('document.activeElement.textContent');
  expect(await focused()).toBe('Skip to content');
  for (let presses = 0; (await focused()) !== 'Settings'; presses += 1) {
    expect(presses).toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1:text-is("Settings")');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
  await page.goBack();
  await page.waitForSelector('h1:text-is("Overview")');
});

describe('an edit of a setting', () => {
  const command = 'input[aria-label="The command that makes this change"]';

  async function edit(path: string): Promise<void> {
    await go('Settings', 'table[aria-label="Settings"]');
    await page.fill('input[aria-label^="Find a setting"]', path);
    await page.click(`button[aria-label="Edit ${path}"]`);
  }

  test('is found by the field it lands in, planned, and made by the command that is shown', async () => {
    await go('Settings', 'table[aria-label="Settings"]');
    await page.fill('input[aria-label^="Find a setting"]', 'KubeVirt spec.configuration.evictionStrategy');
    await page.waitForSelector('text="1 of 59 settings"');
    await edit('spec.evictionStrategy');
    await page.selectOption('select', 'External');
    await page.click('text="Show the plan"');
    await page.waitForSelector('text="The cluster would accept this"');
    await page.waitForSelector('text=spec.configuration.evictionStrategy: LiveMigrate → External');
    await picture('plan');
    expect(await barriers()).toEqual([]);
    const shown = await page.inputValue(command);
    await page.keyboard.press('Escape');
    await promisify(execFile)('bash', ['-c', shown], { env: { ...process.env, KUBECONFIG: kubeconfig } });
    // live: nobody has loaded the page again
    await page.waitForSelector('td[data-label="Value"]:has-text("External")');
  });

  test('that would be refused says so, and gives no command', async () => {
    await edit('spec.liveMigrationConfig');
    await page.fill('textarea', '{');
    await page.waitForSelector('text=This is no JSON');
    await page.fill('textarea', '{"parallelMigrationsPerCluster":-1}');
    await page.click('text="Show the plan"');
    await page.waitForSelector('text="This would be refused"');
    await picture('refused');
    expect(await barriers()).toEqual([]);
    expect(await page.isVisible(command)).toBe(false);
    await page.keyboard.press('Escape');
  });

  test('shows hostile text as text', async () => {
    const hostile = '<img src=/x onerror=alert(1)>\u202eabc';
    const patch = JSON.stringify({ spec: { defaultCPUModel: hostile } });
    const args = ['patch', 'hyperconverged', 'kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];
    await promisify(execFile)('kubectl', [
      ...args,
      '--type',
      'merge',
      '-p',
      patch,
      '--kubeconfig',
      kubeconfig,
    ]);
    await go('Settings', 'table[aria-label="Settings"]');
    await page.fill('input[aria-label^="Find a setting"]', 'spec.defaultCPUModel');
    const value = 'td[data-label="Value"]:has-text("onerror=alert(1)>\\\\u202eabc")';
    await page.waitForSelector(value);
    expect(await page.locator('td img').count()).toBe(0);
  });
});

test('a finding has its evidence and its fix', async () => {
  await go('Doctor', 'table[aria-label="Findings"] >> text=VD');
  for (const closed of await page.locator('table button[aria-expanded="false"]').all()) await closed.click();
  await page.waitForSelector('dt:has-text("What to do")');
  await picture('finding');
  expect(await barriers()).toEqual([]);
});

test('a reload keeps the session, and another tab has none', async () => {
  await page.reload();
  await page.waitForSelector('table[aria-label="Findings"]');
  const stranger = await page.context().newPage();
  await stranger.goto(page.url());
  await stranger.waitForSelector('text="No session"');
  await stranger.close();
});

test('up serves a console, too', async () => {
  const [, origin = ''] = /^ready .*console=(http:\S+)\/#code=\S+ /m.exec(cluster.output()) ?? [];
  const answer = await fetch(`${origin}/overview`);
  expect(await answer.text()).toContain('<title>Archipelago</title>');
});

test('the browser has complained of nothing', () => {
  expect(complaints).toEqual([]);
});

test('a cluster that is away is told, and what was seen stays', async () => {
  await go('Overview', 'table[aria-label="Operands"]');
  await cluster.kill();
  await page.waitForSelector('text=The cluster could not be looked at', { timeout: 120_000 });
  await picture('away');
  expect(await page.isVisible('table[aria-label="Operands"]')).toBe(true);
  expect(await barriers()).toEqual([]);
});

test('a console that is away is told, too', async () => {
  await served.kill();
  await page.waitForSelector('text=The console does not answer');
  expect(await page.isVisible('table[aria-label="Operands"]')).toBe(true);
});
