import { isJsonObject, type JsonObject, sleep, valueAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '@archipelago/kube-client';
import type { OperatorEvent } from '../../packages/archipelago/src/operator/options/operator-event.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import type { World } from '../suites/operator-world.ts';
import { FakeClock } from './fake-clock.ts';

const namespace = 'kubevirt-hyperconverged';

/** An OpenShift cluster on which everything there is can be switched on. */
export const fullCluster: JsonObject = {
  openshift: true,
  baseDomain: 'apps.example.com',
  operatorNamespace: namespace,
  apiServerTLSProfile: { type: 'Old', old: {} },
  nodes: [
    { name: 'cp', arch: 'amd64', roles: ['control-plane'] },
    { name: 'a', arch: 'amd64', roles: ['worker'] },
    { name: 'b', arch: 'arm64', roles: ['worker'] },
  ],
  env: { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' },
};

/** A HyperConverged that wants all operands, and golden images for two architectures that no registry is asked about. */
export const fullHyperConverged: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: {
    name: 'kubevirt-hyperconverged',
    namespace,
    annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' },
  },
  spec: {
    enableApplicationAwareQuota: true,
    higherWorkloadDensity: { memoryOvercommitPercentage: 150 },
    featureGates: { enableMultiArchBootImageImport: true },
    enableCommonBootImageImport: false,
    dataImportCronTemplates: ['fedora', 'rocky'].map((name) => ({
      metadata: {
        name: `${name}-cron`,
        annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' },
      },
      spec: {
        schedule: '0 */12 * * *',
        retentionPolicy: 'None',
        managedDataSource: name,
        template: {
          spec: {
            source: { registry: { url: `docker://registry.test/${name}` } },
            storage: { resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
    })),
  },
};

/** How an operator sees its cluster, and what becomes of its requests. */
export interface View {
  /** Lists of these (path and field selector) are answered only after `released`. */
  readonly isHeld?: (list: string) => boolean;
  readonly released?: Promise<void>;
  /** How late watches tell, in milliseconds. */
  readonly lagMs?: number;
  /** Waited for before a write reaches the server, one of a lease or an event too; throws when it never does. */
  readonly beforeWrite?: (write: string, request: HttpRequest) => Promise<void>;
  /** Takes part in elections under this name; leads alone when absent. */
  readonly identity?: string;
}

/** An operator whose time is a test's: with everything in one process a run is the same each time. */
export class ClockedOperator {
  readonly clock = new FakeClock();
  readonly operator: RunningOperator;
  /** What it wrote and what came of it, `PUT /apis/…/name 200`; leases and events left out. */
  readonly writes: string[] = [];
  /** What it has listed: path and field selector. */
  readonly lists = new Set<string>();
  readonly told: OperatorEvent['type'][] = [];
  readonly #view: View;
  readonly #upstream: Transport;

  constructor(world: World, view: View = {}) {
    this.#view = view;
    this.#upstream = world.server.operator();
    const { clock } = this;
    const transport = { ...this.#upstream, send: (request: HttpRequest) => this.#send(request) };
    this.operator = startOperator({
      client: createKubernetesClient({ transport, clock, random: () => 0, deadlineMs: farOff }),
      clock,
      namespace,
      deployment: world.inputs.deployment,
      random: () => 0.5,
      goldenImages: { importer: 'builtin' },
      timing: { deadlineMs: farOff, idleMs: farOff },
      onEvent: ({ type }) => this.told.push(type),
      ...(view.identity === undefined ? {} : { election: { identity: view.identity } }),
    });
  }

  /** Lets time pass, in steps that leave room for answers. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) await this.clock.advance(stepMs);
  }

  async stop(): Promise<void> {
    let isStopped = false;
    const stopping = this.operator.stop().finally(() => {
      isStopped = true;
    });
    while (!isStopped) await this.pass(stepMs);
    await stopping;
  }

  async #send(request: HttpRequest): Promise<HttpResponse> {
    const url = new URL(request.path, 'http://cluster');
    return request.method === 'GET' ? await this.#read(request, url) : await this.#write(request, url);
  }

  async #read(request: HttpRequest, { pathname, searchParams }: URL): Promise<HttpResponse> {
    const { isHeld, released, lagMs = 0 } = this.#view;
    const isWatch = searchParams.has('watch');
    const selector = searchParams.get('fieldSelector');
    const list = selector === null ? pathname : `${pathname} ${selector}`;
    if (!isWatch && searchParams.has('limit')) {
      this.lists.add(list);
      if (isHeld?.(list) === true) await released;
    }
    const response = await this.#upstream.send(request);
    return isWatch && lagMs > 0 ? { ...response, body: this.#late(response.body, request.signal) } : response;
  }

  async #write(request: HttpRequest, { pathname }: URL): Promise<HttpResponse> {
    const write = `${request.method} ${pathname}${nameOfNew(request)}`;
    await this.#view.beforeWrite?.(write, request);
    const response = await this.#upstream.send(request);
    const isOfNoMatter = /\/(leases|events)(\/|$)/.test(pathname);
    if (!isOfNoMatter) this.writes.push(`${write} ${response.status}`);
    return response;
  }

  /** What comes, each piece so much later. */
  async *#late(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { lagMs = 0 } = this.#view;
    const coming: { readonly chunk: Uint8Array; readonly due: number }[] = [];
    let wake = () => {};
    let isEnded = false;
    const read = async () => {
      for await (const chunk of body) {
        coming.push({ chunk, due: this.clock.monotonic() + lagMs });
        wake();
      }
    };
    // how a watch ends is no matter here
    void read()
      .catch(() => undefined)
      .finally(() => {
        isEnded = true;
        wake();
      });
    for (;;) {
      const next = coming.shift();
      if (next !== undefined) {
        await sleep(this.clock, next.due - this.clock.monotonic(), signal);
        yield next.chunk;
      } else if (isEnded) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
}

/** What is created has its name in the body only. */
function nameOfNew({ method, body = '{}' }: HttpRequest): string {
  const object: unknown = method === 'POST' ? JSON.parse(body) : undefined;
  const name = isJsonObject(object) ? valueAt(object, 'metadata', 'name') : undefined;
  return typeof name === 'string' ? `/${name}` : '';
}

/** No deadline is to end what a test holds. */
const farOff = 1e9;
const stepMs = 100;
