import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, openConsoleOf } from './console-browser.ts';

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;
let complaints: readonly string[];
let kubeconfig: string;

const go: ConsoleBrowser['go'] = (title, content) => opened.go(title, content);
const barriers: ConsoleBrowser['barriers'] = () => opened.barriers();
const picture: ConsoleBrowser['picture'] = (name) => opened.picture(name);

beforeAll(async () => {
  opened = await openConsoleOf(['--scenario', 'mixed-architectures']);
  ({ page, complaints, kubeconfig } = opened);
}, 240_000);

afterAll(() => opened?.close());

/** What is there once a page has been looked at. */
const pages = [
  ['Overview', 'overview', 'table[aria-label="Nodes by architecture and role"] >> text=arm64'],
  ['Settings', 'settings', 'table[aria-label="Settings"] >> text=spec.evictionStrategy'],
  ['Golden images', 'images', 'table[aria-label="Golden images by architecture"] >> text=arm64'],
  ['Machines', 'machines', 'h1:text-is("Machines")'],
  ['Node images', 'node-images', 'h1:text-is("Node images")'],
  ['Doctor', 'doctor', 'table[aria-label="Findings"] >> text=VD'],
  ['Alerts', 'alerts', 'text=HCOMultiArchGoldenImagesDisabled'],
  ['Embedded cluster', 'sandbox', 'text="Make something fail"'],
] as const;

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each(pages)(
    '%s has its content, no barrier, and no complaint of the browser',
    async (title, name, content) => {
      await opened.shine(colorScheme);
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
    await page.selectOption('#edit-value', 'External');
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

test('speaks Japanese to who wants it, and keeps that', async () => {
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('nav >> text="設定"');
  expect(await page.evaluate('document.documentElement.lang')).toBe('ja');
  await page.reload();
  await page.waitForSelector('nav >> text="診断"');
  await page.waitForSelector('table[aria-label="検出結果"]');
  expect(await barriers()).toEqual([]);
  await picture('japanese');
  await page.selectOption('select[aria-label="言語"]', 'en');
  await page.waitForSelector('nav >> text="Doctor"');
});

test('up serves a console, too', async () => {
  const [, origin = ''] = /^ready .*console=(http:\S+)\/#code=\S+ /m.exec(opened.cluster.output()) ?? [];
  const answer = await fetch(`${origin}/overview`);
  expect(await answer.text()).toContain('<title>Archipelago</title>');
});

test('the browser has complained of nothing', () => {
  expect(complaints).toEqual([]);
});

test('a cluster that is away is told, and what was seen stays', async () => {
  await go('Overview', 'table[aria-label="Operands"]');
  await opened.cluster.kill();
  await page.waitForSelector('text=The cluster could not be looked at', { timeout: 120_000 });
  await picture('away');
  expect(await page.isVisible('table[aria-label="Operands"]')).toBe(true);
  expect(await barriers()).toEqual([]);
});

test('a console that is away is told, too', async () => {
  await opened.served.kill();
  await page.waitForSelector('text=The console does not answer');
  expect(await page.isVisible('table[aria-label="Operands"]')).toBe(true);
});
