import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleOf } from './console-browser.ts';

// Somebody whose cluster has three architectures: he adds an image for all of them, and asks what one more would bring.

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;

const matrix = 'table[aria-label="Golden images by architecture"]';

beforeAll(async () => {
  opened = await openConsoleOf(['--nodes', 'amd64=1,arm64=1,s390x=1']);
  ({ page } = opened);
  await patch({ featureGates: { enableMultiArchBootImageImport: true } });
}, 240_000);

afterAll(() => opened?.close());

async function patch(spec: object): Promise<void> {
  const named = ['hyperconverged', 'kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];
  const change = ['--type', 'merge', '-p', JSON.stringify({ spec })];
  await promisify(execFile)('kubectl', ['patch', ...named, ...change, '--kubeconfig', opened.kubeconfig]);
}

async function link(path: string): Promise<void> {
  await page.goto(new URL(path, page.url()).href);
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('what annotation and registry say stands side by side, under a link of its own', async () => {
  await opened.go('Golden images', `${matrix} >> text=s390x`);
  await link('/images?open=fedora-image-cron');
  await page.waitForSelector('dt:has-text("The annotation says")');
  await page.waitForSelector('dd:has-text("arm64, s390x, amd64"):has-text("first told")');
  await page.waitForSelector('text="they agree"');
  await opened.picture('image-told');
  expect(await opened.barriers()).toEqual([]);
});

describe('an image that is to be added', () => {
  async function lookUp(reference: string, name: string): Promise<void> {
    await page.fill('#add-reference', reference);
    await page.fill('#add-name', name);
    await press('Look it up and show the plan');
  }

  test('is looked up, planned for three architectures, and applied', async () => {
    await link('/images');
    await press('Add an image');
    await lookUp('quay.io/containerdisks/fedora:latest', 'team-os');
    await page.waitForSelector('table[aria-label="Architectures of the image"] >> text=s390x');
    await page.waitForSelector('text="The cluster would accept this"');
    for (const name of ['amd64', 'arm64', 's390x'])
      await page.waitForSelector(`li:has-text("${name}: team-os-image-cron")`);
    await opened.picture('image-plan');
    expect(await opened.barriers()).toEqual([]);
    await press('Apply');
    await page.waitForSelector('text="This is stored"');
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${matrix} >> text="team-os-image-cron"`);
    await link('/images?open=team-os-image-cron');
    const ready = 'table[aria-label="team-os-image-cron on each architecture"] >> td:has-text("Ready")';
    await expect.poll(() => page.locator(ready).count(), { timeout: 60_000 }).toBe(3);
    await opened.picture('image-added');
    expect(opened.complaints).toEqual([]);
  });

  test.each([
    ['on this machine', '127.0.0.1:1/os:1', '127.0.0.1:1'],
    ['that nobody has', 'quay.io/containerdisks/fedora:none', 'check repository and tag'],
    ['that has no such name', 'oci-archive:/etc/passwd', 'archive in a file'],
  ])('%s is not found, and not planned', async (_, reference, says) => {
    await link('/images?ask=add');
    await lookUp(reference, '');
    await page.waitForSelector('text="The image could not be looked up"');
    await page.waitForSelector(`p:has-text("${says}")`);
    expect(await page.isVisible('text="Apply"')).toBe(false);
    expect(await opened.barriers()).toEqual([]);
  });
});

test('what would go with an architecture is shown, and nothing is done', async () => {
  await link('/images');
  await press('What if an architecture joined?');
  await page.selectOption('#what-if-change', { label: 's390x leaves' });
  await press('Show what would happen');
  await page.waitForSelector('h2:text-is("What would happen")');
  await page.waitForSelector('li:has-text("s390x: kubevirt-os-images/fedora-s390x")');
  await opened.picture('what-if');
  expect(await opened.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${matrix} >> text=s390x`);
  expect(opened.complaints).toEqual([]);
});

test('hostile texts of a template are texts', async () => {
  const hostile = '<img src=/x onerror=alert(1)>\u202eabc';
  const source = { registry: { url: `docker://r.example/${'x'.repeat(300)}` } };
  const entry = {
    metadata: { name: 'hostile', annotations: { 'ssp.kubevirt.io/dict.architectures': hostile } },
    spec: { schedule: '0 */12 * * *', managedDataSource: 'hostile', template: { spec: { source } } },
  };
  await patch({ dataImportCronTemplates: [entry] });
  await link('/images?open=hostile');
  await page.waitForSelector('dd:has-text("onerror=alert(1)>\\\\u202eabc")', { timeout: 60_000 });
  await opened.picture('image-hostile');
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1280);
  await patch({ dataImportCronTemplates: [] });
});

test('it is readable on a phone, in Japanese, too', async () => {
  await page.setViewportSize({ width: 390, height: 1500 });
  await link('/images?open=fedora-image-cron');
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('dt:has-text("レジストリーの内容")');
  await opened.picture('images-phone-japanese');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await opened.barriers()).toEqual([]);
  await link('/images?ask=add');
  await page.waitForSelector('#add-reference');
  await opened.picture('image-add-phone-japanese');
  expect(await opened.barriers()).toEqual([]);
});
