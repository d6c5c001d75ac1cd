import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@archipelago/kube-sandbox/real';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificate } from '../../packages/archipelago/src/operator/serving/create-certificate.ts';
import { startArchipelago } from './archipelago-process.ts';
import { type ConsoleBrowser, openBrowser } from './console-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-login-'));
const kubeconfig = join(folder, 'kubeconfig');
let opened: ConsoleBrowser;

async function kubectl(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('kubectl', [...args, '--kubeconfig', kubeconfig]);
  return stdout.trim();
}

async function reader(name: string): Promise<string> {
  await kubectl('create', 'serviceaccount', name, '-n', 'default');
  await kubectl(
    'create',
    'clusterrolebinding',
    name,
    '--clusterrole=cluster-admin',
    `--serviceaccount=default:${name}`,
  );
  return kubectl('create', 'token', name, '-n', 'default');
}

beforeAll(async () => {
  const cluster = startArchipelago([
    'up',
    '--scenario',
    'mixed-architectures',
    '--kubeconfig-out',
    kubeconfig,
  ]);
  await cluster.said(/^ready /m, 120_000);
  const [port = 0] = await freePorts(1);
  const pair = await createCertificate({ kind: 'server', hosts: ['localhost'], now: Date.now(), days: 1 });
  writeFileSync(join(folder, 'tls.crt'), pair.certificate);
  writeFileSync(join(folder, 'tls.key'), pair.privateKey);
  const host = `localhost:${port}`;
  const served = startArchipelago([
    ...['console', '--in-cluster', '--kubeconfig', kubeconfig, '--cert-path', folder],
    ...['--host', host, '--bind-address', `127.0.0.1:${port}`],
  ]);
  await served.said(/the console listens on/);
  opened = await openBrowser({ served, kubeconfig, link: `https://${host}/images` });
}, 240_000);

afterAll(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

const field = '#login-token';
const matrix = 'table[aria-label="Golden images by architecture"] >> text=arm64';
const user = 'text="Logged in as system:serviceaccount:default:jane"';

async function logIn(token: string): Promise<void> {
  await opened.page.fill(field, token);
  await opened.page.click('button[type="submit"]');
}

test.each(['light', 'dark'] as const)('who comes logs in: %s', async (colorScheme) => {
  const { page } = opened;
  await opened.shine(colorScheme);
  await page.waitForSelector('h1:text-is("Log in")');
  expect(await page.title()).toBe('Log in · Archipelago');
  await opened.picture(`login-${colorScheme}`);
  expect(await opened.barriers()).toEqual([]);
});

test('the form is readable on a phone, and in Japanese', async () => {
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.selectOption('select[aria-label="Language"]', 'ja');
  await page.waitForSelector('h1:text-is("ログイン")');
  await opened.picture('login-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  expect(await opened.barriers()).toEqual([]);
  await page.selectOption('.console-language select', 'en');
  await page.setViewportSize({ width: 1280, height: 1000 });
});

test('a token that the cluster does not know lets nobody in', async () => {
  await logIn('made-up');
  await opened.page.waitForSelector('text=The cluster does not know this token');
  await opened.picture('login-refused');
  expect(await opened.barriers()).toEqual([]);
});

test('a token lets in, to the page of the address, and is kept nowhere in the browser', async () => {
  const { page } = opened;
  const token = await reader('jane');
  await logIn(token);
  await page.waitForSelector(matrix);
  await page.waitForSelector(user);
  await opened.picture('logged-in');
  expect(await opened.barriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await opened.picture('logged-in-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 1000 });
  const kept = await page.evaluate(
    'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])',
  );
  expect(kept).not.toContain(token);
  await page.reload();
  await page.waitForSelector(matrix);
  await page.waitForSelector(user);
});

test('the session ends when who has it says so', async () => {
  const { page } = opened;
  await page.click('text="Log out"');
  await page.waitForSelector('h1:text-is("Log in")');
  await page.reload();
  await page.waitForSelector('h1:text-is("Log in")');
});

test('the session ends when the cluster does not know its token any more, and says so', async () => {
  const { page } = opened;
  await logIn(await reader('jack'));
  await page.waitForSelector(matrix);
  await kubectl('delete', 'serviceaccount', 'jack', '-n', 'default');
  await page.waitForSelector('text=The session has ended');
  await opened.picture('login-over');
  expect(await opened.barriers()).toEqual([]);
});

test('the browser complains of refusals alone', () => {
  expect(opened.complaints.filter((each) => !/status of 401/.test(each))).toEqual([]);
});
