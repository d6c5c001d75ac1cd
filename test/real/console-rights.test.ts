import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { killAll, startArchipelago } from './archipelago-process.ts';
import { type ConsoleBrowser, openConsole } from './console-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-rights-'));
const admin = `${folder}/kubeconfig`;

async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('kubectl', [...args, '-n', 'default', '--kubeconfig', admin]);
  return stdout.trim();
}

/** The kubeconfig of somebody with these rights and no others. */
async function person(name: string, ...rules: readonly string[]): Promise<string> {
  await kubectl('create', 'serviceaccount', name);
  for (const [index, resources] of rules.entries()) {
    const role = `${name}-${index}`;
    await kubectl('create', 'clusterrole', role, '--verb=get,list,watch', `--resource=${resources}`);
    await kubectl(
      'create',
      'clusterrolebinding',
      role,
      `--clusterrole=${role}`,
      `--serviceaccount=default:${name}`,
    );
  }
  const config: { users: { user: object }[] } = parse(readFileSync(admin, 'utf8'));
  for (const each of config.users) each.user = {};
  const [first] = config.users;
  if (first !== undefined) first.user = { token: await kubectl('create', 'token', name) };
  const file = `${folder}/${name}`;
  writeFileSync(file, stringify(config));
  return file;
}

beforeAll(async () => {
  const cluster = startArchipelago(['up', '--scenario', 'mixed-architectures', '--kubeconfig-out', admin]);
  await cluster.said(/^ready /m, 120_000);
}, 240_000);

afterAll(async () => {
  await killAll();
  rmSync(folder, { recursive: true, force: true });
});

const navigation = "[...document.querySelectorAll('nav a')].map((each) => each.pathname)";
let opened: ConsoleBrowser;

/** Every page that the navigation leads to. */
async function eachPage(look: (path: string) => Promise<void>): Promise<void> {
  const { page } = opened;
  await page.waitForSelector('nav a');
  const paths: string[] = await page.evaluate(navigation);
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    await page.click(`nav a[href="${path}"]`);
    await page.waitForSelector('#main h1');
    await page.waitForSelector('#main .pf-v6-c-spinner', { state: 'detached' });
    await look(path);
  }
}

/** However a page says it: in the server's words, or in ours. */
const missing = /forbidden|may not|cannot list|could not look|not allowed/;

describe('who may nothing', () => {
  beforeAll(async () => {
    opened = await openConsole(await person('stranger'));
  }, 60_000);
  afterAll(() => opened.page.context().browser()?.close());

  test('is told on each page what is missing, and no page breaks', async () => {
    const { page } = opened;
    await eachPage(async (path) => {
      await page.waitForFunction(`${missing}.test(document.getElementById('main').innerText)`);
      await opened.picture(`rights-none${path.replace('/', '-')}`);
      expect(await opened.barriers(), path).toEqual([]);
    });
    expect(opened.complaints).toEqual([]);
  }, 120_000);
});

describe('who may list nodes and nothing else', () => {
  beforeAll(async () => {
    opened = await openConsole(await person('counter', 'nodes'));
  }, 60_000);
  afterAll(() => opened.page.context().browser()?.close());

  test('sees them, and what is missing for the rest', async () => {
    const { page } = opened;
    await opened.go('Overview', 'table[aria-label="Nodes by architecture and role"] >> text=arm64');
    await page.waitForSelector('text=/forbidden|may not/');
    await opened.picture('rights-nodes');
    expect(await opened.barriers()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  }, 60_000);
});

describe('who may read everything', () => {
  beforeAll(async () => {
    opened = await openConsole(
      await person('reader', '*.*', 'nodes,secrets,configmaps,namespaces,pods,services'),
    );
  }, 60_000);
  afterAll(() => opened.page.context().browser()?.close());

  test('sees every page, and hears of a change that it may not be made with this login', async () => {
    const { page, go } = opened;
    await go('Settings', 'table[aria-label="Settings"] >> text=spec.evictionStrategy');
    await page.fill('input[aria-label^="Find a setting"]', 'spec.evictionStrategy');
    await page.click('button[aria-label="Edit spec.evictionStrategy"]');
    await page.selectOption('#edit-value', 'External');
    await page.click('text="Show the plan"');
    await page.waitForSelector('text=/system:serviceaccount:default:reader/');
    await opened.picture('rights-plan');
    expect(await opened.barriers()).toEqual([]);
    expect(opened.complaints).toEqual([]);
  }, 60_000);
});
