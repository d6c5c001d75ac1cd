import { applyMergePatch, isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Operand } from '../../packages/archipelago/src/config/framework/operand.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import {
  hyperConvergeds,
  nodes as nodeResource,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import type { Draw } from '../support/seeded-random.ts';
import { demand, type FurnishedCluster, hyperConvergedName, operatorNamespace } from './furnished-cluster.ts';

/** What decides the final state: the user's object and the nodes that came after the cluster's own. */
export interface Inputs {
  readonly spec: JsonObject;
  readonly annotations: Readonly<Record<string, string>>;
  readonly architectures: ReadonlyMap<string, string>;
}

/** What happens to a cluster besides its operator's work. */
export type Deed =
  | { readonly kind: 'setting'; readonly spec: JsonObject }
  | { readonly kind: 'annotation'; readonly key: string; readonly value: string | null }
  | { readonly kind: 'node'; readonly name: string; readonly architecture: string }
  | { readonly kind: 'vandalism'; readonly operand: Operand; readonly draw: number };

function setting(spec: JsonObject): Deed {
  return { kind: 'setting', spec };
}

function annotation(key: string, value: string | null): Deed {
  return { kind: 'annotation', key, value };
}

function drawSetting(random: Draw): Deed {
  const on = random(2) === 0;
  const placement = { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } };
  const choices: readonly Deed[] = [
    setting({ liveMigrationConfig: { parallelMigrationsPerCluster: 1 + random(50) } }),
    setting({ featureGates: { alignCPUs: on, enableMultiArchBootImageImport: random(2) === 0 } }),
    setting({ enableApplicationAwareQuota: on }),
    setting({ logVerbosityConfig: { kubevirt: { virtLauncher: 1 + random(9) } } }),
    setting({ workloads: on ? placement : null }),
    annotation('hco.kubevirt.io/deployPasstNetworkBinding', on ? 'true' : null),
    annotation('deployOVS', on ? 'true' : null),
    annotation(
      'kubevirt.kubevirt.io/jsonpatch',
      on ? '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]' : null,
    ),
  ];
  return choices[random(choices.length)] ?? setting({});
}

const newArchitectures = ['arm64', 's390x', 'ppc64le'] as const;

/** Draws what a user or a stranger does next. */
export function drawDeed(random: Draw): Deed {
  const draw = random(1_000);
  switch (random(4)) {
    case 0: {
      const architecture = newArchitectures[draw % newArchitectures.length] ?? 'arm64';
      return { kind: 'node', name: `late-${architecture}`, architecture };
    }
    case 1: {
      const operand = operands[draw % operands.length];
      return operand === undefined ? drawSetting(random) : { kind: 'vandalism', operand, draw };
    }
    default:
      return drawSetting(random);
  }
}

/** What the inputs are after a deed; a node that is there goes. */
export function inputsAfter(inputs: Inputs, deed: Deed): Inputs {
  switch (deed.kind) {
    case 'vandalism':
      return inputs;
    case 'setting': {
      const spec = applyMergePatch(inputs.spec, deed.spec);
      return { ...inputs, spec: isJsonObject(spec) ? spec : {} };
    }
    case 'annotation':
      return { ...inputs, annotations: toggled(inputs.annotations, deed.key, deed.value) };
    case 'node': {
      const architectures = new Map(inputs.architectures);
      if (!architectures.delete(deed.name)) architectures.set(deed.name, deed.architecture);
      return { ...inputs, architectures };
    }
  }
}

function toggled(annotations: Inputs['annotations'], key: string, value: string | null) {
  const { [key]: _, ...others } = annotations;
  return value === null ? others : { ...others, [key]: value };
}

/** Does it. */
export async function carryOut(sandbox: FurnishedCluster, deed: Deed, before: Inputs): Promise<void> {
  switch (deed.kind) {
    case 'setting':
      await patchHyperConverged(sandbox, { spec: deed.spec });
      break;
    case 'annotation':
      await patchHyperConverged(sandbox, { metadata: { annotations: { [deed.key]: deed.value } } });
      break;
    case 'node':
      if (before.architectures.has(deed.name))
        demand(await sandbox.client.delete(nodeResource, { name: deed.name }));
      else await addNode(sandbox, deed.name, deed.architecture);
      break;
    case 'vandalism':
      await vandalize(sandbox, deed.operand, deed.draw);
  }
}

async function patchHyperConverged({ client }: FurnishedCluster, body: JsonObject): Promise<void> {
  demand(await client.patch(hyperConvergeds, hyperConvergedName, { type: 'merge', body }));
}

/** A node joins. */
export async function addNode(
  { client }: FurnishedCluster,
  name: string,
  architecture: string,
): Promise<void> {
  const machine = { name, architecture, roles: ['worker'] };
  demand(
    await client.create(nodeResource, simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index: 900 })),
  );
}

/** A stranger removes an operand, or changes what is the operator's in it. */
async function vandalize({ client, get }: FurnishedCluster, operand: Operand, draw: number): Promise<void> {
  const namespace = operand.namespaced ? (operand.namespace ?? operatorNamespace) : undefined;
  const name = { namespace, name: operand.name(hyperConvergedName.name) };
  if ((await get(operand, name)) === undefined) return;
  const labels = { 'app.kubernetes.io/part-of': `stranger-${draw}` };
  const spec = operand.reportsConditions ? { spec: { infra: { replicas: draw } } } : {};
  const result =
    draw % 3 === 0
      ? await client.delete(operand, name)
      : await client.patch(operand, name, { type: 'merge', body: { metadata: { labels }, ...spec } });
  // the operator, or the operand's own controller, may have been quicker
  if (!result.ok && result.status.code !== 404 && result.status.code !== 409) demand(result);
}
