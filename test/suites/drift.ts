import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Operand } from '../../packages/archipelago/src/config/framework/operand.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import type { TestServers } from '../support/test-servers.ts';
import { metadataOf, request, timeless } from './operator-scripts.ts';
import { createWorld, demand, meta, type World } from './operator-world.ts';

/** Where every operand is there. */
const cluster = {
  openshift: true,
  baseDomain: 'apps.example.com',
  env: { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' },
};
const everything: JsonObject = {
  ...request,
  metadata: { ...meta(request), annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' } },
  spec: { enableApplicationAwareQuota: true, higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
};

/** A field of an operand's spec that a stranger may think is theirs. */
const specs: Readonly<Record<string, JsonObject>> = {
  KubeVirt: { imagePullPolicy: 'Never' },
  CDI: { imagePullPolicy: 'Never' },
  NetworkAddonsConfig: { imagePullPolicy: 'Never' },
  SSP: { templateValidator: { replicas: 7 } },
  AAQ: { imagePullPolicy: 'Never' },
};

/** Every operand that a stranger changes, relabels or deletes is as before, by one write, counted and told. */
export function testDrift(servers: TestServers): void {
  let world: World | undefined;
  afterEach(() => world?.stop());
  afterAll(() => servers.stop());

  describe(`drift, ${servers.name}`, () => {
    it('of every operand is put right by one write each', async () => {
      const here = await createWorld(cluster, { servers });
      world = here;
      here.startOperator({ random: () => 0.5 });
      await here.write(everything);
      await here.settle();
      const present = operands.filter((operand) => operand.fits(here.derived()));
      let reverts = 0;
      for (const operand of present) {
        // its labels are the installation's
        if (operand.isInstalled) await changed(here, operand, { rules: [] });
        else await relabel(here, operand);
        if (specs[operand.kind] !== undefined) await respecify(here, operand);
        await remove(here, operand);
        reverts += 2;
      }
      expect(present.length).toBe(15);
      console.log(`drift, ${servers.name}: ${present.length} operands, ${reverts} relabelled or deleted`);
      const [marked] = present;
      if (marked === undefined) throw new Error('no operand is there');
      const rest = here.requests.length;
      // nothing is due within a minute of the operator's time, and one more change makes it write nothing else
      await here.quiet(5, 60_000);
      await relabel(here, marked);
      const written = here.requests.slice(rest).filter(({ path }) => !path.includes('/events'));
      expect(written.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
        expect.stringMatching(`^PATCH .*/${marked.plural}/${here.nameOf(marked).name}$`),
      ]);
    });
  });
}

async function relabel(world: World, operand: Operand): Promise<void> {
  const labels = { 'app.kubernetes.io/part-of': 'a-stranger', mine: 'stays' };
  await changed(world, operand, { metadata: { labels } });
  const live = (await world.get(operand, world.nameOf(operand))) ?? {};
  expect(meta(live).labels, operand.kind).toMatchObject({ mine: 'stays' });
}

async function respecify(world: World, operand: Operand): Promise<void> {
  await changed(world, operand, { spec: specs[operand.kind] ?? {} });
}

/** A foreign change is reverted by one update, counted under the operand's name, and told. */
async function changed(world: World, operand: Operand, body: JsonObject): Promise<void> {
  const before = await stateOf(world, operand);
  const [told, counted] = [await overwritten(world, operand), reverts(world)];
  const from = world.requests.length;
  demand(await world.client.patch(operand, world.nameOf(operand), { type: 'merge', body }));
  await world.quiet();
  expect(await stateOf(world, operand), operand.kind).toEqual(before);
  expect(writes(world, operand, from), operand.kind).toEqual(['PATCH']);
  expect(reverts(world), operand.kind).toBe(counted + 1);
  expect(await overwritten(world, operand), operand.kind).toBe(told + 1);
}

/** What was deleted is made again by one create, as another object. */
async function remove(world: World, operand: Operand): Promise<void> {
  const before = await stateOf(world, operand);
  const live = (await world.get(operand, world.nameOf(operand))) ?? {};
  const from = world.requests.length;
  demand(await world.client.delete(operand, world.nameOf(operand)));
  await world.settle();
  const after = (await world.get(operand, world.nameOf(operand))) ?? {};
  expect(meta(after).uid, operand.kind).not.toBe(meta(live).uid);
  expect(await stateOf(world, operand), operand.kind).toEqual(before);
  expect(writes(world, operand, from), operand.kind).toEqual(['POST']);
}

/** Without what names a moment, what strangers may keep, and what others report. */
async function stateOf(world: World, operand: Operand): Promise<JsonValue> {
  const live = await world.get(operand, world.nameOf(operand));
  if (live === undefined) return null;
  const { status: _, ...rest } = live;
  return timeless({ ...rest, metadata: metadataOf(live) });
}

function writes(world: World, operand: Operand, from: number): readonly string[] {
  const { name } = world.nameOf(operand);
  return world.requests
    .slice(from)
    .filter(({ method, path, status }) => {
      const [asked = ''] = path.split('?');
      const isOfKind = asked.endsWith(`/${operand.plural}`) || asked.endsWith(`/${operand.plural}/${name}`);
      return isOfKind && method !== 'GET' && status < 300;
    })
    .map(({ method }) => method);
}

function reverts(world: World): number {
  const samples = world.operator?.metrics.samples('outOfBandModifications') ?? [];
  return samples.reduce((sum, { value }) => sum + value, 0);
}

async function overwritten(world: World, operand: Operand): Promise<number> {
  const resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };
  const name = world.nameOf(operand).name;
  const { items } = demand(await world.client.list(resource));
  return items
    .filter(
      ({ reason, message }) =>
        reason === 'Overwritten' && `${message}:`.includes(`Overwritten ${operand.kind} ${name}:`),
    )
    .filter(isJsonObject)
    .reduce((sum, { count }) => sum + Number(count ?? 1), 0);
}
