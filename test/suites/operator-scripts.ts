import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { nodeFacts } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import type { Operand } from '../../packages/archipelago/src/config/framework/operand.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import { demand, meta, type World } from './operator-world.ts';

type Deed = (world: World) => Promise<void>;

/** What users, administrators and strangers do, drawn by chance. */
function drawDeed(random: Draw): Deed {
  switch (random(6)) {
    case 0:
      return edit({ liveMigrationConfig: { parallelMigrationsPerCluster: 1 + random(50) } });
    case 1:
      return edit({
        featureGates: { alignCPUs: random(2) === 0, enableMultiArchBootImageImport: random(2) === 0 },
      });
    case 2:
      return edit({ enableApplicationAwareQuota: random(2) === 0 });
    case 3:
      return annotate(random(2) === 0);
    case 4:
      return changeNodes(random(3), random(2));
    default:
      return vandalize(random(1_000));
  }
}

function edit(spec: JsonObject): Deed {
  return (world) => patchHyperConverged(world, { spec });
}

function annotate(on: boolean): Deed {
  const text = '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]';
  return (world) =>
    patchHyperConverged(world, {
      metadata: {
        annotations: { 'kubevirt.kubevirt.io/jsonpatch': on ? text : null, deployOVS: on ? 'true' : null },
      },
    });
}

async function patchHyperConverged(world: World, body: JsonObject): Promise<void> {
  const name = { namespace: world.namespace, name: 'kubevirt-hyperconverged' };
  demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
}

function changeNodes(arm: number, mainframe: number): Deed {
  return (world) =>
    world.setNodes([
      ...world.inputs.facts.nodes,
      ...Array.from({ length: arm }, (_, index) => nodeFacts(`arm-${index}`, 'arm64', ['worker'])),
      ...Array.from({ length: mainframe }, (_, index) => nodeFacts(`z-${index}`, 's390x', ['worker'])),
    ]);
}

/** A stranger changes, or removes, some operand that is there. */
function vandalize(draw: number): Deed {
  return async (world) => {
    const present: readonly Operand[] = operands.filter(({ reportsConditions }) => reportsConditions);
    const operand = present[draw % present.length];
    if (operand === undefined || (await world.get(operand, world.nameOf(operand))) === undefined) return;
    if (draw % 3 === 0) demand(await world.client.delete(operand, world.nameOf(operand)));
    else {
      const body = {
        metadata: { labels: { 'app.kubernetes.io/part-of': 'x', mine: 'y' } },
        spec: { infra: { replicas: draw } },
      };
      await world.client.patch(operand, world.nameOf(operand), { type: 'merge', body });
    }
  };
}

export interface Script {
  readonly cluster: JsonObject;
  readonly deeds: readonly Deed[];
}

/** A cluster, and three to six deeds. */
export function drawScript(seed: number): Script {
  const random = seededDraw(seed);
  const cluster = random(2) === 0 ? {} : { openshift: true, baseDomain: 'apps.example.com' };
  return { cluster, deeds: Array.from({ length: 3 + random(4) }, () => drawDeed(random)) };
}

/** A HyperConverged without settings. */
export const request: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};

/** Everything but what names a moment or an identity. */
export async function stateOf(world: World): Promise<JsonValue> {
  const hyperConverged = (await world.hyperConverged()) ?? {};
  const objects = [...(await world.operands())].sort(([a], [b]) => (a < b ? -1 : 1));
  return timeless({
    hyperConverged: { ...hyperConverged, metadata: metadataOf(hyperConverged) },
    operands: objects.map(([key, object]) => ({ key, ...object, metadata: metadataOf(object) })),
  });
}

const momentary = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'lastTransitionTime',
  'observedGeneration',
];

export function metadataOf(object: JsonObject): JsonObject {
  const { labels, ...rest } = meta(object);
  const ours = isJsonObject(labels) ? Object.entries(labels).filter(([key]) => key !== 'mine') : [];
  return { ...rest, labels: Object.fromEntries(ours.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

export function timeless(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(timeless);
  if (!isJsonObject(value)) return value ?? null;
  const members = Object.entries(value).filter(
    ([key, below]) => !momentary.includes(key) && below !== undefined,
  );
  return Object.fromEntries(members.map(([key, below]) => [key, timeless(below)]));
}
