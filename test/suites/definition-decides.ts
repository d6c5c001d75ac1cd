import { isJsonObject, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hyperConvergedKind } from '../../packages/archipelago/src/api/hyper-converged-kind.ts';
import { standardInputs } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { admit } from '../../packages/archipelago/src/config/admit.ts';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { loadEngines } from '../../packages/archipelago/src/config/load-engines.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { hyperConvergedPolicy } from '../../packages/archipelago/src/operator/hyper-converged-policy.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createDefinitions } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { byOperator } from '../support/by-operator.ts';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { vectorsOf } from '../support/vectors.ts';
import { demand, kubernetesObject } from './operator-world.ts';

const engines = await loadEngines(undefined);
const hyperConvergeds: Resource = { ...hyperConvergedKind, namespaced: true };
const ofAdmission = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false } as const;
const policies: Resource = {
  ...ofAdmission,
  plural: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
};
const bindings: Resource = {
  ...ofAdmission,
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};
const namespaces: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};
const namespace = standardInputs.deployment.operatorNamespace;
const account = { name: operatorName, namespace, labels: {} };
const patience = { withinMs: 60_000, pauseMs: 20 };

/** Who refuses a request first: two places need no operator, two do. */
type Decider = 'schema' | 'rules of the definition' | 'policy' | 'code' | 'other objects' | 'nobody';

/** A request as a release took or refused it. */
interface DecidedCase {
  readonly name: string;
  readonly object: JsonObject;
  readonly decider: Decider;
  /** Those that are refused. */
  readonly fields: readonly string[];
}

/** The measured requests, and who is expected to decide them. */
export const decidedCases: readonly DecidedCase[] = vectorsOf('admission').map(([name, vector]) => {
  const { object, oldObject, operation, result } = vector;
  const written = isJsonObject(object) ? object : objectAt(oldObject);
  if (result?.allowed === true) return { name, object: written, decider: 'nobody', fields: [] };
  if (String(operation) === 'DELETE') return { name, object: written, decider: 'other objects', fields: [] };
  return { name, object: written, ...deciderOf(written) };
});

function deciderOf(object: JsonObject): Pick<DecidedCase, 'decider' | 'fields'> {
  const request = { operation: 'create', object, oldObject: undefined, inputs: standardInputs } as const;
  const verdict = admit(request, engines);
  if (verdict.allowed) return { decider: 'other objects', fields: [] };
  const fields = verdict.findings.filter(({ level }) => level === 'error').map(({ at }) => at);
  const isShape = engines.structure(object, undefined).findings.length > 0;
  switch (verdict.decidedBy) {
    case 'schema':
      return { decider: isShape ? 'schema' : 'rules of the definition', fields };
    case 'policy':
      return { decider: 'policy', fields };
    case 'validating':
      return { decider: 'code', fields };
  }
}

/** What the definition and the policy decide with no operator and no webhook. */
export function testDefinitionDecides(servers: TestServers): void {
  describe(`definition and policy, ${servers.name}`, () => suite(servers));
}

function suite(servers: TestServers): void {
  let server: TestServer;
  let client: KubernetesClient;

  beforeAll(async () => {
    server = await servers.lease('kubernetes');
    client = adminClient(server);
    await installDefinition(client);
    // before there is a policy
    demand(await client.create(hyperConvergeds, hyperConverged(contradicting)));
    demand(await client.create(hyperConvergeds, hyperConverged({ ...contradicting, metadata: elsewhere })));
    await installPolicy(client);
  }, 120_000);
  afterAll(async () => {
    client.close();
    await server.release();
    await servers.stop();
  });

  it.each(decidedCases.map((each) => [each.name, each] as const))(
    'decide what is theirs, and no more: %s',
    async (_, { object, decider, fields }) => {
      const told = await refusalOf(client, object);
      const isTheirs = ['schema', 'rules of the definition', 'policy'].includes(decider);
      const named = fields.filter((field) => told.includes(field));
      expect([told === '', named.length > 0], told).toEqual([!isTheirs, isTheirs]);
      expect(told.includes('ValidatingAdmissionPolicy'), told).toBe(decider === 'policy');
    },
  );

  it('the policy tells everything at once', async () => {
    const told = await refusalOf(client, { ...contradicting, metadata: elsewhere });
    expect(told).toContain(
      `denied request: metadata.namespace: is not the operator's namespace, ${namespace}; write ${namespace}; spec.tuningPolicy: needs the annotation`,
    );
  });

  it('one that is in another namespace already is none of their business: another operator may write it', async () => {
    const body = { metadata: { annotations: { x: 'y' } }, spec: { defaultCPUModel: 'Haswell' } };
    demand(await client.patch(hyperConvergeds, elsewhere, { type: 'merge', body }, { dryRun: true }));
  });

  it('as many images as it says have room, with names as long as they may be', async () => {
    const images = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({
        metadata: {
          name: String(index).padStart(length, 'a'),
          annotations: { 'dataimportcrontemplate.kubevirt.io/enable': 'false' },
        },
      }));
    const told = (count: number, length: number) =>
      refusalOf(client, { spec: { dataImportCronTemplates: images(count, length) } });
    expect(await told(256, 63)).toBe('');
    expect(await told(257, 63)).toContain('must have at most 256 items');
    expect(await told(1, 64)).toContain('may not be more than 63 bytes');
  });

  describe('of what is stored, and contradicts itself,', () => {
    it.each<[string, JsonObject, string]>([
      ['a label', { metadata: { labels: { x: 'y' } } }, ''],
      ['a finalizer', { metadata: { finalizers: ['example.com/x'] } }, ''],
      ['an annotation that says nothing', { metadata: { annotations: { x: 'y' } } }, ''],
      ['another setting', { spec: { defaultCPUModel: 'Haswell' } }, ''],
      ['what is wrong', { metadata: { annotations: { [limits]: '{"qps":1,"burst":1}' } } }, ''],
      [
        'what is wrong, to be wrong otherwise',
        {
          metadata: { annotations: { [limits]: '{"qps":1,"burst":1}' } },
          spec: { tuningPolicy: 'highBurst' },
        },
        'does not go with the annotation',
      ],
      [
        'another setting, to be wrong',
        { spec: { filesystemOverhead: { global: '7' } } },
        'spec.filesystemOverhead',
      ],
    ])('%s may change, unless told: %3$s', async (_, body, refusal) => {
      const patched = await client.patch(hyperConvergeds, stored, { type: 'merge', body }, { dryRun: true });
      const told = patched.ok ? '' : (patched.status.message ?? 'refused');
      expect([patched.ok, told]).toEqual([refusal === '', expect.stringContaining(refusal)]);
    });

    it('the operator may write everything, and everybody delete it', async () => {
      const operator = createKubernetesClient({
        transport: byOperator(server.admin(), namespace),
        userAgent: 'test',
      });
      const body = { spec: { defaultCPUModel: 'Haswell' } };
      demand(await operator.patch(hyperConvergeds, stored, { type: 'merge', body }, { dryRun: true }));
      operator.close();
      demand(await client.delete(hyperConvergeds, stored, { dryRun: true }));
    });
  });
}

const limits = 'hco.kubevirt.io/tuningPolicy';
const theAnnotation = `needs the annotation ${limits}, which is missing`;
const contradicting: JsonObject = { spec: { tuningPolicy: 'annotation' } };
const stored = { namespace, name: 'kubevirt-hyperconverged' };
const elsewhere = { ...stored, namespace: 'default' };

function hyperConverged({ metadata, ...rest }: JsonObject) {
  const place = textAt(metadata, 'namespace') || namespace;
  return kubernetesObject({
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    ...rest,
    metadata: { ...stored, namespace: place, annotations: objectAt(objectAt(metadata), 'annotations') },
  });
}

/** What the server says against creating it; nothing: it would, were there not one already. */
async function refusalOf(client: KubernetesClient, object: JsonObject): Promise<string> {
  const answer = await client.create(hyperConvergeds, hyperConverged(object), { dryRun: true });
  if (answer.ok || answer.status.reason === 'AlreadyExists') return '';
  return answer.status.message ?? 'refused';
}

/** The definition, and the operator's namespace. */
export async function installDefinition(client: KubernetesClient): Promise<void> {
  await createDefinitions(client, [hyperConvergedDefinition(settings)]);
  const kept = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  demand(await client.create(namespaces, kept));
}

/** Resolves when the API server heeds it. */
export async function installPolicy(client: KubernetesClient): Promise<void> {
  for (const object of hyperConvergedPolicy(account))
    demand(
      await client.create(object.kind === policies.kind ? policies : bindings, kubernetesObject(object)),
    );
  await until(async () => (await refusalOf(client, contradicting)).includes(theAnnotation), patience);
}
