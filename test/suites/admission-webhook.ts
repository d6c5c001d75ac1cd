import {
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  listAt,
  textAt,
} from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  leases,
  type Resource,
} from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import {
  hyperConvergeds,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { BoundedServer } from '../../packages/archipelago/src/operator/serving/bounded-server.ts';
import {
  secrets,
  webhookConfigurations,
} from '../../packages/archipelago/src/operator/webhook/webhook-kinds.ts';
import { webhookNames } from '../../packages/archipelago/src/operator/webhook/webhook-names.ts';
import { startWebhookServer } from '../../packages/archipelago/src/operator/webhook/webhook-server.ts';
import { byOperator } from '../support/by-operator.ts';
import { type InstalledChoices, worldNamespace } from '../support/installed-servers.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { vectorsOf } from '../support/vectors.ts';
import { available, createWorld, demand, kubernetesObject, meta, type World } from './operator-world.ts';

const name = { namespace: worldNamespace, name: 'kubevirt-hyperconverged' };
const patience = { withinMs: 60_000, pauseMs: 20 };
const vectors = vectorsOf('admission');
/** All were measured on the same cluster. */
const cluster: JsonObject = vectors[0]?.[1].cluster ?? {};
const configuration = { name: webhookNames.configuration };
const rbac = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false } as const;
const policies: Resource = {
  ...rbac,
  plural: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
};
const bindings: Resource = {
  ...rbac,
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};

/**
 * The webhook as it is installed and served: measured requests decide as they did, by a process that does not lead; what it blocks when
 * nobody answers; certificates that the operator makes and mends.
 */
export function testAdmissionWebhook(serversFor: (choices: InstalledChoices) => TestServers): void {
  const servers = serversFor({ importer: 'ssp', webhook: { kind: 'operator' } });
  describe(`admission webhook, ${servers.name}`, () => suite(servers));
}

function suite(servers: TestServers): void {
  let world: World;
  let webhook: BoundedServer;
  /** Who is not asked about: as the operator, with every right. */
  let unasked: KubernetesClient;
  const problems: string[] = [];
  let isDown = false;

  beforeAll(async () => {
    world = await createWorld(cluster, { servers });
    unasked = createKubernetesClient({
      transport: byOperator(world.server.admin(), worldNamespace),
      userAgent: 'test',
    });
    webhook = await startWebhookServer({
      host: '127.0.0.1',
      port: 0,
      judge: async (review) =>
        (isDown ? undefined : world.operator?.admission.judge(review)) ?? { unready: 'nobody is there' },
      onProblem: (message) => problems.push(message),
    });
    await pointToWebhook();
    world.startOperator({ webhookCertificate });
    demand(await unasked.create(hyperConvergeds, kubernetesObject(hyperConverged({}))));
    await until(async () => {
      await world.reportOperands(() => available);
      return (await world.operands()).size > 5;
    }, patience);
    await until(isAnswering, patience);
  }, 120_000);
  afterAll(async () => {
    await webhook.stop();
    unasked.close();
    await world.stop();
    await servers.stop();
    expect(problems).toEqual([]);
  });

  const webhookCertificate = {
    hosts: ['127.0.0.1'],
    onServing: (pair: Parameters<BoundedServer['renew']>[0]) => webhook.renew(pair),
  };

  /** API servers of tests are outside of any cluster: they are told an address instead of a Service. */
  async function pointToWebhook(): Promise<void> {
    const { webhooks } = demand(await world.client.get(webhookConfigurations, configuration));
    const url = `https://127.0.0.1:${webhook.port}${webhookNames.path}`;
    const operations = listAt(webhooks).flatMap((_, index) => [
      { op: 'remove', path: `/webhooks/${index}/clientConfig/service` },
      { op: 'add', path: `/webhooks/${index}/clientConfig/url`, value: url },
    ]);
    demand(await world.client.patch(webhookConfigurations, configuration, { type: 'json', operations }));
  }

  /** A change that it refuses, and nobody else. */
  async function isAnswering(): Promise<boolean> {
    const spec = {
      dataImportCronTemplates: [{ metadata: { name: 'x', annotations: { [enable]: 'perhaps' } } }],
    };
    const answer = await world.client.patch(
      hyperConvergeds,
      name,
      { type: 'merge', body: { spec } },
      { dryRun: true },
    );
    return (
      !answer.ok &&
      answer.status.message.includes(`admission webhook "${webhookNames.changes}" denied the request`)
    );
  }

  /** Stores an object as it is, whatever was there. */
  async function store(object: JsonObject): Promise<void> {
    const live = demand(await unasked.get(hyperConvergeds, name));
    const { resourceVersion = '', finalizers = [] } = live.metadata;
    const metadata = { ...meta(object), resourceVersion, finalizers: [...finalizers] };
    const stored = await unasked.update(hyperConvergeds, kubernetesObject({ ...object, metadata }));
    // the operator writes, too
    if (!stored.ok && stored.status.code === 409) await store(object);
    else demand(stored);
  }

  function request({
    operation,
    object,
    oldObject,
  }: Record<string, JsonObject>): () => Promise<ApiResult<unknown>> {
    const { client } = world;
    switch (String(operation)) {
      case 'CREATE':
        return () => client.create(hyperConvergeds, kubernetesObject(object ?? {}), { dryRun: true });
      case 'UPDATE':
        return async () => {
          await store(oldObject ?? {});
          const { resourceVersion } = demand(await client.get(hyperConvergeds, name)).metadata;
          const metadata = {
            ...meta(object ?? {}),
            ...(resourceVersion === undefined ? {} : { resourceVersion }),
          };
          return client.update(hyperConvergeds, kubernetesObject({ ...object, metadata }), { dryRun: true });
        };
      default:
        return async () => {
          await store(oldObject ?? {});
          return client.delete(hyperConvergeds, name, { dryRun: true });
        };
    }
  }

  function patched(body: JsonObject): Promise<ApiResult<KubernetesObject>> {
    return world.client.patch(hyperConvergeds, name, { type: 'merge', body }, { dryRun: true });
  }

  const wrong = { certConfig: { ca: { duration: '5m' } } };
  const doubtful = { localStorageClassName: 'fast' };

  it('says all that is wrong at once, with fields', async () => {
    const annotations = { 'kubevirt.kubevirt.io/jsonpatch': 'nonsense' };
    const templates = [{ metadata: { name: 'x', annotations: { [enable]: 'perhaps' } } }];
    const spec = { dataImportCronTemplates: templates, ...doubtful };
    const answer = await patched({ metadata: { annotations }, spec });
    const status = answer.ok ? undefined : answer.status;
    for (const field of [
      'spec.dataImportCronTemplates[0]',
      'metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]',
    ])
      expect(status?.message).toContain(field);
    expect([status?.code, status?.reason]).toEqual([422, 'Invalid']);
    expect(listAt(status?.details, 'causes').map((cause) => textAt(cause, 'field'))).toContain(
      'metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]',
    );
  });

  it('spares what an update leaves as it was', async () => {
    const annotations = (text: string) => ({ 'kubevirt.kubevirt.io/jsonpatch': text });
    const clean = hyperConverged({});
    const elsewhere = { metadata: { annotations: { x: 'y' }, labels: { x: 'y' }, finalizers: [] } };
    await store({ ...clean, metadata: { ...meta(clean), annotations: annotations('nonsense') } });
    for (const body of [{ spec: { defaultCPUModel: 'Haswell' } }, elsewhere])
      expect((await patched(body)).ok).toBe(true);
    const still = await patched({ metadata: { annotations: annotations('other nonsense') } });
    expect(still.ok ? '' : still.status.message).toContain(
      'metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]',
    );
    await store(clean);
  });

  describe('while nobody answers', () => {
    beforeAll(() => {
      isDown = true;
    });
    afterAll(() => {
      isDown = false;
    });

    it.each<[string, JsonObject, boolean]>([
      ['another configuration', { spec: { defaultCPUModel: 'Haswell' } }, false],
      ['another annotation', { metadata: { annotations: { x: 'y' } } }, false],
      ['a label', { metadata: { labels: { x: 'y' } } }, true],
      ['a finalizer', { metadata: { finalizers: ['example.com/x'] } }, true],
      ['what the definition refuses by itself', { spec: wrong }, false],
    ])('%s: %j is taken: %s', async (_, body, expected) => {
      const answer = await patched(body);
      expect([answer.ok, answer.ok ? '' : answer.status.message]).toEqual([
        expected,
        expected ? '' : expect.any(String),
      ]);
    });

    it('the status can be written, and it can be deleted', async () => {
      const status = { type: 'merge', body: { status: { dataImportSchedule: '1 1/12 * * *' } } } as const;
      demand(await world.client.patchStatus(hyperConvergeds, name, status, { dryRun: true }));
      demand(await world.client.delete(hyperConvergeds, name, { dryRun: true }));
    });
  });

  describe('while a machine exists', () => {
    const machine = { namespace: worldNamespace, name: 'web' };
    const placement = {
      spec: { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } } },
    };

    beforeAll(async () => {
      const spec = { runStrategy: 'Halted', template: { spec: { domain: { devices: {} } } } };
      const object = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', metadata: machine, spec };
      demand(await world.client.create(machines, kubernetesObject(object)));
    });
    afterAll(async () => {
      await world.client.delete(machines, machine);
    });

    it('the placement of workloads does not change', async () => {
      const answer = await patched(placement);
      expect(answer.ok ? '' : answer.status.message).toMatch(
        /spec\.workloads\.nodePlacement: cannot change while 1 VirtualMachine \(kubevirt-hyperconverged\/web\) exist; it would leave w0, w1, w2: /,
      );
      expect((await patched({ spec: { infra: { nodePlacement: { nodeSelector: { a: 'b' } } } } })).ok).toBe(
        true,
      );
    });

    it('one in another namespace, which configures nothing, can be changed and deleted', async () => {
      const there = { namespace: 'default', name: name.name };
      demand(
        await unasked.create(hyperConvergeds, kubernetesObject({ ...hyperConverged({}), metadata: there })),
      );
      const body = { spec: { ...placement.spec, tuningPolicy: 'annotation' } };
      demand(await world.client.patch(hyperConvergeds, there, { type: 'merge', body }));
      demand(await world.client.delete(hyperConvergeds, there));
    });

    it('the HyperConverged is not deleted, unless it says that workloads are removed', async () => {
      const answer = await world.client.delete(hyperConvergeds, name, { dryRun: true });
      expect(answer.ok ? '' : answer.status.message).toContain(
        'spec.uninstallStrategy: "BlockUninstallIfWorkloadsExist" keeps it while 1 VirtualMachine (kubevirt-hyperconverged/web) exist',
      );
      await store(hyperConverged({ uninstallStrategy: 'RemoveWorkloads' }));
      await until(
        async () => (await world.client.delete(hyperConvergeds, name, { dryRun: true })).ok,
        patience,
      );
      await store(hyperConverged({}));
    });
  });

  it('makes its certificates anew where somebody took them away', async () => {
    const place = { namespace: worldNamespace, name: webhookNames.secret };
    const before = demand(await world.client.get(secrets, place)).data;
    demand(await world.client.patch(secrets, place, { type: 'merge', body: { data: null } }));
    await until(async () => {
      const { data } = demand(await world.client.get(secrets, place));
      return textAt(data, 'tls.crt') !== '' && textAt(data, 'tls.crt') !== textAt(before, 'tls.crt');
    }, patience);
    await until(isAnswering, patience);
    const trusted = demand(await world.client.get(webhookConfigurations, configuration)).webhooks;
    const stored = demand(await world.client.get(secrets, place)).data;
    for (const webhook of listAt(trusted))
      expect(textAt(webhook, 'clientConfig', 'caBundle')).toBe(textAt(stored, 'ca.crt'));
  });

  describe('with a process that does not lead', () => {
    beforeAll(async () => {
      await world.operator?.stop();
      const spec = {
        holderIdentity: 'another',
        leaseDurationSeconds: 1_000_000,
        renewTime: new Date().toISOString().replace('Z', '000Z'),
      };
      const lease = {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace: worldNamespace, name: operatorName },
        spec,
      };
      demand(await world.client.create(leases, lease));
      world.startOperator({ webhookCertificate, identity: 'follower' });
      await until(isAnswering, patience);
    }, 60_000);
    afterAll(async () => {
      await world.operator?.stop();
      await world.client.delete(leases, { namespace: worldNamespace, name: operatorName });
    });

    it.each(vectors)('decides as was measured: %s', async (_, vector) => {
      const release = await refuseOperands(world.client, vector.cluster ?? {});
      try {
        const answer = await request(vector)();
        const message = answer.ok || answer.status.reason === 'AlreadyExists' ? '' : answer.status.message;
        const { allowed, field } = vector.result ?? {};
        expect([message === '', message]).toEqual([allowed, allowed === true ? '' : expect.any(String)]);
        if (allowed !== true && typeof field === 'string') expect(message).toContain(field);
      } finally {
        await release();
      }
    });
  });
}

const machines: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'virtualmachines',
  kind: 'VirtualMachine',
  namespaced: true,
};
const enable = 'dataimportcrontemplate.kubevirt.io/enable';

function hyperConverged(spec: JsonObject): JsonObject {
  return { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: { ...name }, spec };
}

/** Lets operands refuse, as their own webhooks would; resolves to what lets them be. */
async function refuseOperands(client: KubernetesClient, { updateErrors, deleteErrors }: JsonObject) {
  const ends: (() => Promise<void>)[] = [];
  for (const [operation, errors] of [
    ['UPDATE', updateErrors],
    ['DELETE', deleteErrors],
  ] as const)
    for (const [kind, text] of Object.entries(isJsonObject(errors) ? errors : {}))
      ends.push(await refuse(client, { operation, kind, message: String(text) }));
  return async () => {
    for (const end of ends) await end();
  };
}

interface OperandRefusal {
  readonly operation: 'UPDATE' | 'DELETE';
  readonly kind: string;
  readonly message: string;
}

/** An API server takes a while to heed a policy, and to forget it. */
async function refuse(client: KubernetesClient, refusal: OperandRefusal): Promise<() => Promise<void>> {
  const { kind, message } = refusal;
  const metadata = { name: `refuses-${kind.toLowerCase()}` };
  for (const [resource, spec] of policyOf(refusal))
    demand(
      await client.create(
        resource,
        kubernetesObject({
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: resource.kind,
          metadata,
          spec,
        }),
      ),
    );
  const isHeeded = async () => textAt(await attempt(client, refusal), 'status', 'message').includes(message);
  await until(isHeeded, patience);
  return async () => {
    for (const resource of [bindings, policies]) demand(await client.delete(resource, metadata));
    await until(async () => !(await isHeeded()), patience);
  };
}

function policyOf({
  operation,
  kind,
  message,
}: OperandRefusal): readonly (readonly [Resource, JsonObject])[] {
  const { group, version, plural } = operandOf(kind);
  const rule = { apiGroups: [group], apiVersions: [version], resources: [plural], operations: [operation] };
  const validations = [{ expression: 'false', message }];
  return [
    [policies, { failurePolicy: 'Fail', matchConstraints: { resourceRules: [rule] }, validations }],
    [bindings, { policyName: `refuses-${kind.toLowerCase()}`, validationActions: ['Deny'] }],
  ];
}

function operandOf(kind: string) {
  const operand = operands.find((each) => each.kind === kind);
  if (operand === undefined) throw new Error(`no operand ${kind}`);
  return operand;
}

function attempt(client: KubernetesClient, { operation, kind }: OperandRefusal): Promise<ApiResult<unknown>> {
  const operand = operandOf(kind);
  const of = { name: operand.name(name.name), ...(operand.namespaced ? { namespace: worldNamespace } : {}) };
  const patch = { type: 'merge', body: { metadata: { labels: { tried: 'yes' } } } } as const;
  return operation === 'DELETE'
    ? client.delete(operand, of, { dryRun: true })
    : client.patch(operand, of, patch, { dryRun: true });
}
