import { isKubernetesObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { TestServer } from '../test-server.test-support.ts';
import { startWorkloads, type WorkloadOptions } from './start-workloads.ts';

/** A server without a socket whose workloads are played, by a clock that only the test moves. */
export class WorkloadCluster extends TestServer {
  readonly clock: FakeClock;
  readonly #stop: () => void;

  constructor(options: WorkloadOptions = {}) {
    const clock = new FakeClock();
    super({ assignsAccounts: true, now: () => clock.now() });
    this.clock = clock;
    const { store } = this.server.state;
    const handle = (request: Parameters<typeof this.server.handle>[0]) => this.server.handle(request);
    const token = this.adminToken;
    this.#stop = startWorkloads({ store, clock, token, authority: 'PEM', handle }, options);
  }

  stop(): void {
    this.#stop();
    this.server.stop();
  }

  /** Until the controllers have nothing to do any more. */
  async settle(): Promise<void> {
    let quiet = 0;
    for (let turn = 0; quiet < 4; turn++) {
      if (turn > 20_000) throw new Error('the controllers never come to rest');
      const before = this.store.revision;
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.store.revision === before ? quiet + 1 : 0;
    }
  }

  async advance(seconds: number): Promise<void> {
    await this.settle();
    // what a second sets off is done before the next one
    for (let second = 0; second < seconds; second++) {
      await this.clock.advance(1000);
      await this.settle();
    }
  }

  objects(resource: string): readonly KubernetesObject[] {
    return this.store
      .list(resource, undefined)
      .flatMap(({ object }) => (isKubernetesObject(object) ? [object] : []));
  }

  /** Of the namespace `default`. */
  object(resource: string, name: string): KubernetesObject {
    const found = this.objects(resource).find(({ metadata }) => metadata.name === name);
    if (found === undefined) throw new Error(`no ${resource} ${name}`);
    return found;
  }

  get pods(): readonly KubernetesObject[] {
    return this.objects('/pods');
  }

  node(name: string, architecture = 'amd64', spec: JsonObject = {}): Promise<JsonObject> {
    const allocatable = { cpu: '4', memory: '8Gi', pods: '20' };
    return this.must('POST', '/api/v1/nodes', {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/arch': architecture, 'kubernetes.io/hostname': name } },
      spec,
    }).then(() =>
      this.must('PATCH', `/api/v1/nodes/${name}/status`, {
        status: {
          capacity: allocatable,
          allocatable,
          conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
        },
      }),
    );
  }

  workload(kind: string, name: string, spec: JsonObject = {}, pod: JsonObject = {}): Promise<JsonObject> {
    const labels = { app: name };
    const { metadata, ...podSpec } = pod;
    const template = {
      metadata: { labels, ...(typeof metadata === 'object' ? metadata : {}) },
      spec: { containers: [{ name: 'main', image: 'app:1' }], ...podSpec },
    };
    return this.must('POST', `/apis/apps/v1/namespaces/default/${kind.toLowerCase()}s`, {
      apiVersion: 'apps/v1',
      kind,
      metadata: { name },
      spec: { selector: { matchLabels: labels }, template, ...spec },
    });
  }
}
