import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type CDPSession, chromium, type Page } from 'playwright-core';

interface PageFigures {
  readonly title: string;
  /** Of the console: what it takes to look at the cluster once. */
  readonly lookMs: number;
  /** From the address to the content, where nobody has looked at the page before. */
  readonly firstMs: number;
  /** The same, once the console has looked; the median. */
  readonly readyMs: number;
  /** Of the browser, in all of these; 0: none of 50 ms or more. */
  readonly longestTaskMs: number;
  /** After what nobody needs was given back. */
  readonly heapBytes: number;
}

/** What the console and a browser in front of it take. */
export interface ConsoleFigures {
  readonly pages: readonly PageFigures[];
  readonly consoleBytes: number;
}

const rounds = 5;
const patienceMs = 180_000;

const contents = [
  ['Overview', 'overview', 'table[aria-label="Nodes by architecture and role"] >> text=amd64'],
  ['Settings', 'settings', 'table[aria-label="Settings"] >> text=spec.evictionStrategy'],
  ['Golden images', 'images', 'table[aria-label="Golden images by architecture"] >> text=golden-1'],
  ['Machines', 'machines', 'table[aria-label="Virtual machines by architecture"] >> text=arm64'],
  ['Doctor', 'doctor', '#main >> text=of the checks'],
] as const;

/** Serves the console of a kubeconfig and looks at each page in a browser. */
export async function measureConsole(kubeconfig: string): Promise<ConsoleFigures> {
  const served = spawn(process.execPath, ['bin/archipelago', 'console', '--kubeconfig', kubeconfig]);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const link = await linkOf(served);
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, reducedMotion: 'reduce' });
    await page.addInitScript(
      'window.tasks = [0]; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) tasks.push(duration); }).observe({ type: "longtask", buffered: true });',
    );
    const session = await page.context().newCDPSession(page);
    await page.goto(link);
    await page.waitForSelector('#main h1');
    const pages: PageFigures[] = [];
    for (const [title, name, content] of contents) {
      const figures = await measurePage({ page, session, origin: new URL(link).origin }, name, content);
      pages.push({ title, ...figures });
    }
    const [, kibibytes = '0'] =
      /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${served.pid}/status`, 'utf8')) ?? [];
    return { pages, consoleBytes: Number(kibibytes) * 1024 };
  } finally {
    await browser.close();
    served.kill();
    await once(served, 'exit');
  }
}

async function linkOf(served: ChildProcess): Promise<string> {
  let out = '';
  for await (const piece of served.stdout ?? []) {
    out += String(piece);
    const [link] = /^http:\S+$/m.exec(out) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error(`the console printed no link: ${out}`);
}

interface Opened {
  readonly page: Page;
  readonly session: CDPSession;
  readonly origin: string;
}

async function measurePage(
  { page, session, origin }: Opened,
  name: string,
  content: string,
): Promise<Omit<PageFigures, 'title'>> {
  const ready: number[] = [];
  let longestTaskMs = 0;
  const come = async () => {
    const begun = performance.now();
    await page.goto(`${origin}/${name}`);
    await page.waitForSelector(content, { timeout: patienceMs });
    const took = performance.now() - begun;
    // each address begins with none
    const longest: number = await page.evaluate('Math.max(...tasks)');
    longestTaskMs = Math.max(longestTaskMs, longest);
    return took;
  };
  const firstMs = await come();
  for (let round = 0; round < rounds; round += 1) ready.push(await come());
  const lookMs: number = await page.evaluate(
    `(async () => {
      const begun = performance.now();
      const { token } = JSON.parse(sessionStorage.getItem('archipelago-session'));
      await (await fetch('/api/${name}', { headers: { 'Archipelago-Token': token } })).text();
      return performance.now() - begun;
    })()`,
  );
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const [median = 0] = ready.toSorted((a, b) => a - b).slice(Math.floor(rounds / 2));
  return { lookMs, firstMs, readyMs: median, longestTaskMs, heapBytes: usedSize };
}
