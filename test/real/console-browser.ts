import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type ArchipelagoProcess, killAll, startArchipelago } from './archipelago-process.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = join('out', 'console');

/** A console in a browser, in front of a cluster. */
export interface ConsoleBrowser {
  readonly page: Page;
  readonly kubeconfig: string;
  readonly served: ArchipelagoProcess;
  /** What the browser complained of: errors of scripts, files that are missing, what the content security policy stops. */
  readonly complaints: readonly string[];
  /** Goes to a page by the navigation, and waits for what it shows once the cluster was looked at. */
  go(title: string, content: string): Promise<void>;
  /** Has the system be light or dark, and waits until the page is. */
  shine(colorScheme: 'light' | 'dark'): Promise<void>;
  /** What axe finds, told so that a person can look for it. */
  barriers(): Promise<readonly string[]>;
  /** Keeps how the page looks, as `out/console/NAME.png`. */
  picture(name: string): Promise<void>;
  /** Ends it, and every process that was started here. */
  close(): Promise<void>;
}

/** Opens the console of an embedded cluster that `up` starts with these arguments. */
export async function openConsoleOf(
  up: readonly string[],
): Promise<ConsoleBrowser & { readonly cluster: ArchipelagoProcess }> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-console-pages-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const cluster = startArchipelago(['up', ...up, '--kubeconfig-out', kubeconfig]);
  await cluster.said(/^ready /m, 120_000);
  const opened = await openConsole(kubeconfig);
  const close = async () => {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...opened, cluster, close };
}

/** Opens the console of a cluster that there is, with the login of its kubeconfig. */
export async function openConsole(
  kubeconfig: string,
  flags: readonly string[] = [],
): Promise<ConsoleBrowser> {
  const served = startArchipelago(['console', '--kubeconfig', kubeconfig, ...flags]);
  const [, link = ''] = await served.said(/^(http:\S+)$/m);
  return openBrowser({ served, kubeconfig, link });
}

interface Opening extends Pick<ConsoleBrowser, 'served' | 'kubeconfig'> {
  readonly link: string;
}

/** Opens a browser at a console that is being served. It takes any certificate. */
export async function openBrowser({ served, kubeconfig, link }: Opening): Promise<ConsoleBrowser> {
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const { page, complaints } = await openPage(browser);
  await page.goto(link);
  // its code counts once: who goes elsewhere before the session has begun has none
  await page.waitForSelector('nav');
  return {
    page,
    kubeconfig,
    served,
    complaints,
    go: (title, content) => goTo(page, title, content),
    shine: (colorScheme) => shine(page, colorScheme),
    barriers: () => barriersOf(page),
    picture: async (name) => {
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    },
    close: async () => {
      await browser.close();
      await killAll();
    },
  };
}

async function openPage(
  browser: Browser,
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const complaints: string[] = [];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1000 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

async function goTo(page: Page, title: string, content: string): Promise<void> {
  await page.click(`nav >> text="${title}"`);
  await page.waitForSelector(`h1:text-is("${title}")`);
  await page.waitForSelector(content);
}

async function shine(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const isDark = '.pf-v6-theme-dark';
  await page.waitForSelector(colorScheme === 'dark' ? `html${isDark}` : `html:not(${isDark})`);
}

/** Colours on their way from one to another have the contrast of neither. What spins for ever is let spin. */
const stillness = `Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished)).then(() => 0)`;

async function barriersOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(stillness);
  const session = await page.context().newCDPSession(page);
  // not by a script element, which the content security policy stops
  await session.send('Runtime.evaluate', { expression: `${axe};0` });
  await session.detach();
  const found: { readonly violations: JsonValue } = await page.evaluate(
    'axe.run().then(({ violations }) => ({ violations: JSON.parse(JSON.stringify(violations)) }))',
  );
  return objectsAt(found, 'violations').map(
    (each) => `${textAt(each, 'id')}: ${textAt(each, 'nodes', 0, 'html')}`,
  );
}
