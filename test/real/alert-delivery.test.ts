import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertTable } from '../../packages/archipelago/src/observability/alert-table.ts';
import { quickened } from '../../packages/archipelago/src/observability/alerts/quickened.ts';
import { ruleGroups, runbookUrl } from '../../packages/archipelago/src/observability/alerts/rule-groups.ts';
import { eventually } from '../support/eventually.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';
import { provocations } from './runbooks/provocations.ts';

// A real Prometheus with our rules scrapes the operator of an `archipelago up`, and a real Alertmanager hears what fires and what ends.

const folder = mkdtempSync(join(tmpdir(), 'archipelago-prometheus-'));
const namespace = 'openshift-cnv';
const patience = { withinMs: 60_000, pauseMs: 200 };
const children: ChildProcess[] = [];
/** Alerts of seed texts that are so at the same time; the first one gives the HyperConverged a fresh spec. */
const provoked = [
  'HCOMultiArchGoldenImagesDisabled',
  'HCOMisconfiguredDescheduler',
  'KubeVirtCRModified',
  'UnsupportedHCOModification',
];
/** What may follow where the first one is ended with templates of one's own. */
const after = 'HCOGoldenImageWithNoArchitectureAnnotation';
let cluster: Cluster;
let prometheus: string;
let alertmanager: string;

beforeAll(async () => {
  [prometheus, alertmanager] = [await freeAddress(), await freeAddress()];
  cluster = await startCluster('openshift');
  start('prometheus-alertmanager', [
    ...['--config.file', written('alertmanager.json', alertmanagerConfig)],
    ...['--storage.path', join(folder, 'alertmanager')],
    ...['--web.listen-address', alertmanager, '--cluster.listen-address', ''],
  ]);
  start('prometheus', [
    ...['--config.file', written('prometheus.json', prometheusConfig())],
    ...['--storage.tsdb.path', join(folder, 'prometheus'), '--web.listen-address', prometheus],
  ]);
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const alertmanagerConfig = {
  route: { receiver: 'nobody', group_wait: '0s' },
  receivers: [{ name: 'nobody' }],
};

function prometheusConfig(): object {
  // ten minutes of quiet are ten seconds
  const alerts = alertTable.flatMap((each) =>
    each.name === 'KubeVirtCRModified' ? quickened([each], 60) : [each],
  );
  const rules = written('rules.json', { groups: ruleGroups(alerts, runbookUrl()) });
  const target = /metrics=http:\/\/(\S+)\/metrics$/m.exec(cluster.output())?.[1];
  return {
    global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'operator', static_configs: [{ targets: [target] }] }],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
  };
}

/** Writes a file into the folder; JSON is YAML. */
function written(name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function start(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { stdio: 'ignore' });
  children.push(child);
}

/** On this machine only, of a port that is free. */
function freeAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(`127.0.0.1:${port}`));
    });
  });
}

function printed(command: string): Promise<string> {
  const env = { ...process.env, KUBECONFIG: cluster.kubeconfig };
  const line = command.replaceAll('{namespace}', namespace);
  return new Promise((done) => {
    execFile('bash', ['-c', line], { env, timeout: 60_000 }, (_, stdout) => done(stdout));
  });
}

/** Names of ours that Alertmanager holds as active. */
async function heard(): Promise<readonly string[]> {
  const answer = await fetch(`http://${alertmanager}/api/v2/alerts?active=true`, {
    signal: AbortSignal.timeout(5_000),
  });
  const alerts: unknown = await answer.json();
  return namesIn(alerts, ({ labels }) => labels.alertname);
}

/** What `archipelago alerts` says of this Prometheus. */
async function told(): Promise<readonly string[]> {
  const text = await printed(`node bin/archipelago alerts --url http://${prometheus} -o json`);
  const { alerts } = JSON.parse(text);
  return namesIn(alerts, ({ name, state }) => (state === 'firing' ? name : undefined));
}

interface Held {
  readonly name?: string;
  readonly state?: string;
  readonly labels: Readonly<Record<string, string>>;
}

function namesIn(alerts: unknown, nameOf: (alert: Held) => string | undefined): readonly string[] {
  const all: readonly Held[] = Array.isArray(alerts) ? alerts : [];
  return all.flatMap((alert) => nameOf(alert) ?? []).sort();
}

async function bothTell(names: readonly string[]): Promise<void> {
  const expected = [...names].sort();
  await eventually(async () => {
    expect(await heard()).toEqual(expected);
    expect(await told()).toEqual(expected);
  }, patience);
}

/** Does what the first way out of a runbook says. */
async function follow(name: string): Promise<void> {
  const [mitigation] = alertTable.find((each) => each.name === name)?.runbook.mitigations ?? [];
  for (const { run } of mitigation?.steps ?? []) if (run !== undefined) await printed(run);
}

test('alerts that are provoked reach Alertmanager, and archipelago tells the same from Prometheus', async () => {
  for (const name of provoked) await printed(provocations[name]?.provoke ?? '');
  await bothTell(provoked);
});

test('what the runbooks end, ends there: each of them', async () => {
  for (const name of provoked) await follow(name);
  await bothTell([]);
});

test('images of which nobody knows the architecture, with the gate on, come and go, too', async () => {
  await printed(provocations[after]?.provoke ?? '');
  await bothTell([after]);
  await follow(after);
  await bothTell([]);
});
