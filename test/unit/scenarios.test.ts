import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isConditionTrue,
  isJsonObject,
  type JsonObject,
  objectsAt,
  systemClock,
  timestamp,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { hyperConvergedKind } from '../../packages/archipelago/src/api/hyper-converged-kind.ts';
import { kubeconfigText } from '../../packages/archipelago/src/cli/commands/sandbox/kubeconfig-text.ts';
import { planNodes } from '../../packages/archipelago/src/cli/commands/sandbox/plan-nodes.ts';
import { chooseScenario } from '../../packages/archipelago/src/cli/commands/up/choose-scenario.ts';
import { standardDeployment } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import { failOperand } from '../../packages/archipelago/src/simulation/actors/fail-operand.ts';
import {
  createDefinitions,
  createInstances,
  createNamespace,
  createReadyNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startOperandControllers } from '../../packages/archipelago/src/simulation/actors/operand-controller.ts';
import { customResourceDefinition } from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import { storageProfile } from '../../packages/archipelago/src/simulation/definitions/storage/storage-profile.ts';
import { furnishWorld } from '../../packages/archipelago/src/simulation/furnish-world.ts';
import { playedWorkloads } from '../../packages/archipelago/src/simulation/played-workloads.ts';
import type { Scenario } from '../../packages/archipelago/src/simulation/scenarios/scenario.ts';
import { scenarios } from '../../packages/archipelago/src/simulation/scenarios/scenarios.ts';
import { startPlayers } from '../../packages/archipelago/src/simulation/start-players.ts';
import { eventually } from '../support/eventually.ts';
import { rememberedDefinitions } from '../support/remembered-definitions.ts';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const vectors = new Map(vectorsOf('doctor'));

/** Each vector, and the scenario that plays it. */
const played: Readonly<Record<string, string>> = {
  A01: 'healthy',
  A02: 'no-workload-node',
  A03: 'tainted-workload-nodes',
  A05: 'cordoned-node',
  A07: 'arm64-left-out',
  A08: 'infra-on-control-plane',
  A10: 'subscription-pins-operator',
  A11: 'empty-anti-affinity',
  A13: 'no-default-class',
  A14: 'two-default-classes',
  A16: 'unknown-provisioner',
  A18: 'hand-filled-profile',
  A19: 'bucket-classes',
  A21: 'single-node',
  A22: 'stale-snapshot-class',
  A23: 'ceph-default-without-rxbounce',
  A25: 'host-path-elsewhere',
  A27: 'host-path-pool',
  A28: 'migration-network-elsewhere',
  A29: 'migration-network-without-addresses',
  A31: 'lonely-architectures',
  A32: 'node-network-failed',
  A34: 'overcommit-without-swap',
  A35: 'overcommit-unknown-swap',
  A37: 'descheduler-profile',
  A39: 'mixed-architectures',
  A40: 'forbidden',
  A41: 'failing-operand',
};

/** Scenarios without a vector, and what the doctor finds in them. */
const ownScenarios: Readonly<Record<string, readonly string[]>> = {
  'mixed-control-plane': [],
  'arm64-lost': ['VD810'],
  'registry-down': [],
  'build-fails-on-arm64': [],
};

const namespaces = { kubernetes: 'kubevirt-hyperconverged', openshift: 'openshift-cnv' } as const;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-scenarios-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A cluster as `up --scenario` starts it, without registry and certificates; `use` is given its kubeconfig. */
async function withScenario(scenario: Scenario, use: (kubeconfig: string) => Promise<void>): Promise<void> {
  const cluster = await startEmbeddedCluster({ insecure: true, workloads: playedWorkloads() });
  const stops = [() => cluster.stop()];
  try {
    const { platform = 'kubernetes' } = scenario;
    const namespace = namespaces[platform];
    const client = clientOf(cluster);
    await furnish(cluster, client, scenario);
    const onProblem = () => undefined;
    const controllers = startOperandControllers({ client, delayMs: 0, onProblem });
    const players = startPlayers({ client, platform, clock: systemClock, onProblem });
    const images = { passtCni: 'a', passtSidecar: 'b', waspAgent: 'c' };
    const deployment = { ...standardDeployment, images };
    const operator = startOperator({ client: clientOf(cluster), namespace, deployment, onEvent: onProblem });
    stops.unshift(() => operator.stop(), players.stop, controllers.stop);
    await settled(client, scenario);
    const file = join(folder, scenario.name);
    await writeFile(file, kubeconfigText(cluster, { operatorNamespace: namespace, scenario }));
    await use(file);
  } finally {
    for (const stop of stops) await stop();
  }
}

function clientOf(cluster: EmbeddedCluster): KubernetesClient {
  return createKubernetesClient({ transport: inProcessTransport(cluster) });
}

async function furnish(
  cluster: EmbeddedCluster,
  client: KubernetesClient,
  scenario: Scenario,
): Promise<void> {
  const { platform = 'kubernetes', spec = {} } = scenario;
  const namespace = namespaces[platform];
  const { definitions, instances } = sandboxDefinitions(platform);
  const memory = rememberedDefinitions(cluster);
  const unknown = memory.recall([
    ...definitions.map(customResourceDefinition),
    hyperConvergedDefinition(settings),
  ]);
  if (unknown.length > 0) await createDefinitions(client, unknown);
  memory.remember(unknown);
  await createNamespace(client, namespace);
  await createInstances(client, instances);
  await createReadyNodes(client, planNodes({ workers: [], scenario }, timestamp(Date.now())));
  await furnishWorld({ client, platform, namespace, scenario });
  const created = await client.create(hyperConvergedKind, {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace },
    spec,
  });
  expect(created.ok, JSON.stringify(created)).toBe(true);
}

/** The HyperConverged is Available, and every class has its profile; then an operand may fail. */
async function settled(
  client: KubernetesClient,
  { platform = 'kubernetes', failing }: Scenario,
): Promise<void> {
  const place = { namespace: namespaces[platform], name: 'kubevirt-hyperconverged' };
  const isTrue = async (type: string) => {
    const found = await client.get(hyperConvergedKind, place);
    expect(found.ok && isConditionTrue(found.value, type), type).toBe(true);
  };
  await eventually(() => isTrue('Available'));
  await eventually(async () => {
    const profiles = await client.list(storageProfile);
    const items = profiles.ok ? profiles.value.items : [];
    expect(items.length > 0 && items.every(({ status }) => isJsonObject(status))).toBe(true);
  });
  if (failing === undefined) return;
  await failOperand(client, failing);
  await eventually(() => isTrue('Degraded'));
}

async function diagnose(kubeconfig: string): Promise<{ code: number; findings: readonly JsonObject[] }> {
  const { code, out } = await run(['doctor', '--kubeconfig', kubeconfig, '-o', 'json'], {});
  return { code, findings: objectsAt(JSON.parse(out), 'findings') };
}

const parts = ({ code, severity, params }: JsonObject) => ({ code, severity, params });

describe(`scenarios, and what the doctor finds in them (${scenarios.length})`, () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (name, scenario) => {
    const [id = ''] = Object.entries(played).find(([, one]) => one === name) ?? [];
    const expected = objectsAt({ list: vectors.get(id)?.expect }, 'list').map(parts);
    const own = ownScenarios[name];
    const isCritical = expected.some(({ severity }) => severity === 'critical');
    await withScenario(scenario, async (kubeconfig) => {
      await eventually(async () => {
        const { code, findings } = await diagnose(kubeconfig);
        if (own !== undefined) {
          expect(findings.map((finding) => finding.code)).toEqual(own);
          return;
        }
        expect(findings.map(parts)).toMatchObject(expected);
        expect(findings).toHaveLength(expected.length);
        if (isCritical || scenario.withheld !== undefined) expect(code).toBe(isCritical ? 1 : 3);
      });
    });
  });
});

test('each vector is played by a scenario of its own', () => {
  expect(Object.keys(played)).toEqual([...vectors.keys()]);
  expect([...Object.values(played), ...Object.keys(ownScenarios)].sort()).toEqual(
    scenarios.map(({ name }) => name).sort(),
  );
});

test('the document has all of them', () => {
  const rows = [
    ...readFileSync('docs/post-installation.md', 'utf8').matchAll(/^\| `([\w-]+)` +\| (.*?) +\|$/gm),
  ];
  expect(rows.map(([, name, says]) => [name, says])).toEqual(scenarios.map(({ name, says }) => [name, says]));
});

describe('what does not go together is refused', () => {
  it.each([
    [
      { scenario: 'no-defalt-class' },
      /there is none of that name; did you mean no-default-class\?; known are\n/,
    ],
    [{ scenario: 'healthy', filename: 'hc.yaml' }, /^--filename: leave it out with --scenario/],
    [{ scenario: 'healthy', nodes: 'amd64=1' }, /^--nodes: leave it out/],
    [
      { scenario: 'healthy', platform: 'openshift' },
      /^--platform openshift: leave it out .* its platform, kubernetes/,
    ],
  ])('%j', (options, says) => {
    expect(() => chooseScenario(options)).toThrow(says);
  });
});

test('where rights are withheld, the kubeconfig has them all in another context', async () => {
  const cluster = await startEmbeddedCluster({ insecure: true, workloads: playedWorkloads() });
  const scenario = scenarios.find(({ withheld }) => withheld !== undefined);
  const { contexts, users, ...rest } = parse(kubeconfigText(cluster, { operatorNamespace: 'n', scenario }));
  await cluster.stop();
  expect(contexts).toHaveLength(2);
  expect(contexts[1]).toMatchObject({ name: 'admin', context: { user: 'admin', namespace: 'n' } });
  expect(users[1]).toEqual({ name: 'admin', user: { token: cluster.adminToken } });
  expect(rest['current-context']).toBe(contexts[0].name);
  expect(users[0].user.token).not.toBe(cluster.adminToken);
});
