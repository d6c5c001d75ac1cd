import { isJsonObject, valueAt } from '@archipelago/apimachinery';
import { until } from '../support/until.ts';
import { type ArchipelagoProcess, startArchipelago } from './archipelago-process.ts';
import { type FurnishedCluster, operatorNamespace } from './furnished-cluster.ts';

/** `archipelago operator` in a process of its own. */
export interface OperatorProcess extends ArchipelagoProcess {
  /** What it did to operands, as its log tells: `updated KubeVirt/…`. */
  deeds(): readonly string[];
  /** The address of its metrics. */
  metricsPage(): Promise<string>;
  /** Its metrics, as they are printed. */
  scrape(): Promise<string>;
  /** Its metrics: value by name and labels as they are printed. */
  metrics(): Promise<ReadonlyMap<string, number>>;
}

export const hasRead = /"the cluster has been read"/;
export const hasReconciled = /"msg":"reconciled"/;
export const leads = /"msg":"leading"/;

const verdicts = ['created', 'updated', 'reverted', 'removed', 'removing'];

/** A real API server takes no container without an image. */
const images = { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' };

/** Starts one; `args` as on the command line. */
export function startOperatorProcess(kubeconfig: string, ...args: readonly string[]): OperatorProcess {
  const child = startArchipelago(
    [
      'operator',
      ...['--kubeconfig', kubeconfig, '--namespace', operatorNamespace],
      ...['--metrics-bind-address', '127.0.0.1:0', '--log-level', 'debug'],
      ...(args.includes('--golden-images') ? [] : ['--golden-images', 'ssp']),
      ...args,
    ],
    images,
  );
  const metricsPage = async () => {
    const [, port] = await child.said(/"port":(\d+),"secure":\w+,"msg":"metrics on/);
    return `http://127.0.0.1:${port}/metrics`;
  };
  const scrape = async () => (await fetch(await metricsPage())).text();
  return {
    ...child,
    metricsPage,
    scrape,
    deeds: () => child.output().split('\n').flatMap(deedOf),
    metrics: async () => new Map((await scrape()).split('\n').flatMap(seriesOf)),
  };
}

function deedOf(line: string): readonly string[] {
  // the last line may have been cut off by the kill
  if (!line.startsWith('{') || !line.endsWith('}')) return [];
  const entry: unknown = JSON.parse(line);
  if (!isJsonObject(entry) || typeof entry.object !== 'string') return [];
  if (entry.msg === 'reverted a foreign change') return [`reverted ${entry.object}`];
  return verdicts.includes(String(entry.msg)) ? [`${entry.msg} ${entry.object}`] : [];
}

function seriesOf(line: string): readonly (readonly [string, number])[] {
  const [, series, value] = /^([^#\s].*) (\S+)$/.exec(line) ?? [];
  return series === undefined ? [] : [[series, Number(value)]];
}

/** Requests that match, lease and watches left out. */
export function requestsIn(metrics: ReadonlyMap<string, number>, verb: RegExp): ReadonlyMap<string, number> {
  return new Map(
    [...metrics].flatMap(([series, count]): [string, number][] => {
      const [, sent = '', resource = ''] =
        /^archipelago_api_requests_total\{verb="(\w+)",resource="([^"]*)"/.exec(series) ?? [];
      return !verb.test(sent) || resource.startsWith('leases.') ? [] : [[series, count]];
    }),
  );
}

const stillMs = 1_500;
const lookAgainMs = 100;

/**
 * Resolves when the HyperConverged is Available and completely reconciled, and neither an object has changed nor
 * the operator asked for anything for a while.
 */
export async function quiet(
  sandbox: FurnishedCluster,
  operator: OperatorProcess,
  timeoutMs = 30_000,
): Promise<void> {
  await operator.said(hasReconciled);
  let seen = '';
  const isAsBefore = async () => {
    const before = seen;
    const { isHealthy, fingerprint } = await look(sandbox, operator);
    seen = fingerprint;
    return isHealthy && seen === before;
  };
  const tell = () => `not quiet: ${seen}\n${operator.output().slice(-4_000)}`;
  await until(isAsBefore, { withinMs: timeoutMs, pauseMs: lookAgainMs, forMs: stillMs, tell });
}

async function look(sandbox: FurnishedCluster, operator: OperatorProcess) {
  const hyperConverged = await sandbox.hyperConverged();
  const objects = [hyperConverged, ...(await sandbox.operands()).values()];
  const requests = requestsIn(await operator.metrics(), /get|list|create|update|patch|delete/);
  const versions = objects.map((object) => object?.metadata.resourceVersion ?? '-');
  return {
    isHealthy: ['Available', 'ReconcileComplete', 'Upgradeable'].every(
      (type) => conditionOf(hyperConverged, type) === 'True',
    ),
    fingerprint: `${versions.join(' ')} requests: ${JSON.stringify([...requests])}`,
  };
}

function conditionOf(object: unknown, type: string): unknown {
  const conditions = isJsonObject(object) ? valueAt(object, 'status', 'conditions') : undefined;
  const list = Array.isArray(conditions) ? conditions : [];
  return list.find((condition) => isJsonObject(condition) && condition.type === type)?.status;
}
