import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleOf } from './console-browser.ts';

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;

const builds = 'table[aria-label="Images of workers by architecture"]';
const nodes = 'table[aria-label="Nodes of workers by architecture"]';
const failing = 'sandbox.archipelago.dev/build-exit-code';

async function shell(command: string): Promise<void> {
  const env = { ...process.env, KUBECONFIG: opened.kubeconfig };
  await promisify(execFile)('bash', ['-c', command], { env });
}

/** What `up` says to try: a login for the registry, and a config for the workers. */
async function startBuild(): Promise<void> {
  const [secret = ''] =
    /^ *kubectl create secret docker-registry push .*$/m.exec(opened.cluster.output()) ?? [];
  const [, registry = ''] = /--docker-server=(\S+)/.exec(secret) ?? [];
  await shell('kubectl label nodes -l node-role.kubernetes.io/worker node-pool=workers');
  await shell(secret);
  const config = readFileSync('examples/machineosconfig-plain-kubernetes.yaml', 'utf8');
  await shell(`kubectl apply -f - << 'END'\n${config.replaceAll('registry.example.com', registry)}\nEND`);
}

beforeAll(async () => {
  opened = await openConsoleOf(['--nodes', 'amd64=2,arm64=2,s390x=1']);
  ({ page } = opened);
}, 240_000);

afterAll(() => opened?.close());

test('without a MachineOSConfig say so', async () => {
  await opened.go('Node images', 'text=There is no MachineOSConfig.');
  expect(await opened.barriers()).toEqual([]);
});

test('are built for three architectures, of which one fails, and each says how far it is', async () => {
  await shell(`kubectl annotate nodes -l kubernetes.io/arch=arm64 ${failing}=65`);
  await startBuild();
  const row = (architecture: string) => `${builds} >> tr:has-text("${architecture}")`;
  await page.waitForSelector(`${row('arm64')} >> text="Failed"`);
  await page.waitForSelector(`${row('arm64')} >> text=exit code 65`);
  await page.waitForSelector(row('amd64'));
  await page.waitForSelector(row('s390x'));
  await page.waitForSelector(`${nodes} >> tr:has-text("s390x") >> text=1 waiting`);
  await opened.picture('node-images-light');
  expect(await opened.barriers()).toEqual([]);
});

test('have the log of one, which has a link', async () => {
  await page.click('button[aria-label="Log: arm64"]');
  const log = page.locator('textarea[aria-label="Log of workers, arm64"]');
  await expect.poll(() => log.inputValue()).toContain('ends with 65, as an annotation wants it');
  await page.waitForSelector('text=It has ended.');
  await opened.picture('node-images-log');
  expect(await opened.barriers()).toEqual([]);
  await page.reload();
  await expect.poll(() => log.inputValue()).toContain('ends with 65');
});

test('one that failed is tried again, after it was said what would be built', async () => {
  await shell(`kubectl annotate nodes --all ${failing}-`);
  await page.click('button[aria-label="Retry: arm64"]');
  await page.waitForSelector('text="The cluster would accept this"');
  await page.waitForSelector('text=/arm64.* will be built/');
  await opened.picture('node-images-retry');
  expect(await opened.barriers()).toEqual([]);
  await page.click('text="Carry it out"');
  await page.waitForSelector('text="Done"');
  await page.keyboard.press('Escape');
  for (const architecture of ['amd64', 'arm64', 's390x'])
    await page.waitForSelector(`${nodes} >> tr:has-text("${architecture}") >> text=/^\\d up to date/`, {
      timeout: 120_000,
    });
  await page.waitForSelector(`${builds} >> tr:has-text("arm64") >> text="Built"`);
  // the log is that of the build that came
  const log = page.locator('textarea[aria-label="Log of workers, arm64"]');
  await expect.poll(() => log.inputValue()).toContain('built sha256:');
  expect(await opened.barriers()).toEqual([]);
});

test('another Containerfile for one architecture builds that one only, and its command makes it so', async () => {
  await page.click('text="Try another Containerfile"');
  await page.click('text="Add an entry for AMD64"');
  await page.click('text="Add an entry for ARM64"');
  await page.click('text="Leave out the entry for AMD64"');
  await page.fill('#file-ARM64', "FROM configs\nRUN echo 'arm64' >> /etc/motd\n");
  await page.click('text="Show what it would build"');
  const plan = 'table[aria-label="What would become of the image of each architecture"]';
  await page.waitForSelector(`${plan} >> tr:has-text("arm64") >> td:text-is("built")`);
  await page.waitForSelector(`${plan} >> tr:has-text("s390x") >> td:text-is("used again")`);
  await opened.picture('node-images-plan');
  expect(await opened.barriers()).toEqual([]);
  const command = await page.inputValue('input[aria-label="The command that makes this change"]');
  await page.keyboard.press('Escape');
  await shell(command);
  await page.waitForSelector(`${builds} >> tr:has-text("s390x") >> text="Used again"`, { timeout: 120_000 });
});

test('a Containerfile that would be refused says why', async () => {
  await page.click('text="Try another Containerfile"');
  await page.fill('#file-NoArch', 'x'.repeat(5_000));
  await page.click('text="Show what it would build"');
  await page.waitForSelector('text="This would be refused, or could not be planned"');
  expect(await opened.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
});

test('show hostile text as text', async () => {
  const pool = { spec: { baseImage: '<img src=/x onerror=alert(1)>\u202e' } };
  await shell(`kubectl patch machineosconfigs workers --type merge -p '${JSON.stringify(pool)}'`);
  await page.waitForSelector('text=onerror=alert(1)>\\u202e');
  expect(await page.locator('main img').count()).toBe(0);
});

test('are readable in the dark, on a phone and in Japanese', async () => {
  await opened.shine('dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.waitForSelector(builds);
  await opened.picture('node-images-phone-dark');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await opened.barriers()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("ノードイメージ")');
  await page.waitForSelector('text="別の Containerfile を試算"');
  await opened.picture('node-images-japanese');
  expect(await opened.barriers()).toEqual([]);
});

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
