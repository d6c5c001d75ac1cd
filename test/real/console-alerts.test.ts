import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleBrowser, openConsoleOf } from './console-browser.ts';

// Somebody who is told of an alert: from the overview to its runbook, to the fix, until it does not fire any more.

const alert = 'HCOMultiArchGoldenImagesDisabled';
const firing = 'table[aria-label="Alerts that fire"]';
const others = 'table[aria-label="Alerts that could fire"]';

let opened: ConsoleBrowser;
let page: Page;

beforeAll(async () => {
  opened = await openConsoleOf(['--scenario', 'mixed-architectures', '--alert-speed', '60']);
  ({ page } = opened);
}, 240_000);

afterAll(() => opened?.close());

async function link(path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

test('the overview leads to the runbook of what fires', async () => {
  await page.waitForSelector('h1:text-is("Overview")');
  await page.click(`${firing} >> text="${alert}"`, { timeout: 60_000 });
  await page.waitForSelector('h1:text-is("Alerts")');
  await page.waitForSelector(`article[aria-label="${alert}"] >> text=never boots`);
  expect(new URL(page.url()).search).toBe(`?open=${alert}`);
  expect(await opened.barriers()).toEqual([]);
});

describe.each(['light', 'dark', 'phone'] as const)('%s', (look) => {
  test('a link opens an alert with its runbook, which anybody can read', async () => {
    const size = look === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 1400 };
    await page.setViewportSize(size);
    await opened.shine(look === 'dark' ? 'dark' : 'light');
    await link(`/alerts?open=${alert}`);
    await page.waitForSelector(`article[aria-label="${alert}"]`);
    await page.waitForSelector(`${others} >> text=ArchipelagoOperatorDown`);
    await opened.picture(`alerts-${look}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    expect(await opened.barriers()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});

test('it is in Japanese, too; the runbook stays as it is', async () => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("アラート")');
  await page.waitForSelector('article >> h3:text-is("影響")');
  await opened.picture('alerts-japanese');
  expect(await opened.barriers()).toEqual([]);
  await page.selectOption('select[aria-label="言語"]', 'en');
});

test('an alert that does not fire has its runbook, too, and leads to the finding of the doctor', async () => {
  await link('/alerts?open=ArchipelagoMachineWithoutNode');
  await page.waitForSelector('article[aria-label="ArchipelagoMachineWithoutNode"]');
  const finding = page.locator('article >> button:has-text("The doctor finds the same as")');
  const [code] = /VD\d+/.exec((await finding.textContent()) ?? '') ?? [];
  await finding.click();
  await page.waitForSelector('h1:text-is("Doctor")');
  expect(new URL(page.url()).search).toBe(`?open=${code}`);
});

test('the fix of the runbook ends the alert, and the runbook stays before who reads it', async () => {
  await link(`/alerts?open=${alert}`);
  const commands = page.locator(`${firing} >> article >> input`);
  await commands.first().waitFor();
  const all = await Promise.all((await commands.all()).map((each) => each.inputValue()));
  const fix = all.find((text) => text.includes('"enableMultiArchBootImageImport":true')) ?? '';
  const env = { ...process.env, KUBECONFIG: opened.kubeconfig };
  await promisify(execFile)('bash', ['-c', fix], { env });
  await page.waitForSelector(`${others} >> article[aria-label="${alert}"]`, { timeout: 60_000 });
  await opened.picture('alerts-ended');
  expect(opened.complaints).toEqual([]);
});

describe.each(['light', 'dark', 'phone'] as const)('the overview, %s', (look) => {
  test('tells who changed what, and what the operator did because of it', async () => {
    const size = look === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 1800 };
    await page.setViewportSize(size);
    await opened.shine(look === 'dark' ? 'dark' : 'light');
    await link('/overview');
    const changes = 'ul[aria-label="What changed lately, and why"]';
    await page.waitForSelector(
      `${changes} >> text=/kubectl-patch wrote last.*enableMultiArchBootImageImport/`,
    );
    await page.waitForSelector(`${changes} >> text=/because: .*enableMultiArchBootImageImport/`);
    await page.waitForSelector('li:has-text("arm64"):has-text("ready")');
    await opened.picture(`overview-${look}`);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
    expect(await opened.barriers()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  });
});
