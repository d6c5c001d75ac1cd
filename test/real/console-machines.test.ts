import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JsonObject } from '@archipelago/apimachinery';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsoleOf } from './console-browser.ts';

let opened: Awaited<ReturnType<typeof openConsoleOf>>;
let page: Page;

const hostile = '<img src=/x onerror=alert(1)>\u202e';

function machine(name: string, architecture: string | undefined, source: string): JsonObject {
  const sourceRef = { kind: 'DataSource', namespace: 'kubevirt-os-images', name: source };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'team' },
    spec: {
      runStrategy: 'Halted',
      dataVolumeTemplates: [{ metadata: { name: `${name}-disk` }, spec: { sourceRef, storage: {} } }],
      template: { spec: { architecture, domain: { devices: {} } } },
    },
  };
}

async function kubectl(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('kubectl', [...args, '--kubeconfig', opened.kubeconfig]);
}

async function apply(object: JsonObject): Promise<void> {
  await promisify(execFile)(
    'bash',
    ['-c', `kubectl create --kubeconfig "$1" -f - <<< "$2"`, '-'].concat([
      opened.kubeconfig,
      JSON.stringify(object),
    ]),
  );
}

beforeAll(async () => {
  opened = await openConsoleOf(['--scenario', 'mixed-architectures']);
  ({ page } = opened);
  const gate = '{"spec":{"featureGates":{"enableMultiArchBootImageImport":true}}}';
  const ours = ['kubevirt-hyperconverged', '-n', 'kubevirt-hyperconverged'];
  await kubectl('patch', 'hyperconverged', ...ours, '--type=merge', '-p', gate);
  const source = ['datasource/fedora-arm64', '-n', 'kubevirt-os-images'];
  await kubectl('wait', '--for=create', ...source, '--timeout=120s');
  await kubectl('wait', '--for=condition=Ready', ...source, '--timeout=120s');
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
  await apply(machine('far', 's390x', 'fedora'));
  await apply(machine('web', 'amd64', 'fedora-arm64'));
  await apply(machine('odd', 'arm64', hostile));
  await apply(machine('well', 'arm64', 'fedora-arm64'));
}, 240_000);

afterAll(() => opened?.close());

const table = 'table[aria-label="Virtual machines"]';

test('are counted by architecture, and those that do not boot say why and what to do', async () => {
  await opened.go('Machines', `${table} >> text=team/far`);
  const numbers = 'table[aria-label="Virtual machines by architecture"]';
  await page.waitForSelector(`${numbers} >> tr:has-text("s390x") >> td[data-label="Nodes"]:text-is("0")`);
  await page.waitForSelector(`${numbers} >> tr:has-text("arm64") >> td[data-label="Machines"]:text-is("2")`);
  await page.waitForSelector(`${table} >> tr:has-text("team/far") >> text="No node of its architecture"`);
  await page.waitForSelector(`${table} >> tr:has-text("team/web") >> text=boot from fedora-amd64`);
  expect(await page.locator(`${table} >> text=team/well`).count()).toBe(0);
  await opened.picture('machines-light');
  expect(await opened.barriers()).toEqual([]);
});

test('show hostile text as text', async () => {
  await page.waitForSelector(`${table} >> text=onerror=alert(1)>\\u202e`);
  expect(await page.locator(`${table} >> img`).count()).toBe(0);
});

test('are found by namespace, architecture and problem, and the choice has a link', async () => {
  await page.selectOption('select[aria-label="Problem"]', 'NoNodeOfArchitecture');
  await page.waitForSelector('text="1 listed"');
  await page.selectOption('select[aria-label="Problem"]', '');
  await page.selectOption('select[aria-label="Architecture"]', 'arm64');
  await page.check('text="Also those without problems"');
  await page.waitForSelector(`${table} >> text=team/well`);
  await page.waitForSelector('text="2 listed"');
  await page.fill('input[aria-label="Namespace"]', 'elsewhere');
  await page.click('text="Show"');
  await page.waitForSelector('text="No virtual machine is like that."');
  expect(page.url()).toMatch(/\/machines\?arch=arm64&all=yes&namespace=elsewhere$/);
  await page.reload();
  await page.waitForSelector('text="No virtual machine is like that."');
  expect(await page.inputValue('input[aria-label="Namespace"]')).toBe('elsewhere');
});

test('one of them has a link, also where nothing is wrong with it or it is gone', async () => {
  await page.goto(new URL('/machines?open=team/well', page.url()).href);
  await page.waitForSelector('h2:text-is("Virtual machine team/well")');
  await page.waitForSelector('dd:has-text("kubevirt-os-images/fedora-arm64 (arm64)")');
  await opened.picture('machine');
  expect(await opened.barriers()).toEqual([]);
  await page.click('text="Close"');
  expect(new URL(page.url()).search).toBe('');
  await page.click(`${table} >> text=team/web`);
  await page.waitForSelector('h2:text-is("Virtual machine team/web")');
  expect(new URL(page.url()).search).toBe('?open=team%2Fweb');
  await kubectl('delete', 'virtualmachine', 'web', '-n', 'team');
  await page.waitForSelector('text=There is no virtual machine team/web');
});

test('a machine that was mended leaves the list', async () => {
  const patch = '{"spec":{"template":{"spec":{"architecture":"amd64"}}}}';
  await kubectl('patch', 'virtualmachine', 'far', '-n', 'team', '--type=merge', '-p', patch);
  await page.waitForSelector(`${table} >> text=team/far`, { state: 'detached' });
});

test('are readable in the dark, on a phone and in Japanese', async () => {
  await opened.shine('dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL('/machines?all=yes', page.url()).href);
  await page.waitForSelector(`${table} >> text=team/well`);
  await opened.picture('machines-phone-dark');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await opened.barriers()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("仮想マシン")');
  await page.waitForSelector('text="問題のない仮想マシンも表示"');
  await opened.picture('machines-japanese');
  expect(await opened.barriers()).toEqual([]);
});

test('the browser has complained of nothing', () => {
  expect(opened.complaints).toEqual([]);
});
