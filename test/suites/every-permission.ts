import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  systemClock,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type Resource } from '@archipelago/kube-client';
import { type Attempt, attemptOf } from '@archipelago/kube-sandbox';
import { createRegistryClient, createRegistrySession, withInsecure } from '@archipelago/oci-registry';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lookUpImage } from '../../packages/archipelago/src/cli/commands/up/look-up-image.ts';
import { createRunOwnCommand } from '../../packages/archipelago/src/cli/commands/up/run-own-command.ts';
import { priorityClass } from '../../packages/archipelago/src/config/operands/priority-class/priority-class.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { viewerRole } from '../../packages/archipelago/src/golden-images/boot-sources/support-objects.ts';
import { bootImageNamespace } from '../../packages/archipelago/src/golden-images/images/boot-image-namespace.ts';
import { layeringDefinitions } from '../../packages/archipelago/src/layering/api/layering-definitions.ts';
import {
  machineConfigGroup,
  names,
  ownGroup,
} from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { createAskImage } from '../../packages/archipelago/src/operator/golden-images/ask-image.ts';
import {
  bootSourceKinds,
  supportKinds,
} from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import { installationManifests } from '../../packages/archipelago/src/operator/installation-manifests.ts';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import {
  definitions,
  hyperConvergeds,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import {
  jobsAccount,
  usualBuildsNamespace,
} from '../../packages/archipelago/src/operator/options/layering-choices.ts';
import { permissions } from '../../packages/archipelago/src/operator/permissions.ts';
import type { Installation, Permission } from '../../packages/archipelago/src/operator/rights/permission.ts';
import { ScrapeReviewer } from '../../packages/archipelago/src/operator/serving/scrape-reviewer.ts';
import { webhookConfigurations } from '../../packages/archipelago/src/operator/webhook/webhook-kinds.ts';
import { webhookNames } from '../../packages/archipelago/src/operator/webhook/webhook-names.ts';
import { createReadyNodes } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startImporter } from '../../packages/archipelago/src/simulation/actors/importer/start-importer.ts';
import { createSimulatedBuildRunner } from '../../packages/archipelago/src/simulation/actors/jobs/simulated-build-runner.ts';
import { startJobController } from '../../packages/archipelago/src/simulation/actors/jobs/start-job-controller.ts';
import { startNodeAgents } from '../../packages/archipelago/src/simulation/actors/node-agent/start-node-agents.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { eventually } from '../support/eventually.ts';
import { type InstalledChoices, worldNamespace } from '../support/installed-servers.ts';
import { observedTransport, type Seen } from '../support/observed-transport.ts';
import { seededDraw } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { foreignDefinition, foreignDefinitions } from './layering-replay/replay-kinds.ts';
import { available, createWorld, demand, kubernetesObject, meta, type World } from './operator-world.ts';

const builderImage = 'archipelago.example/buildah:test';
const choices: InstalledChoices = {
  importer: 'builtin',
  layering: builderImage,
  rollout: true,
  webhook: { kind: 'operator' },
};
const name = { namespace: worldNamespace, name: 'kubevirt-hyperconverged' };
const env = { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' };
const platforms = {
  kubernetes: {},
  openshift: { openshift: true, baseDomain: 'apps.example.com' },
} as const satisfies Readonly<Record<Installation['platform'], JsonObject>>;
/** Shorter than a test's, so that it is told which step hangs. */
const patience = { pauseMs: 20, withinMs: 180_000 };

/**
 * Rights that no request of the operator is about: the server asks for them when something else is written. That each is needed
 * is a test of its own, below.
 */
const askedForByServer = [
  'hyperconvergeds/finalizers',
  'machineosconfigs/finalizers',
  'machineosbuilds/finalizers',
];
/** Likewise, for a role that is named in a binding. */
const verbOfServer = 'bind';

/**
 * The operator with everything that it has switched on, boot sources and layering included, as the account of the printed
 * manifests and no other: nothing is refused, and nothing is granted that is not used.
 */
export function testEveryPermission(serversFor: (choices: InstalledChoices) => TestServers): void {
  const servers = serversFor(choices);
  describe(`every permission, ${servers.name}`, () => suite(servers));
}

function suite(servers: TestServers): void {
  let world: World;
  let images: ImageRegistry;
  let builds: ImageRegistry;
  const seen: Seen[] = [];
  const endings: (() => Promise<void> | void)[] = [];

  beforeEach(async () => {
    seen.length = 0;
    images = await startImageRegistry();
    builds = await startImageRegistry({ tls: true, users: { builder: 'secret' } });
    builds.push('base/os', '10', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
    endings.push(
      () => builds.stop(),
      () => images.stop(),
    );
  });
  afterEach(async () => {
    for (const end of endings.reverse()) await end();
    endings.length = 0;
  });
  afterAll(() => servers.stop());

  /** What a Node says that the Machine Config Operator configures. */
  let configured: Readonly<Record<string, string>> = {};

  async function begin(platform: Installation['platform']): Promise<void> {
    configured =
      platform === 'openshift' ? { [`${machineConfigGroup}/currentConfig`]: 'rendered-metal' } : {};
    world = await createWorld({ ...platforms[platform], env, nodes: workers }, { servers });
    endings.push(() => world.stop());
    if (!servers.areSeparate) endings.push(() => leaveNothing(bootImageNamespace(platform)));
    await passWebhookOver();
    const present = demand(await world.client.list(definitions)).items.map(({ metadata }) => metadata.name);
    const wanted = [
      ...foreignDefinitions,
      foreignDefinition(bootSourceKinds.snapshots),
      // on OpenShift these are the Machine Config Operator's
      ...(platform === 'openshift' ? layeringDefinitions(machineConfigGroup).map(unlabelled) : []),
    ];
    const isMissing = (definition: JsonObject) => !present.includes(String(meta(definition).name));
    await world.define(wanted.filter(isMissing));
  }

  /** Nobody serves the webhook here; the operator keeps its certificate all the same. */
  async function passWebhookOver(): Promise<void> {
    const of = { name: webhookNames.configuration };
    const { webhooks } = demand(await world.client.get(webhookConfigurations, of));
    const all = listAt({ webhooks: Array.isArray(webhooks) ? webhooks : [] }, ['webhooks']);
    const change = async (operations: (index: number, webhook: JsonObject) => readonly JsonObject[]) =>
      demand(
        await world.client.patch(webhookConfigurations, of, {
          type: 'json',
          operations: all.flatMap((webhook, index) => operations(index, webhook)),
        }),
      );
    await change((index) => [
      { op: 'replace', path: `/webhooks/${index}/failurePolicy`, value: 'Ignore' },
      { op: 'replace', path: `/webhooks/${index}/clientConfig`, value: { url: 'https://127.0.0.1:1/' } },
    ]);
    endings.push(async () => {
      await change((index, { clientConfig = {} }) => [
        { op: 'replace', path: `/webhooks/${index}/clientConfig`, value: clientConfig },
      ]);
    });
  }

  /** For the next world on the same server. */
  async function leaveNothing(home: string): Promise<void> {
    const { pools, machineConfigs, jobs: jobKind, pods } = layeringKinds;
    const layered = [...Object.values(configKinds), ...Object.values(buildKinds), pools, machineConfigs];
    const kinds = [...layered, jobKind, pods, ...Object.values(bootSourceKinds)];
    await world.operator?.stop();
    await world.client.delete(layeringKinds.secrets, { namespace: usualBuildsNamespace, name: 'login' });
    await until(
      async () => (await Promise.all(kinds.map(removeAll))).every((count) => count === 0),
      patience,
    );
    const isGoing = async () => meta((await world.get(supportKinds.namespaces, { name: home })) ?? {});
    await until(async () => (await isGoing()).deletionTimestamp === undefined, patience);
  }

  /** How many there were. */
  async function removeAll(kind: Resource): Promise<number> {
    const listed = await world.client.list(kind);
    const all = listed.ok ? listed.value.items : [];
    for (const { metadata } of all) {
      await world.client.patch(kind, metadata, { type: 'merge', body: { metadata: { finalizers: null } } });
      await world.client.delete(kind, metadata, { propagation: 'Background', gracePeriodSeconds: 0 });
    }
    return all.length;
  }

  function startOperator(): void {
    const rules = withInsecure([], [images.host]);
    const registry = createRegistryClient({ limits: { attempts: 2 } });
    const session = createRegistrySession({ limits: { attempts: 2 } });
    const draw = seededDraw(1);
    endings.push(
      () => registry.close(),
      () => session.transport.close(),
    );
    world.startOperator({
      identity: 'test',
      // registries answer in the machine's time
      hurry: 10,
      random: () => draw(1_000_000) / 1_000_000,
      onAnswer: (each) => seen.push(each),
      webhookCertificate: { onServing: () => undefined },
      goldenImages: { importer: 'builtin', registry, rules, gracePeriod: 1_000 },
      layering: {
        namespace: usualBuildsNamespace,
        builderImage,
        ownImage: 'archipelago',
        serviceAccount: jobsAccount,
        clusterJobs: 8,
        storeLimit: '100Gi',
        rollout: true,
        session,
        access: { credentials: [], ca: builds.caCertificate },
        rules: [],
        registriesConf: undefined,
      },
    });
    startActors(registry);
  }

  const gate = { open: (): void => undefined };

  /** Who plays CDI, and who runs jobs once the gate is open. */
  function startActors(registry: ReturnType<typeof createRegistryClient>): void {
    const { client } = world;
    const rules = withInsecure([], [images.host]);
    const access = { credentials: [], ca: undefined };
    const ask = createAskImage({ client, registry, access, rules: () => rules });
    const onProblem = () => undefined;
    const importer = startImporter({ client, lookUp: lookUpImage(ask), importMs: 5, pollMs: 100, onProblem });
    const session = createRegistrySession({ limits: { attempts: 2 } });
    const run = createSimulatedBuildRunner({
      client,
      runOwn: createRunOwnCommand(client),
      takesMs: 0,
    });
    const isOpen = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const jobs = startJobController({
      client,
      run: async (...pod) => {
        await isOpen;
        return run(...pod);
      },
      onProblem,
      backoff: { baseMs: 10, capMs: 50 },
    });
    const agents = startNodeAgents({ client, takesMs: 5, onProblem });
    endings.push(
      () => agents.stop(),
      () => session.transport.close(),
      () => importer.stop(),
      async () => {
        gate.open();
        await jobs.stop();
      },
    );
  }

  const refused = () => seen.filter(({ status }) => status === 403).map(lineOf);

  /** Waits, and no longer than until something is refused, which tells more than that the waiting was in vain. */
  async function patiently<T>(check: () => Promise<T>): Promise<T> {
    const found = await eventually(
      async () => (refused().length > 0 ? undefined : { value: await check() }),
      patience,
    );
    expect(refused()).toEqual([]);
    if (found === undefined) throw new Error('refused');
    return found.value;
  }

  function comes(holds: () => boolean | Promise<boolean>): Promise<void> {
    return patiently(async () => expect(await holds()).toBe(true));
  }

  async function converge(count: number): Promise<void> {
    await patiently(async () => {
      await world.reportOperands(() => available);
      expect((await world.operands()).size).toBe(count);
    });
  }

  async function condition(type: string): Promise<JsonObject> {
    const whole = (await world.hyperConverged()) ?? {};
    return listAt(whole, ['status', 'conditions']).find((each) => each.type === type) ?? {};
  }

  /** Somebody who has a token and no right to the metrics asks for them. */
  async function isAskedForMetrics(): Promise<void> {
    const account = `/api/v1/namespaces/${worldNamespace}/serviceaccounts/${operatorName}`;
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const made = demand(await world.client.raw({ method: 'POST', path: `${account}/token`, body }));
    const token = isJsonObject(made) ? valueAt(made, 'status', 'token') : undefined;
    const transport = observedTransport(world.server.operator(), { onAnswer: (each) => seen.push(each) });
    const client = createKubernetesClient({ transport, userAgent: 'operator' });
    const reviewer = new ScrapeReviewer({ client, clock: systemClock, onProblem: () => undefined });
    expect(await reviewer.accessOf(`Bearer ${String(token)}`)).toMatchObject({ status: 403 });
    client.close();
  }

  /** It cannot be changed: it has to be made anew. */
  async function createWrongPriorityClass(): Promise<void> {
    demand(
      await world.client.create(
        priorityClass,
        ofKind(priorityClass, world.nameOf(priorityClass).name, { value: 7 }),
      ),
    );
  }

  /** Every operand is changed by somebody. */
  async function changeOperands(): Promise<void> {
    // what came with the installation stays as it is
    const fitting = operands.filter(({ fits, isInstalled }) => fits(world.derived()) && !isInstalled);
    for (const operand of fitting) await relabel(operand, world.nameOf(operand));
    for (const operand of fitting) await isMended(operand, world.nameOf(operand));
  }

  async function relabel(resource: Resource, of: { name: string; namespace?: string | undefined }) {
    const body = { metadata: { labels: { 'app.kubernetes.io/part-of': 'a-stranger' } } };
    demand(await world.client.patch(resource, of, { type: 'merge', body }));
  }

  async function isMended(resource: Resource, of: { name: string; namespace?: string | undefined }) {
    await patiently(async () => {
      const live = (await world.get(resource, of)) ?? {};
      const label = valueAt(live, 'metadata', 'labels', 'app.kubernetes.io/part-of');
      expect([resource.kind, label]).toEqual([resource.kind, 'hyperconverged-cluster']);
    });
  }

  /**
   * Somebody deletes the namespace of boot sources, which the manifests brought. The operator makes it again; the roles in it, its
   * own among them, went with it, until the manifests are applied once more.
   */
  async function loseNamespace(platform: Installation['platform'], home: string): Promise<void> {
    const { client } = world;
    const uid = async () => meta((await world.get(supportKinds.namespaces, { name: home })) ?? {}).uid;
    const isInIt = (each: Seen) =>
      attempted(each).namespace === home && attempted(each).resource !== 'namespaces';
    const refusedElsewhere = () => seen.filter((each) => each.status === 403 && !isInIt(each)).map(lineOf);
    const comesBack = async (holds: () => Promise<boolean>) => {
      const tell = () => world.get(supportKinds.namespaces, { name: home });
      await until(async () => refusedElsewhere().length > 0 || (await holds()), { ...patience, tell });
      expect(refusedElsewhere()).toEqual([]);
    };
    const before = await uid();
    expect(refused()).toEqual([]);
    demand(await client.delete(supportKinds.namespaces, { name: home }));
    await comesBack(async () => {
      await letClaimsGo(home);
      return ![undefined, before].includes(await uid());
    });
    await giveRights(platform, home);
    await comesBack(async () => (await bootSources('dataSources', home)).filter(hasImage).length === 3);
    seen.splice(0, seen.length, ...seen.filter((each) => each.status !== 403));
  }

  /** As the manifests say, in one namespace. */
  async function giveRights(platform: Installation['platform'], home: string): Promise<void> {
    const { roles, roleBindings } = supportKinds;
    const rights = installationManifests({ platform, namespace: worldNamespace, ...choices })
      .filter((manifest) => meta(manifest).namespace === home)
      .map(kubernetesObject);
    for (const right of rights)
      demand(await world.client.create(right.kind === 'Role' ? roles : roleBindings, right));
    expect(rights.length).toBeGreaterThan(0);
  }

  /** A real server holds claims for a controller that is not there. */
  async function letClaimsGo(home: string): Promise<void> {
    const body = { metadata: { finalizers: null } };
    for (const { metadata } of await bootSources('claims', home))
      if (metadata.deletionTimestamp !== undefined)
        await world.client.patch(bootSourceKinds.claims, metadata, { type: 'merge', body });
  }

  async function bootSources(kind: keyof typeof bootSourceKinds, home: string) {
    return demand(await world.client.list(bootSourceKinds[kind], { namespace: home })).items;
  }

  /** Images come, their tag is renamed so that another cron takes their imports over, and what is around them is changed. */
  async function changeBootSources(platform: Installation['platform'], home: string): Promise<void> {
    const { client } = world;
    const list = (kind: keyof typeof bootSourceKinds) => bootSources(kind, home);
    await comes(async () => (await list('dataSources')).filter(hasImage).length === 3);
    await loseNamespace(platform, home);
    for (const { metadata } of await list('claims')) await copyAsSnapshot(metadata);
    const before = new Set((await list('dataImportCrons')).map(({ metadata }) => metadata.name));
    await edit({ dataImportCronTemplates: [template('v2')] });
    await comes(async () => {
      const now = (await list('dataImportCrons')).map(({ metadata }) => metadata.name);
      return now.length === 2 && now.every((each) => !before.has(each));
    });
    for (const { metadata } of await list('snapshots'))
      demand(await client.delete(bootSourceKinds.snapshots, metadata));
    const [cron] = await list('dataImportCrons');
    const around: readonly (readonly [Resource, { name: string; namespace?: string }])[] = [
      [bootSourceKinds.dataImportCrons, { name: cron?.metadata.name ?? '', namespace: home }],
      [supportKinds.namespaces, { name: home }],
    ];
    for (const [resource, of] of around) await relabel(resource, of);
    for (const [resource, of] of around) await isMended(resource, of);
  }

  /** The operator takes the namespace that it made away with itself, where it has seen that nothing is left in it. */
  async function takeImages(home: string): Promise<void> {
    await edit({ dataImportCronTemplates: null });
    const kinds = ['dataImportCrons', 'dataSources', 'dataVolumes', 'claims', 'snapshots'] as const;
    const left = () => Promise.all(kinds.map((kind) => bootSources(kind, home)));
    await patiently(async () => {
      await collectGarbage(home);
      await letClaimsGo(home);
      expect((await left()).flat()).toEqual([]);
    });
    await world.quiet();
  }

  /** A real collector learns of new definitions every 30 seconds, and not while others come and go. */
  async function collectGarbage(home: string): Promise<void> {
    if ((await bootSources('dataImportCrons', home)).length > 0) return;
    for (const kind of ['dataVolumes', 'claims', 'snapshots'] as const)
      for (const { metadata } of await bootSources(kind, home))
        if ((metadata.ownerReferences ?? []).length > 0 && metadata.deletionTimestamp === undefined)
          await world.client.delete(bootSourceKinds[kind], metadata);
  }

  /** CDI may keep images as snapshots, too. */
  async function copyAsSnapshot({ name: of, namespace, labels = {} }: KubernetesObject['metadata']) {
    const { snapshots } = bootSourceKinds;
    const snapshot = {
      apiVersion: `${snapshots.group}/${snapshots.version}`,
      kind: snapshots.kind,
      metadata: { name: of, ...(namespace === undefined ? {} : { namespace }), labels },
    };
    demand(await world.client.create(snapshots, snapshot));
  }

  function template(tag: string): JsonObject {
    return {
      metadata: { name: 'fedora-cron' },
      spec: {
        schedule: '0 */12 * * *',
        managedDataSource: 'fedora',
        retentionPolicy: 'None',
        template: {
          spec: {
            source: { registry: { url: `docker://${images.host}/fedora:${tag}` } },
            storage: { resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
    };
  }

  function everything(): JsonObject {
    return {
      apiVersion: 'hco.kubevirt.io/v1beta1',
      kind: 'HyperConverged',
      metadata: { ...name, annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' } },
      spec: {
        enableApplicationAwareQuota: true,
        higherWorkloadDensity: { memoryOvercommitPercentage: 150 },
        featureGates: { enableMultiArchBootImageImport: true },
        enableCommonBootImageImport: false,
        dataImportCronTemplates: [template('v1')],
      },
    };
  }

  async function edit(spec: JsonObject): Promise<void> {
    demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body: { spec } }));
  }

  function pushImages(): void {
    const both = { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }], index: true };
    expect(images.push('fedora', 'v1', both)).toBe(images.push('fedora', 'v2', both));
  }

  async function addNode(pool: string, architecture: string): Promise<void> {
    const now = '2026-01-01T00:00:00Z';
    const of = { name: `${pool}-${architecture}`, architecture, roles: ['worker'] as const };
    const node = simulatedNode(of, { now, index: 9 });
    const annotations = { ...node.metadata.annotations, ...configured };
    const metadata = { ...node.metadata, annotations, labels: { ...node.metadata.labels, pool } };
    await createReadyNodes(world.client, [{ ...node, metadata }]);
  }

  /** A config of the pool `edge` by its nodes, or of the pool `metal` as the Machine Config Operator has pools. */
  async function createConfig(group: typeof ownGroup | typeof machineConfigGroup, pool: 'edge' | 'metal') {
    const { client } = world;
    if (pool === 'metal') {
      const rendered = ofKind(layeringKinds.machineConfigs, `rendered-${pool}`, { spec: {} });
      demand(await client.create(layeringKinds.machineConfigs, rendered));
      const nodeSelector = { matchLabels: { pool } };
      const spec = { nodeSelector, configuration: { name: rendered.metadata.name } };
      demand(await client.create(layeringKinds.pools, ofKind(layeringKinds.pools, pool, { spec })));
    }
    await addNode(pool, 'amd64');
    const members = pool === 'metal' ? { machineConfigPool: { name: pool } } : { nodeSelector: { pool } };
    const spec = {
      ...members,
      imageBuilder: { imageBuilderType: 'Job' },
      baseImage: `${builds.host}/base/os:10`,
      baseImagePullSecret: { name: 'login' },
      renderedImagePushSpec: `${builds.host}/os/${pool}:latest`,
      renderedImagePushSecret: { name: 'login' },
      containerFile: [{ content: 'LABEL edition=1\n' }],
      successfulBuildsHistoryLimit: 0,
      failedBuildsHistoryLimit: 0,
    };
    demand(await client.create(configKinds[group], ofKind(configKinds[group], pool, { spec })));
  }

  async function login(): Promise<void> {
    const auth = Buffer.from('builder:secret').toString('base64');
    const text = JSON.stringify({ auths: { [builds.host]: { auth } } });
    const secret = ofKind(layeringKinds.secrets, 'login', {
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
    });
    demand(await world.client.create(layeringKinds.secrets, inPlace(secret, usualBuildsNamespace)));
  }

  /** A node of another architecture comes while a job runs, and an image is built once more. */
  async function changeLayering(pairs: readonly Pair[], handsOver: boolean): Promise<void> {
    await login();
    for (const [group, pool] of pairs) await createConfig(group, pool);
    await comes(async () => (await jobs()).length === pairs.length);
    for (const [, pool] of pairs) await addNode(pool, 'arm64');
    for (const [, pool] of pairs) await addPod(pool);
    await comes(() => uses('patch', 'jobs') >= pairs.length);
    gate.open();
    await Promise.all(
      pairs.map(async ([group, pool]) => {
        const first = await built(group, pool);
        // a second image that came before the first is handed over would find nothing there to patch
        if (handsOver) await comes(() => uses('create', 'machineconfigs') > 0);
        const metadata = { annotations: { [names.rebuild]: 'all' } };
        demand(
          await world.client.patch(configKinds[group], { name: pool }, { type: 'merge', body: { metadata } }),
        );
        await built(group, pool, first);
        // no history is kept: with the build go its jobs and what they read
        await comes(async () => (await world.get(buildKinds[group], { name: first })) === undefined);
      }),
    );
  }

  /** What the build has said is read. */
  async function failBuild([group, pool]: Pair): Promise<void> {
    const annotations = { 'sandbox.archipelago.dev/build-exit-code': '65', [names.rebuild]: 'amd64' };
    const body = { metadata: { annotations } };
    demand(await world.client.patch(configKinds[group], { name: pool }, { type: 'merge', body }));
    await comes(async () => {
      await letPodsGo();
      return uses('get', 'pods/log') > 0;
    });
  }

  /** Something runs on a node that is going to be drained. */
  async function addPod(pool: string): Promise<void> {
    const { client } = world;
    const owner = demand(
      await client.create(
        layeringKinds.configMaps,
        inPlace(ofKind(layeringKinds.configMaps, `owner-${pool}`, {})),
      ),
    );
    const { name: ownerName, uid = '' } = owner.metadata;
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: ownerName, uid, controller: true };
    const pod = ofKind(layeringKinds.pods, `web-${pool}`, {
      spec: { nodeName: `${pool}-amd64`, containers: [{ name: 'c', image: 'i' }] },
    });
    const { metadata } = inPlace(pod);
    demand(
      await client.create(layeringKinds.pods, {
        ...pod,
        metadata: { ...metadata, ownerReferences: [reference] },
      }),
    );
  }

  async function jobs(): Promise<readonly KubernetesObject[]> {
    return demand(await world.client.list(layeringKinds.jobs, { namespace: usualBuildsNamespace })).items;
  }

  /** The build that a config's current image is of, for both architectures; another one than `after`. */
  async function built(group: Pair[0], pool: string, after = ''): Promise<string> {
    return patiently(async () => {
      await letPodsGo();
      const { items } = demand(await world.client.list(buildKinds[group]));
      const config = (await world.get(configKinds[group], { name: pool })) ?? {};
      const pullSpec = valueAt(config, 'status', 'currentImagePullSpec');
      const found = items.find(
        ({ metadata, status }) =>
          metadata.name !== after &&
          isJsonObject(status) &&
          valueAt(status, 'index', 'pullSpec') === pullSpec,
      );
      const entries = listAt(isJsonObject(found?.status) ? found.status : {}, ['index', 'entries']);
      expect([pool, pullSpec === undefined, entries.length]).toEqual([pool, false, 2]);
      return found?.metadata.name ?? '';
    });
  }

  /** A real server holds evicted pods for a kubelet that is not there; their nodes would stay cordoned, and nothing be built on them. */
  async function letPodsGo(): Promise<void> {
    const { items } = demand(await world.client.list(layeringKinds.pods));
    for (const { metadata } of items)
      if (metadata.deletionTimestamp !== undefined)
        await world.client.delete(layeringKinds.pods, metadata, { gracePeriodSeconds: 0 });
  }

  function uses(verb: string, resource: string): number {
    return seen.map(attempted).filter((each) => each.verb === verb && each.resource === resource).length;
  }

  it.each([
    [
      'kubernetes',
      7,
      [
        [ownGroup, 'edge'],
        [machineConfigGroup, 'metal'],
      ],
    ],
    ['openshift', 15, [[ownGroup, 'metal']]],
  ] as const)(
    'on %s is granted, and no other',
    async (platform, count, pairs) => {
      await begin(platform);
      pushImages();
      await createWrongPriorityClass();
      startOperator();
      await world.write(everything());
      await converge(count);
      await changeOperands();
      await isAskedForMetrics();
      const home = bootImageNamespace(platform);
      await changeBootSources(platform, home);
      await changeLayering(pairs, platform === 'openshift');
      if (platform === 'kubernetes') await comes(() => uses('create', 'pods/eviction') >= pairs.length);
      else await comes(() => uses('patch', 'machineconfigs') > 0);
      await failBuild(pairs[0]);
      await edit({ enableApplicationAwareQuota: null, higherWorkloadDensity: null });
      await edit({ dataImportCronTemplates: null });
      const without = { metadata: { annotations: null } };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body: without }));
      await comes(async () => (await world.operands()).size < count - 1);
      await comes(() => uses('delete', 'datasources') > 0);
      await world.write(everything());
      await converge(count);
      await comes(async () => (await condition('ReconcileComplete')).status === 'True');
      await comes(() => uses('update', 'leases') > 0);
      await takeImages(home);
      demand(await world.client.delete(hyperConvergeds, name));
      await comes(async () => (await world.hyperConverged()) === undefined);
      await world.operator?.stop();

      expect(refused()).toEqual([]);
      const rules = permissions({ platform, namespace: worldNamespace, ...choices });
      expect(unused(rules, seen.map(attempted))).toEqual([]);
      console.log(
        `every permission, ${servers.name}, ${platform}: ${rules.length} rules, ${seen.length} requests`,
      );
    },
    480_000,
  );

  /** Takes a resource, or the right to bind, out of a role of the operator's. */
  async function revoke(role: Resource, of: { name: string; namespace?: string }, right: string) {
    const { rules } = demand(await world.client.get(role, of));
    const all: readonly JsonValue[] = Array.isArray(rules) ? rules : [];
    const kept =
      right === verbOfServer
        ? all
            .filter(isJsonObject)
            .map((rule) => ({ ...rule, verbs: textsAt(rule.verbs).filter((verb) => verb !== right) }))
        : all.filter((rule) => isJsonObject(rule) && String(rule.resources) !== right);
    expect(kept).not.toEqual(all);
    demand(await world.client.patch(role, of, { type: 'merge', body: { rules: kept } }));
  }

  const everywhere = [supportKinds.clusterRoles, { name: operatorName }] as const;
  const atHome = [supportKinds.roles, { name: operatorName, namespace: worldNamespace }] as const;

  it('tells that somebody widened the role of viewers, which the manifests bring, and stops nothing', async () => {
    await begin('kubernetes');
    const { roles } = supportKinds;
    const viewers = { namespace: bootImageNamespace('kubernetes'), name: viewerRole };
    const before = demand(await world.client.get(roles, viewers)).rules;
    const rules: readonly JsonValue[] = Array.isArray(before) ? before : [];
    const taking = [{ apiGroups: [''], resources: ['persistentvolumeclaims'], verbs: ['delete'] }];
    demand(
      await world.client.patch(roles, viewers, { type: 'merge', body: { rules: [...rules, ...taking] } }),
    );
    pushImages();
    startOperator();
    await world.write(everything());
    const told = async (status: string, message: RegExp) => {
      await world.reportOperands(() => available);
      const found = await condition('ReconcileComplete');
      return found.status === status && message.test(String(found.message));
    };
    await until(() => told('False', /cannot patch resource "roles".* archipelago manifests /), patience);
    await until(
      async () => (await bootSources('dataSources', viewers.namespace)).filter(hasImage).length === 3,
      patience,
    );
    demand(await world.client.patch(roles, viewers, { type: 'merge', body: { rules } }));
    await until(() => told('True', /./), patience);
    await world.operator?.stop();
  });

  it.each([
    ['hyperconvergeds/finalizers', atHome, 'POST', 'kubevirts'],
    [verbOfServer, everywhere, 'POST', 'clusterrolebindings'],
    ['machineosconfigs/finalizers', everywhere, 'POST', 'configmaps'],
    ['machineosbuilds/finalizers', everywhere, 'POST', 'configmaps'],
  ] as const)('is missed where the server asks for it: %s', async (right, [role, of], method, plural) => {
    await begin('openshift');
    await revoke(role, of, right);
    pushImages();
    startOperator();
    await world.write(everything());
    await login();
    await createConfig(ownGroup, 'metal');
    const isRefused = () =>
      seen.some((each) => each.status === 403 && each.method === method && each.path.includes(`/${plural}?`));
    await until(isRefused, patience);
    await world.operator?.stop();
  });
}

type Pair = readonly [typeof ownGroup | typeof machineConfigGroup, 'edge' | 'metal'];
type ResourceAttempt = Extract<Attempt, { kind: 'resource' }>;

const workers = [
  { name: 'cp', arch: 'amd64', roles: ['control-plane'] },
  { name: 'a1', arch: 'amd64', roles: ['worker'] },
  { name: 'b1', arch: 'arm64', roles: ['worker'] },
];

/** What a request asks of a server, as its rules see it. */
function attempted({ method, path }: Seen): ResourceAttempt {
  const [of = '', query = ''] = path.split('?');
  const request = { method, path: of, query: new URLSearchParams(query), headers: {}, body: Buffer.from('') };
  const attempt = attemptOf(request);
  const nothing = { kind: 'resource', verb: '', group: '', resource: '', namespace: '', name: '' } as const;
  return attempt.kind === 'resource' ? attempt : nothing;
}

/** Rights that nothing asked for, as `verb resource name`. */
function unused(rules: readonly Permission[], requests: readonly ResourceAttempt[]): readonly string[] {
  return rules
    .filter(({ resource }) => !askedForByServer.includes(resource))
    .flatMap((rule) =>
      rule.verbs
        .filter((verb) => verb !== verbOfServer && !requests.some((each) => isUse(rule, verb, each)))
        .map((verb) => `${verb} ${rule.resource}.${rule.group} ${rule.names.join(' ')}`.trim()),
    );
}

function isUse({ group, resource, namespace, names: of }: Permission, verb: string, each: ResourceAttempt) {
  return (
    each.verb === verb &&
    each.group === group &&
    each.resource === resource &&
    (namespace === undefined || each.namespace === namespace) &&
    (of.length === 0 || of.includes(each.name))
  );
}

function lineOf({ method, path, status }: Seen): string {
  return `${method} ${path} ${status}`;
}

function hasImage({ status }: KubernetesObject): boolean {
  const ready = listAt(isJsonObject(status) ? status : {}, ['conditions']).find(
    ({ type }) => type === 'Ready',
  );
  return ready?.status === 'True';
}

function listAt(object: JsonObject, path: readonly string[]): readonly JsonObject[] {
  const found: JsonValue | undefined = valueAt(object, ...path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

function ofKind({ group, version, kind }: Resource, of: string, more: JsonObject): KubernetesObject {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return kubernetesObject({ apiVersion, kind, metadata: { name: of }, ...more });
}

function inPlace(object: KubernetesObject, namespace = worldNamespace): KubernetesObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

function unlabelled(definition: JsonObject): JsonObject {
  const { metadata } = definition;
  return { ...definition, metadata: { ...(isJsonObject(metadata) ? metadata : {}), labels: {} } };
}
