import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, openConsoleOf } from './console-browser.ts';

let opened: ConsoleBrowser;
let page: Page;

beforeAll(async () => {
  opened = await openConsoleOf(['--nodes', 'amd64=3,arm64=2']);
  ({ page } = opened);
}, 240_000);

afterAll(() => opened?.close());

function press(name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click({ timeout: 10_000 });
}

test('what can be played with is offered in an embedded cluster', async () => {
  await opened.go('Embedded cluster', 'text="Make something fail"');
  await page.waitForSelector('text=The cluster’s time is this machine’s.');
  await page.waitForSelector('text=archipelago.dev/simulate-failure');
  await opened.picture('sandbox');
  expect(await opened.barriers()).toEqual([]);
});

test('an operand is made to fail, and is well again', async () => {
  await page
    .getByRole('button', { name: 'Choose an object for archipelago.dev/simulate', exact: true })
    .click();
  await page.selectOption('#fault-object', { label: 'CDI cdi-kubevirt-hyperconverged' });
  await page.fill('#fault-value', 'fail: the disks are full');
  await press('Show what would be written');
  await page.waitForSelector('text="The cluster would accept this"');
  await opened.picture('sandbox-fault');
  expect(await opened.barriers()).toEqual([]);
  await press('Carry it out');
  await page.waitForSelector('text="Done"');
  await page.keyboard.press('Escape');
  await page.waitForSelector('td:has-text("on CDI cdi-kubevirt-hyperconverged")');
  await opened.go('Overview', 'text=Not all is well');
  await page.waitForSelector('text=the disks are full');
  await opened.go('Embedded cluster', 'text="Make something fail"');
  await page
    .getByRole('button', { name: 'Choose an object for archipelago.dev/simulate', exact: true })
    .click();
  expect(await page.inputValue('#fault-value')).toBe('');
  await press('Show what would be written');
  await press('Carry it out');
  await page.waitForSelector('text="Done"');
  await page.keyboard.press('Escape');
  await opened.go('Overview', 'text=All is well');
});

test('the clock is moved on once it was shown how far', async () => {
  await opened.go('Embedded cluster', '#clock-by');
  await page.fill('#clock-by', '2h');
  await press('Show what would be written');
  await page.waitForSelector('li:has-text("status.ahead: 0s → 2h0m0s")');
  await press('Carry it out');
  await page.waitForSelector('text=The cluster’s clock is 2h0m0s ahead');
});

test('a clock that would go back is refused in words', async () => {
  await page.fill('#clock-by', '-2h');
  await press('Show what would be written');
  await page.waitForSelector('text=it does not go back');
});

test('is readable in Japanese and on a phone', async () => {
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("組み込みクラスター")');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForSelector('text=最初の 1 時間');
  await opened.picture('sandbox-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await opened.barriers()).toEqual([]);
});

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
