import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, openConsoleOf } from './console-browser.ts';

let opened: ConsoleBrowser;
let page: Page;

beforeAll(async () => {
  opened = await openConsoleOf(['--scenario', 'mixed-architectures']);
  ({ page } = opened);
}, 240_000);

afterAll(() => opened?.close());

const finding = 'table[aria-label="Findings"] >> text=VD808';

function press(name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click({ timeout: 10_000 });
}

async function openFinding(): Promise<void> {
  await page.goto(new URL('/doctor?open=VD808', page.url()).href);
  await page.waitForSelector(finding);
}

test('the gate is switched on from the finding: shown, done, taken back', async () => {
  await openFinding();
  await page.click('button[aria-label^="Show the fix of VD808"]');
  await page.waitForSelector('text="The cluster would accept this"');
  await page.waitForSelector('li:has-text("enableMultiArchBootImageImport")');
  await opened.picture('doctor-fix');
  expect(await opened.barriers()).toEqual([]);
  await press('Carry it out');
  await page.waitForSelector('text="Done"');
  // the page is live: the finding goes while the dialog still stands
  await page.waitForSelector(finding, { state: 'detached' });
  await opened.picture('doctor-fixed');
});

test('what was done is taken back', async () => {
  const saved = page.waitForEvent('download');
  await press('Save the way back');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('doctor-undo-VD808.json');
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ schema: 'doctor-undo/v1' });
  await press('Take it back');
  await page.waitForSelector('text="The cluster would accept this"');
  await press('Carry it out');
  await page.waitForSelector('text="Done"');
  await page.keyboard.press('Escape');
  await page.waitForSelector(finding);
});

test('a finding is ignored with a reason and a day', async () => {
  await openFinding();
  await page.click('button[aria-label^="Ignore VD808"]');
  await press('Show what would be written');
  await page.waitForSelector('text="Say why it is ignored."');
  await page.fill('#ignore-reason', 'one architecture is enough here');
  await page.fill('#ignore-until', '2999-01-31');
  await press('Show what would be written');
  await page.waitForSelector('li:has-text("doctor-ignore-until")');
  await opened.picture('doctor-ignore');
  expect(await opened.barriers()).toEqual([]);
  await press('Carry it out');
  await page.waitForSelector('text="Done"');
  await page.keyboard.press('Escape');
  await page.waitForSelector(finding, { state: 'detached' });
  await page.waitForSelector('button:has-text("Ignored: 1")');
});

test.each([
  ['Markdown', 'doctor.md', /^## archipelago doctor/],
  ['SARIF', 'doctor.sarif', /"version": "2\.1\.0"/],
])('the report is kept as %s', async (name, file, begins) => {
  await press('Save the report');
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(file);
  expect(await readFile(await download.path(), 'utf8')).toMatch(begins);
});

test('all of it is there in Japanese', async () => {
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("診断")');
  await page.waitForSelector('button:has-text("無視: 1")');
  await opened.picture('doctor-japanese');
  expect(await opened.barriers()).toEqual([]);
});

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
