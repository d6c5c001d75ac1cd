import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  valueAt,
} from '@archipelago/apimachinery';
import { afterAll, afterEach, expect, test } from 'vitest';
import { nodes, operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { Canaries } from '../support/canaries.ts';
import { eventually } from '../support/eventually.ts';
import { auditedWrites, judgeTerms } from '../support/lease-terms.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import { killAll } from './archipelago-process.ts';
import { carryOut, drawDeed, type Inputs, inputsAfter } from './deeds.ts';
import {
  demand,
  type FurnishedCluster,
  furnishedKubernetes,
  operatorNamespace,
} from './furnished-cluster.ts';
import { gatheredText } from './gathered-text.ts';
import { builderImage, type Logins, putLoginsEverywhere } from './logins-everywhere.ts';
import { hasReconciled, leads, quiet } from './operator-process.ts';
import { type Replica, ReplicaGroup } from './replica-group.ts';
import { startTraceCollector } from './trace-collector.ts';

const kills = 50;
/** Every so many terms the leader stands still instead until another leads, and then goes on where it was. */
const suspendEvery = 10;
/** LEADER_SEED repeats a run. */
const seed = Number(process.env.LEADER_SEED ?? Math.floor(Math.random() * 1_000_000));
const election = [
  ...['--leader-elect-lease-duration', '2s', '--leader-elect-renew-deadline', '1500ms'],
  ...['--leader-elect-retry-period', '300ms'],
];
const account = `system:serviceaccount:${operatorNamespace}:${operatorName}`;
/** What is written is logged as a whole, that its version can be told. */
const auditRules = [
  { level: 'RequestResponse', users: [account], verbs: ['create', 'update', 'patch', 'delete'] },
];
const execute = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'archipelago-leaders-'));
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
  await killAll();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Texts of metrics that were scraped on the way. */
const scraped: string[] = [];

/** Until the leader has come to a moment that is drawn; faults may keep it from it, and then it is killed where it is. */
async function letWork({ process }: Replica, random: Draw): Promise<void> {
  const patienceMs = 2_000;
  const moment = random(3);
  if (moment > 0) await process.said(leads, patienceMs).catch(() => undefined);
  if (moment > 1) await process.said(hasReconciled, patienceMs).catch(() => undefined);
}

async function disturb(cluster: FurnishedCluster, inputs: Inputs, random: Draw): Promise<Inputs> {
  let after = inputs;
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const deed = drawDeed(random);
    await carryOut(cluster, deed, after);
    after = inputsAfter(after, deed);
  }
  return after;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The leader stands still past its lease, and goes on when another leads: nothing has told it yet. */
async function suspend(group: ReplicaGroup, leader: Replica): Promise<Replica> {
  leader.process.suspend();
  const next = await group.nextHolder(leader);
  leader.process.resume();
  return next;
}

interface Story {
  readonly inputs: Inputs;
  readonly suspensions: number;
  readonly killed: number;
}

async function killLeaders(cluster: FurnishedCluster, group: ReplicaGroup, spec: JsonObject): Promise<Story> {
  const random = seededDraw(seed);
  let inputs: Inputs = { spec, annotations: {}, architectures: new Map() };
  await group.refill();
  await cluster.createHyperConverged(inputs);
  let last: Replica | undefined;
  let suspensions = 0;
  let killed = 0;
  while (killed < kills) {
    let leader = await group.nextHolder(last);
    await letWork(leader, random);
    inputs = await disturb(cluster, inputs, random);
    if (killed % suspendEvery === suspendEvery - 1) {
      leader = await suspend(group, leader);
      suspensions += 1;
    }
    await pause(random(120));
    // it may have lost the lease meanwhile
    leader = (await group.holder()) ?? leader;
    scraped.push(await leader.process.scrape().catch(() => ''));
    await leader.process.kill();
    killed += 1;
    last = leader;
    await group.refill();
  }
  return { inputs, suspensions, killed };
}

/** Where something that is wanted is not there; servers add what they default. */
function missing(
  live: JsonValue | undefined,
  wanted: JsonValue | undefined,
  path: string,
): readonly string[] {
  if (Array.isArray(wanted)) {
    const found = Array.isArray(live) && live.length === wanted.length ? live : undefined;
    return found === undefined
      ? [`${path}: ${JSON.stringify(live)}, not ${JSON.stringify(wanted)}`]
      : wanted.flatMap((each, index) => missing(found[index], each, `${path}[${index}]`));
  }
  if (!isJsonObject(wanted))
    return live === wanted ? [] : [`${path}: ${JSON.stringify(live)}, not ${JSON.stringify(wanted)}`];
  const within = isJsonObject(live) ? live : {};
  return Object.entries(wanted).flatMap(([key, value]) => missing(within[key], value, `${path}.${key}`));
}

async function rendered(cluster: FurnishedCluster): Promise<readonly JsonObject[]> {
  const hyperConverged = (await cluster.hyperConverged()) ?? {};
  const { items } = demand(await cluster.client.list(nodes));
  const facts = {
    nodes: items.map((node) => ({
      name: node.metadata.name,
      arch: node.metadata.labels?.['kubernetes.io/arch'] ?? '',
      roles: ['worker'],
    })),
    dataImportSchedule: valueAt(hyperConverged, 'status', 'dataImportSchedule') ?? '',
    env: { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' },
  };
  const files = { object: join(folder, 'hyperconverged.json'), facts: join(folder, 'facts.json') };
  writeFileSync(files.object, JSON.stringify(hyperConverged));
  writeFileSync(files.facts, JSON.stringify(facts));
  const { stdout } = await execute(
    process.execPath,
    ['bin/archipelago', 'render', '-f', files.object, '--cluster', files.facts, '-o', 'json'],
    { maxBuffer: 2 ** 26 },
  );
  const list: JsonObject = JSON.parse(stdout);
  return Array.isArray(list.items) ? list.items.filter(isJsonObject) : [];
}

function keyOf(object: JsonObject): string {
  return `${String(object.kind)} ${String(valueAt(object, 'metadata', 'name'))}`;
}

function plain(object: KubernetesObject): JsonObject {
  const copy: JsonValue = JSON.parse(JSON.stringify(object));
  return isJsonObject(copy) ? copy : {};
}

/** How operands are not as `render` says. */
async function unlikeRendered(cluster: FurnishedCluster): Promise<readonly string[]> {
  const wanted = new Map((await rendered(cluster)).map((object) => [keyOf(object), object]));
  const live = await cluster.operands();
  return [...new Set([...wanted.keys(), ...live.keys()])].flatMap((key) => {
    const found = live.get(key);
    const want = wanted.get(key);
    if (want === undefined) return found === undefined ? [] : [`${key}: is there, and is not to be`];
    return missing(found === undefined ? undefined : plain(found), want, key);
  });
}

/** Every object of the cluster but the secrets that were made with canaries. */
async function allObjects(cluster: FurnishedCluster, { secrets }: Logins): Promise<string> {
  const kubectl = async (...args: readonly string[]) => {
    const all = ['--kubeconfig', cluster.kubeconfig, ...args];
    return (await execute('kubectl', all, { maxBuffer: 2 ** 30 })).stdout;
  };
  const kinds = (await kubectl('api-resources', '--verbs', 'list', '-o', 'name')).trim().split('\n');
  const list: JsonObject = JSON.parse(await kubectl('get', kinds.join(','), '-A', '-o', 'json'));
  const items = Array.isArray(list.items) ? list.items.filter(isJsonObject) : [];
  expect(items.length).toBeGreaterThan(100);
  const isOwn = (item: JsonObject) =>
    item.kind === 'Secret' &&
    secrets.has(
      `${String(valueAt(item, 'metadata', 'namespace'))}/${String(valueAt(item, 'metadata', 'name'))}`,
    );
  return JSON.stringify(items.filter((item) => !isOwn(item)));
}

test(`${kills} SIGKILLs of the leader among API faults: nobody writes who does not hold the lease (LEADER_SEED=${seed})`, async () => {
  const began = performance.now();
  const cluster = await furnishedKubernetes.start({
    importer: 'builtin',
    layering: builderImage,
    auditRules,
  });
  endings.push(() => cluster.stop());
  const canaries = new Canaries();
  const logins = await putLoginsEverywhere(cluster, canaries, folder);
  endings.push(() => logins.registry.stop());
  const token = canaries.make("the operator's own token");
  const collector = await startTraceCollector(canaries.make('login of the collector of traces'));
  endings.push(async () => collector.stop());
  // who is started from here on has them
  Object.assign(process.env, collector.variables);
  const group = new ReplicaGroup({ cluster, seed, args: [...logins.args, ...election], token });
  endings.push(() => group.stop());

  const story = await killLeaders(cluster, group, logins.spec);
  group.heal();
  const leader = await group.nextHolder(undefined);
  await quiet(cluster, leader.process, 90_000);
  // a watch that was cut may begin again a little later than all is quiet
  await eventually(async () => expect(await unlikeRendered(cluster)).toEqual([]), { pauseMs: 500 });
  const inSpec = (await cluster.hyperConverged())?.spec;
  expect(missing(isJsonObject(inSpec) ? inSpec : {}, story.inputs.spec, 'spec')).toEqual([]);

  const audit = readFileSync(cluster.auditLog ?? '', 'utf8');
  const terms = judgeTerms(auditedWrites(audit, account));
  expect(terms.byNonHolders).toEqual([]);
  expect(terms.impostors).toEqual([]);
  expect(terms.holders.length).toBeGreaterThan(kills);
  expect(terms.accepted).toBeGreaterThan(kills);

  scraped.push(await leader.process.scrape());
  const objects = await allObjects(cluster, logins);
  const gathered = await gatheredText(
    cluster.kubeconfig,
    join(folder, 'gathered'),
    await leader.process.metricsPage(),
  );
  const traces = collector.received();
  expect([gathered.length > 10_000, traces.includes('reconcile HyperConverged')]).toEqual([true, true]);
  const places = {
    logs: group.all.map(({ process }) => process.output()).join('\n'),
    requests: JSON.stringify(group.all.map(({ proxy }) => proxy.answered)),
    objects,
    metrics: scraped.join('\n'),
    audit,
    gathered,
    traces,
  };
  const found = Object.entries(places).map(([place, text]) => [place, canaries.foundIn(text)]);
  expect(found).toEqual(Object.keys(places).map((place) => [place, []]));
  const used = new Set(logins.registry.requests.filter(({ status }) => status < 300));
  expect(used.size).toBeGreaterThan(0);
  console.log(
    `killed leaders: LEADER_SEED=${seed}, ${story.killed} SIGKILLs of the leader and ${story.suspensions} suspensions, ` +
      `${group.faults} API faults, ${terms.holders.length} terms, ${terms.accepted} writes accepted, ` +
      `${terms.byNonHolders.length} of them by non-holders, ${terms.refused} refused, ${terms.events} events; ` +
      `${canaries.count} canaries looked for in ${Object.keys(places).join(', ')}, none found; ` +
      `${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
}, 600_000);
