import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { leases } from '@archipelago/kube-client';
import { Command } from 'commander';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCluster } from '../../packages/archipelago/src/cli/cluster/live-cluster.ts';
import { addAdoptCommand } from '../../packages/archipelago/src/cli/commands/adopt/adopt-command.ts';
import type { AdoptOptions } from '../../packages/archipelago/src/cli/commands/adopt/adopt-options.ts';
import { runAdopt } from '../../packages/archipelago/src/cli/commands/adopt/run-adopt.ts';
import { processIo } from '../../packages/archipelago/src/cli/process/process-io.ts';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { demandPublished } from '../support/demand-published.ts';
import { hurriedClock } from '../support/hurried-clock.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { vectorsOf } from '../support/vectors.ts';
import { shellWords } from '../walkthroughs/shell-words.ts';
import { type Installation, installHco, removeHco, storedOf } from './hco-installation.ts';
import { leaveByHco, type Measured } from './left-by-hco.ts';
import { available, createWorld, demand, type World } from './operator-world.ts';
import { type Interruption, playedClient } from './played-deployments.ts';

const vectors = new Map(vectorsOf('render'));
const clock = hurriedClock(50);

/** `archipelago adopt` on clusters that the HyperConverged Cluster Operator configured: the way there and back. */
export function testAdopt(servers: TestServers, installations: readonly Installation[]): void {
  let world: World;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archipelago-adopt-'));
  });
  afterEach(async () => {
    await removeHco(world);
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => servers.stop());

  async function left(installation: Installation): Promise<void> {
    const vector: Measured = vectors.get('base-k8s') ?? {};
    world = await createWorld(objectAt(vector.cluster), { servers });
    await leaveByHco(world, vector);
    await world.reportOperands(() => available);
    // a field that it left otherwise than we want it: a change that is planned
    const body = { spec: { configuration: { cpuModel: 'drifted' } } };
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
    await installHco(world, installation);
    world.startOperator({ identity: 'ours' });
    const lease = { namespace: world.namespace, name: operatorName };
    await until(async () => (await world.client.get(leases, lease)).ok, { withinMs: 60_000, pauseMs: 5 });
  }

  const undoFile = () => join(folder, 'way-back.json');

  /** Runs the command with a cluster that plays the pods of Deployments; undefined: it was interrupted. */
  async function adopt(
    options: AdoptOptions,
    interruption: Interruption = { after: Number.POSITIVE_INFINITY },
  ) {
    let [out, err] = ['', ''];
    const io = {
      ...processIo(),
      out: (text: string) => {
        out += text;
      },
      err: (text: string) => {
        err += text;
      },
    };
    const client = playedClient(world.client, interruption);
    const open: Parameters<typeof runAdopt>[2] = {
      open: (given, to, use) => readCluster({ client, options: given, io: to }, use),
      clock,
    };
    const code = await runAdopt({ timeout: '1h', ...options }, io, open).catch((error: unknown) => {
      if (interruption.cut === true) return undefined;
      throw error;
    });
    if (options.yes !== true && code !== undefined && options.output === 'json')
      demandPublished(['adopt', '-o', 'json'], out);
    return { code, out, err };
  }

  const there = (interruption?: Interruption) => adopt({ yes: true, undoFile: undoFile() }, interruption);
  const back = (interruption?: Interruption) => adopt({ yes: true, back: undoFile() }, interruption);

  /** What a line of the guide means; its files are in a folder of the test. */
  async function optionsOf(line = ''): Promise<AdoptOptions> {
    let meant: AdoptOptions | undefined;
    const program = new Command();
    addAdoptCommand(program, async (options) => {
      meant = options;
    });
    await program.parseAsync([...shellWords(line.replace('way-back.json', undoFile()))].slice(1), {
      from: 'user',
    });
    if (meant === undefined) throw new Error(`${line}: is no command of the guide`);
    return meant;
  }

  /** Until nothing interrupts it, each time a write later; how often it was interrupted. */
  async function interrupted(run: typeof there): Promise<number> {
    for (let cuts = 0; ; cuts += 1) {
      // one write more goes through in each run
      const { code, err } = await run({ after: 1 });
      if (code === undefined) continue;
      expect([code, err.includes('archipelago: ')]).toEqual([0, false]);
      return cuts;
    }
  }

  describe.each(installations)(`adopt, %s, ${servers.name}`, (installation) => {
    it('takes over and gives back, cut off after each write, and only what was planned changes', async () => {
      await left(installation);
      const before = await storedOf(world);
      expect(await interrupted(there)).toBeGreaterThanOrEqual(installation === 'olm' ? 6 : 4);
      expect((await stat(undoFile())).mode & 0o777).toBe(0o600);
      await world.quiet();
      const between = await storedOf(world);
      expect(changedOperands(before, between)).toEqual(['KubeVirt spec.configuration']);
      expect(await adopt({})).toMatchObject({
        code: 0,
        out: expect.stringContaining('nothing is to be done'),
      });
      const shown = await adopt({ back: undoFile() });
      expect(shown).toMatchObject({ code: 1, out: expect.stringContaining('spec.replicas: 0 → 1') });
      expect(await interrupted(back)).toBeGreaterThanOrEqual(4);
      await world.quiet();
      const after = await storedOf(world);
      expect(after.operands).toEqual(between.operands);
      expect(after.installation).toEqual(expectedBack(before, installation));
      expect(after.own).toEqual({ replicas: 0, webhook: false });
      expect(await adopt({ back: undoFile() })).toMatchObject({ code: 0 });
    });

    it('there and back, command by command as the guide has it', async () => {
      await left(installation);
      const [shown, done, shownBack, doneBack] = guide();
      const before = await storedOf(world);
      const { code, out, err } = await adopt(await optionsOf(shown));
      expect([code, err]).toEqual([1, '']);
      expect(out).toMatch(/Steps\n {2}1\. /);
      expect(out).toContain('KubeVirt/kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged');
      expect(out).toContain('- spec.configuration.cpuModel: "drifted"');
      const { out: data } = await adopt({ output: 'json' });
      expect(JSON.parse(data)).toMatchObject({ state: { installation }, refusals: [] });
      expect(await storedOf(world)).toEqual(before);
      expect(await adopt(await optionsOf(done))).toMatchObject({
        code: 0,
        out: expect.stringContaining('no operand changed but as planned'),
      });
      const text = await readFile(undoFile(), 'utf8');
      expect(await adopt(await optionsOf(shownBack))).toMatchObject({ code: 1, err: '' });
      expect(await adopt(await optionsOf(doneBack))).toMatchObject({ code: 0 });
      expect(await readFile(undoFile(), 'utf8')).toBe(text);
    });
  });
}

/** The commands in the guide, in the order in which they stand there. */
function guide(): readonly string[] {
  const document = readFileSync('docs/how-to/migrate-from-hco.md', 'utf8');
  return [...document.matchAll(/^archipelago adopt.*$/gm)].map(([line]) => line);
}

type Stored = Awaited<ReturnType<typeof storedOf>>;

/** `KubeVirt spec.configuration` */
function changedOperands(before: Stored, after: Stored): readonly string[] {
  expect([...after.operands.keys()]).toEqual([...before.operands.keys()]);
  return [...before.operands].flatMap(([key, old]) => {
    const now: JsonObject = after.operands.get(key) ?? {};
    const members = Object.keys({ ...objectAt(old, 'spec'), ...objectAt(now, 'spec') });
    const differ = members.filter(
      (name) => JSON.stringify(objectAt(old, 'spec')[name]) !== JSON.stringify(objectAt(now, 'spec')[name]),
    );
    const isSame = JSON.stringify(old.metadata) === JSON.stringify(now.metadata);
    return [
      ...differ.map((name) => `${key.split('/')[0]} spec.${name}`),
      ...(isSame ? [] : [`${key} metadata`]),
    ];
  });
}

/** OLM makes its webhooks itself, and nobody plays it here. */
function expectedBack({ installation }: Stored, kind: Installation): Stored['installation'] {
  return kind === 'plain' ? installation : { ...installation, webhooks: [] };
}
