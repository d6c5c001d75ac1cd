// What an admitted update costs the operator: AdmissionReviews over HTTPS to its webhook, 50 at a time.
//   node tools/run.mjs bench/admission.ts [--rounds 100]
// The operator is a process of its own, the embedded cluster a second; prints a table.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { createCertificates } from '@archipelago/kube-sandbox';
import { hyperConvergedKind } from '../packages/archipelago/src/api/hyper-converged-kind.ts';
import { webhookNames } from '../packages/archipelago/src/operator/webhook/webhook-names.ts';
import { printTable } from './layering/table.ts';
import { type Child, memoryOf, startArchipelago } from './operator/child.ts';
import { namespace, runClusterProcess } from './operator/cluster-process.ts';
import { type MeasuredCluster, startMeasuredCluster, watchFor } from './operator/measured-cluster.ts';
import { median } from './operator/print-comparison.ts';

const { values: options } = parseArgs({
  options: { cluster: { type: 'boolean', default: false }, rounds: { type: 'string', default: '100' } },
});

const name = 'kubevirt-hyperconverged';
const atOnce = 50;
const rounds = Number(options.rounds);
/** Until the process is warm. */
const unmeasured = 20;

/** A webhook that answers, on the loopback address. */
interface Webhook {
  readonly port: number;
  readonly ca: string;
  readonly agent: Agent;
}

interface Measured {
  /** Of each round, divided by its reviews. */
  readonly cpuMs: readonly number[];
  /** Of each review, from sending to the answer. */
  readonly answerMs: readonly number[];
  /** To the API server, for each review. */
  readonly requests: number;
}

/** CPU time of all threads in ms; finer than the ticks of /proc/PID/stat. */
function cpuMsOf({ process: { pid } }: Child): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const times = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return times.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

/** Whether it is allowed. */
function ask({ port, ca, agent }: Webhook, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const path = `${webhookNames.path}?timeout=10s`;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', ca, agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      answer.on('end', () => resolve(answer.statusCode === 200 && text.includes('"allowed":true')));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function reviewOf(operation: 'CREATE' | 'UPDATE', live: JsonObject, wanted: number): string {
  const spec = {
    ...(live.spec as JsonObject),
    liveMigrationConfig: { parallelMigrationsPerCluster: wanted },
  };
  const { group, version, plural } = hyperConvergedKind;
  const object = { ...live, spec };
  const resource = { group, version, resource: plural };
  const old = operation === 'UPDATE' ? { oldObject: live } : {};
  const asked = { uid: `review-${wanted}`, operation, resource, dryRun: false, object, ...old };
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: asked });
}

async function measure(
  { cluster, operator, webhook, live }: Parts,
  operation: 'CREATE' | 'UPDATE',
): Promise<Measured> {
  const cpuMs: number[] = [];
  const answerMs: number[] = [];
  for (let round = 0; round < unmeasured + rounds; round += 1) {
    if (round === unmeasured) await cluster.requests();
    const before = cpuMsOf(operator);
    const times = await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const begin = performance.now();
        if (!(await ask(webhook, reviewOf(operation, live, 6 + index)))) throw new Error('refused');
        return performance.now() - begin;
      }),
    );
    if (round < unmeasured) continue;
    cpuMs.push((cpuMsOf(operator) - before) / atOnce);
    answerMs.push(...times);
  }
  const requests = (await cluster.requests()).filter((each) => !each.includes('/leases/'));
  return { cpuMs, answerMs, requests: requests.length / (rounds * atOnce) };
}

interface Parts {
  readonly cluster: MeasuredCluster;
  readonly operator: Child;
  readonly webhook: Webhook;
  /** The HyperConverged as it is stored. */
  readonly live: JsonObject;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
const spread = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} / ${Math.max(...values).toFixed(2)}`;

function rowsOf(what: string, { cpuMs, answerMs, requests }: Measured): readonly (readonly string[])[] {
  return [
    [`${what}: CPU of the operator each, ms, median / 99th / most`, `${spread(cpuMs)}`],
    ['  its dry runs (requests to the API server)', requests.toFixed(2)],
    ['  sent to answered, ms, median / 99th / most', spread(answerMs)],
  ];
}

/** The port it serves the webhook on, when a review is answered. */
async function portOf(operator: Child): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    const port = /"port":(\d+),"msg":"webhook on/.exec(operator.output())?.[1];
    if (port !== undefined) return Number(port);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the webhook is not served: ${operator.output()}`);
}

async function createHyperConverged({ client }: MeasuredCluster): Promise<JsonObject> {
  const isAvailable = (conditions: JsonValue | undefined) =>
    Array.isArray(conditions) &&
    conditions.some((each) => valueAt(each, 'type') === 'Available' && valueAt(each, 'status') === 'True');
  const available = await watchFor(client, hyperConvergedKind, ({ status }) =>
    isAvailable(valueAt(status as JsonValue, 'conditions')),
  );
  const { kind } = hyperConvergedKind;
  const metadata = { namespace, name };
  await client.create(hyperConvergedKind, {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind,
    metadata,
    spec: {},
  });
  await available();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const live = await client.get(hyperConvergedKind, metadata);
  if (!live.ok) throw new Error(live.status.message);
  return live.value as JsonObject;
}

async function main(folder: string): Promise<void> {
  const loadAtStart = loadavg()[0] ?? 0;
  const cluster = await startMeasuredCluster();
  const certificates = await createCertificates(Date.now(), ['127.0.0.1']);
  writeFileSync(join(folder, 'tls.crt'), certificates.certificate);
  writeFileSync(join(folder, 'tls.key'), certificates.privateKey, { mode: 0o600 });
  writeFileSync(join(folder, 'kubeconfig'), cluster.operatorKubeconfig, { mode: 0o600 });
  const operator = startArchipelago([
    ...['operator', '--kubeconfig', join(folder, 'kubeconfig'), '--namespace', namespace],
    ...['--metrics-bind-address', '127.0.0.1:0', '--golden-images', 'ssp'],
    ...['--webhook-bind-address', '127.0.0.1:0', '--webhook-cert-path', folder],
  ]);
  try {
    const port = await portOf(operator);
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const live = await createHyperConverged(cluster);
    const parts = { cluster, operator, live, webhook: { port, ca: certificates.caCertificate, agent } };
    const idle = memoryOf(operator).now;
    const created = await measure(parts, 'CREATE');
    const updated = await measure(parts, 'UPDATE');
    const { now, peak } = memoryOf(operator);
    const load = `${loadAtStart.toFixed(1)} / ${(loadavg()[0] ?? 0).toFixed(1)}`;
    process.stdout.write(
      `${printTable({
        head: [`${rounds} rounds of ${atOnce} reviews at a time, ${cpus().length} cores`, 'Archipelago'],
        rows: [
          ['load average at start / end', load],
          ...rowsOf('**an update that is admitted**', updated),
          ...rowsOf('a creation that is admitted (no dry runs)', created),
          ['RSS before / after (peak), MiB', `${idle.toFixed(0)} / ${now.toFixed(0)} (${peak.toFixed(0)})`],
        ],
      })}\n`,
    );
    agent.destroy();
  } finally {
    await operator.stop();
    await cluster.stop();
  }
}

if (options.cluster) await runClusterProcess();
else {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bench-'));
  try {
    await main(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
