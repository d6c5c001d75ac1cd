import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleOf } from './console-browser.ts';

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;

beforeAll(async () => {
  opened = await openConsoleOf(['--scenario', 'mixed-architectures']);
  ({ page } = opened);
}, 240_000);

afterAll(() => opened?.close());

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

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
