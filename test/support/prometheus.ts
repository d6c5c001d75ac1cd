import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@archipelago/apimachinery';
import { until } from './until.ts';

/** A Prometheus of this machine that scrapes one page every second. */
export interface Prometheus {
  /** What its API says about an expression at this moment, or over the last minutes. */
  query(expression: string, minutes?: number): Promise<Answer>;
  stop(): Promise<void>;
}

/** `error` is undefined where there is none; otherwise there are no series. */
interface Answer {
  readonly error?: string;
  readonly series: readonly JsonObject[];
}

/** Who scrapes over TLS, and how it knows the server: files with a token and with the authority, as in a pod. */
interface ScraperLogin {
  /** Of the job; the pages are those of jobs of their own. */
  readonly job: string;
  /** Absent: it shows none. */
  readonly tokenFile?: string;
  readonly authorityFile: string;
  /** What the certificate has to be for. */
  readonly serverName: string;
}

/** Starts Debian's `prometheus` on a free port of the loopback interface; it keeps nothing. `logins`: a job for each, instead of one in plain HTTP. */
export async function startPrometheus(
  page: string,
  logins: readonly ScraperLogin[] = [],
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-prometheus-'));
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(folder, 'prometheus.yml'), configuration(new URL(page), logins));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(() => isReady(address, child));
  } catch (error) {
    await stop();
    throw error;
  }
  return { query: (expression, minutes) => ask(address, expression, minutes), stop };
}

function configuration({ host, pathname }: URL, logins: readonly ScraperLogin[]): string {
  const page = { metrics_path: pathname, static_configs: [{ targets: [host] }] };
  const secure = logins.map(({ job, tokenFile, authorityFile, serverName }) => ({
    ...{ job_name: job, scheme: 'https', ...page },
    ...(tokenFile === undefined ? {} : { authorization: { credentials_file: tokenFile } }),
    tls_config: { ca_file: authorityFile, server_name: serverName },
  }));
  const jobs = logins.length === 0 ? [{ job_name: 'archipelago', ...page }] : secure;
  // JSON is YAML
  return JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: jobs });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function isReady(address: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`);
  const answer = await fetch(`http://${address}/-/ready`).catch(() => undefined);
  return answer?.ok === true;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask(address: string, expression: string, minutes?: number): Promise<Answer> {
  const now = Date.now() / 1_000;
  const span = minutes === undefined ? {} : { start: `${now - minutes * 60}`, end: `${now}`, step: '1' };
  const parameters = new URLSearchParams({ query: expression, ...span });
  const path = minutes === undefined ? 'query' : 'query_range';
  const response = await fetch(`http://${address}/api/v1/${path}?${parameters}`, {
    signal: AbortSignal.timeout(30_000),
  });
  return answerOf(parseJson(await response.text()));
}

function answerOf(body: JsonValue): Answer {
  if (!isJsonObject(body)) throw new Error('an answer that is no object');
  if (body.status !== 'success') return { error: String(body.error), series: [] };
  const result = isJsonObject(body.data) ? body.data.result : undefined;
  return { series: Array.isArray(result) ? result.filter(isJsonObject) : [] };
}
