import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, valueAt } from '@archipelago/apimachinery';
import {
  leaseRecordOf,
  leases,
  loadConnection,
  nodeTransport,
  type Transport,
} from '@archipelago/kube-client';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { drawFaults } from '../support/random-faults.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import { until } from '../support/until.ts';
import { type FurnishedCluster, operatorNamespace } from './furnished-cluster.ts';
import { type OperatorProcess, startOperatorProcess } from './operator-process.ts';

/** One process of the operator, and its own way to the API server: there its requests bear its name. */
export interface Replica {
  readonly name: string;
  readonly process: OperatorProcess;
  readonly proxy: FaultProxy;
}

interface ReplicaGroupOptions {
  readonly cluster: FurnishedCluster;
  readonly seed: number;
  readonly args: readonly string[];
  /** What the operator's own login begins with. */
  readonly token: string;
}

const replicas = 2;

/** Two replicas that compete for one lease while their connections fail now and then. */
export class ReplicaGroup {
  /** Every one there ever was. */
  readonly all: Replica[] = [];
  readonly #options: ReplicaGroupOptions;
  readonly #folder = mkdtempSync(join(tmpdir(), 'archipelago-replicas-'));
  #areFaulty = true;

  constructor(options: ReplicaGroupOptions) {
    this.#options = options;
  }

  get running(): readonly Replica[] {
    return this.all.filter(({ process }) => process.isRunning());
  }

  /** How often each fault struck. */
  get faults(): number {
    return this.all.flatMap(({ proxy }) => [...proxy.struck.values()]).reduce((sum, count) => sum + count, 0);
  }

  /**
   * As a Deployment keeps them: also one that could not reach its server at the start, and ended, is replaced.
   */
  async refill(): Promise<void> {
    while (this.running.length < replicas) await this.#add();
  }

  async #add(): Promise<void> {
    const { cluster, seed, args, token } = this.#options;
    const name = `archipelago-operator/${this.all.length + 1}`;
    const folder = join(this.#folder, String(this.all.length + 1));
    mkdirSync(folder);
    const connection = await loadConnection({ kubeconfig: cluster.operatorKubeconfig });
    const proxy = await startFaultProxy(named(nodeTransport(connection), name), folder, token);
    const random: Draw = seededDraw(seed * 1_000 + this.all.length);
    if (this.#areFaulty) proxy.decide(drawFaults(random, { requests: 12, watches: 6, watchMs: 2_000 }));
    this.all.push({ name, process: startOperatorProcess(proxy.kubeconfig, ...args), proxy });
  }

  /** Who holds the Lease now: its process wrote its name there. */
  async holder(): Promise<Replica | undefined> {
    const lease = await this.#options.cluster.get(leases, {
      namespace: operatorNamespace,
      name: operatorName,
    });
    const holder = lease === undefined ? '' : leaseRecordOf(lease).holder;
    return holder === '' ? undefined : this.running.find((replica) => namesWritten(replica).has(holder));
  }

  /** The next who holds it. */
  nextHolder(after: Replica | undefined): Promise<Replica> {
    const find = async () => {
      await this.refill();
      const found = await this.holder();
      return found === after ? undefined : found;
    };
    const tell = () =>
      this.running.map(({ name, process }) => `${name}: ${process.output().slice(-1_500)}`).join('\n');
    return until(find, { pauseMs: 50, tell });
  }

  /** No fault from now on, and none that is still to come. */
  heal(): void {
    this.#areFaulty = false;
    for (const { proxy } of this.running) {
      proxy.decide(undefined);
      proxy.refuse(true);
      proxy.refuse(false);
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map(({ process }) => process.kill()));
    await Promise.all(this.all.map(({ proxy }) => proxy.stop()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The names under which a process asked for the lease; that is one. */
function namesWritten({ proxy }: Replica): ReadonlySet<unknown> {
  const sent = proxy.answered.filter(({ method, path }) => method !== 'GET' && path.includes('/leases'));
  return new Set(
    sent.map(({ body }) => {
      const lease: unknown = JSON.parse(body);
      return isJsonObject(lease) ? valueAt(lease, 'spec', 'holderIdentity') : undefined;
    }),
  );
}

function named(transport: Transport, name: string): Transport {
  return {
    ...transport,
    send: (request) => transport.send({ ...request, headers: { ...request.headers, 'User-Agent': name } }),
  };
}
