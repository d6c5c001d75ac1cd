import { createHash } from 'node:crypto';
import {
  admitObject,
  type CompiledSchema,
  compileSchema,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  parseStructuralSchema,
  ruleEngine,
} from '@archipelago/apimachinery';
import { dockerList, ociIndex, ociManifest } from '@archipelago/oci-registry';
import type { Finding } from '../../api/finding.ts';
import type { Action } from '../../engine/plan/action.ts';
import { layeringDefinitions } from '../api/layering-definitions.ts';
import { machineConfigGroup, names } from '../api/layering-names.ts';
import type { MachineOsBuildSpec } from '../api/machine-os-build-schema.ts';
import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import type { MachineOsConfigStatus } from '../api/machine-os-config-status-schema.ts';
import { parseMachineOsConfig } from '../api/parse-machine-os-config.ts';
import { resultName } from '../object-names.ts';
import type { FoundChild } from '../verify-index.ts';
import type { LayeringInput, LayeringPlan, ObservedObjects } from './layering-plan.ts';
import type { LayeringAnswer, LogQuestion } from './layering-question.ts';
import { nodesWithImages } from './nodes-with-images.ts';
import { planBuildRemoval } from './plan-build-removal.ts';
import { planFrom } from './plan-layering.ts';
import { resultLabels } from './pod-template.ts';
import { type Basis, holds, Reading } from './reading.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

export const namespace = 'layering';
export const target = 'registry.example.com/os/edge';
export const baseReference = 'registry.example.com/base/os:10';

export function sha(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

export const baseDigest = (architecture: string, version = 1) => sha(`base ${architecture} ${version}`);

/** An image of one architecture, or an index. */
export interface Manifest {
  readonly digest: string;
  readonly architecture?: string;
  readonly variant?: string;
  readonly key?: string;
  readonly base?: string;
  readonly missingBlobs?: readonly string[];
  readonly mediaType?: string;
  readonly entries?: readonly {
    architecture: string;
    variant?: string;
    digest: string;
    size: number;
    attestation?: true;
  }[];
}

/** What happens to a build job; undefined: it makes its image. */
type BuildBehaviour =
  | { readonly kind: 'hang' }
  | { readonly kind: 'fail'; readonly exitCode?: number; readonly log?: string }
  | { readonly kind: 'succeed'; readonly claim?: string | null; readonly image?: Partial<Manifest> };

/** What the assembly comes to instead of publishing: `report` as `layering assemble --results` does, `exit` as anything else. */
type AssemblyBehaviour =
  | { readonly kind: 'hang' }
  | { readonly kind: 'report'; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: 'exit'; readonly exitCode: number; readonly log?: string };

interface BuildView {
  readonly name: string;
  readonly spec: MachineOsBuildSpec;
  readonly status: MachineOsBuildStatus;
  readonly object: KubernetesObject;
}

type Merged = { [key: string]: JsonValue | undefined };

function merge(live: JsonValue | undefined, patch: JsonObject): JsonObject {
  const result: Merged =
    typeof live === 'object' && live !== null && !Array.isArray(live) ? { ...(live as JsonObject) } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value))
      result[key] = merge(result[key], value as JsonObject);
    else result[key] = value;
  }
  return result;
}

/** The container that ends with such a code: fetching judges, building fails. */
function workerOf(job: KubernetesObject, judges: boolean): string {
  const names = initContainersOf(job).map(({ name }) => name);
  return names.find((name) => name === (judges ? 'fetch' : 'build')) ?? names[0] ?? '';
}

function initContainersOf(job: KubernetesObject) {
  const { spec } = job as unknown as {
    spec: {
      template: {
        spec: {
          initContainers: { name: string; args?: string[]; env?: { name: string; value: string }[] }[];
        };
      };
    };
  };
  return spec.template.spec.initContainers;
}

function tagged(reference = ''): { repository: string; tag: string } {
  const [, repository = '', tag = ''] = /^(.*):([^:]*)$/.exec(reference) ?? [];
  return { repository, tag };
}

/** `arm64/v8=host/path@digest`. */
function childIn(text: string) {
  const [platform = '', reference = ''] = text.split('=');
  const [architecture = '', variant] = platform.split('/');
  const [from = '', digest = ''] = reference.split('@');
  return { architecture, variant, from, digest };
}

const schemas = new Map(
  layeringDefinitions(machineConfigGroup).map((definition) => {
    const { spec } = definition as unknown as {
      spec: { names: { kind: string }; versions: { schema: { openAPIV3Schema: JsonValue } }[] };
    };
    const parsed = parseStructuralSchema(spec.versions[0]?.schema.openAPIV3Schema);
    if (!parsed.ok) throw new Error(parsed.error);
    return [spec.names.kind, compileSchema(parsed.schema, { rules: ruleEngine })] as const;
  }),
);

interface WorldOptions {
  readonly nodes?: Readonly<Record<string, string>>;
  readonly spec?: JsonObject;
  readonly baseArchitectures?: readonly string[];
  readonly pool?: boolean;
  readonly clusterJobs?: number;
}

/** As the job's controller writes it; the API server takes no less. */
function endOf({ metadata }: KubernetesObject, failure: string | undefined, at: string): JsonObject {
  const condition = { status: 'True', reason: failure ?? 'CompletionsReached', lastTransitionTime: at };
  const types = failure === undefined ? ['SuccessCriteriaMet', 'Complete'] : ['FailureTarget', 'Failed'];
  return {
    startTime: metadata.creationTimestamp ?? at,
    ...(failure === undefined ? { succeeded: 1, completionTime: at } : { failed: 1 }),
    conditions: types.map((type) => ({ ...condition, type })),
  };
}

function membersBy(pool: boolean): JsonObject {
  return pool ? { machineConfigPool: { name: 'edge' } } : { nodeSelector: { pool: 'edge' } };
}

/**
 * What was admitted, by everything that admission looks at: worlds write the same again and again, and an answer of a pure function
 * does not change.
 */
const admitted = new Set<string>();

function admit(schema: CompiledSchema, object: KubernetesObject, old: KubernetesObject | undefined): void {
  const question = questionOf(object, old);
  if (admitted.has(question)) return;
  const request = { object: object as JsonValue, root: 'resource' as const };
  const { errors, unknownFields } = admitObject(
    schema,
    old === undefined ? request : { ...request, oldObject: old as JsonValue },
  );
  if (errors.length + unknownFields.length > 0)
    throw new Error(
      `${object.kind} ${object.metadata.name}: ${JSON.stringify([errors, unknownFields]).slice(0, 800)}`,
    );
  admitted.add(question);
}

function questionOf(object: KubernetesObject, old: KubernetesObject | undefined): string {
  const asked = [object, old].map(
    (each) => each && { ...each, metadata: { ...each.metadata, uid: '', resourceVersion: '' } },
  );
  return JSON.stringify(asked);
}

/** Objects by kind and name; the list of a kind is the same one for as long as none of them changes, as in a mirror. */
class Objects extends Map<string, KubernetesObject> {
  readonly #lists = new Map<string, KubernetesObject[]>();

  override set(key: string, object: KubernetesObject): this {
    this.#lists.delete(object.kind);
    return super.set(key, object);
  }

  override delete(key: string): boolean {
    this.#lists.delete(this.get(key)?.kind ?? '');
    return super.delete(key);
  }

  of(kind: string): KubernetesObject[] {
    const list = this.#lists.get(kind) ?? [...this.values()].filter((object) => object.kind === kind);
    this.#lists.set(kind, list);
    return list;
  }
}

/** A small cluster with registries: jobs run, registries answer, the planner is asked and obeyed. */
export class World {
  /** Told of each world before anything is in it: whoever replays it elsewhere watches what happens in it. */
  static onMade: ((world: World) => void) | undefined;
  now = Date.parse('2026-11-21T10:00:00Z');
  readonly objects = new Objects();
  readonly repositories = new Map<string, { tags: Map<string, string>; manifests: Map<string, Manifest> }>();
  /** Every build job ever created: `architecture key repository`. */
  readonly started: { architecture: string; key: string; name: string; uid: string }[] = [];
  readonly deletedImages: string[] = [];
  /** Digests of everything that was ever said to be the current image. */
  readonly published: string[] = [];
  answers: Record<string, LayeringAnswer> = {};
  lastPlan: LayeringPlan | undefined;
  /** Everything that plans had to tell. */
  readonly told: Finding[] = [];
  lastRemoval: LayeringPlan | undefined;
  behaviour: (architecture: string, attempt: number, job: KubernetesObject) => BuildBehaviour = () => ({
    kind: 'succeed',
  });
  assembly: (attempt: number) => AssemblyBehaviour | undefined = () => undefined;
  registryDown: string | undefined;
  /** What registries say to this, in place of what they have. */
  said: (
    question: RegistryQuestion,
  ) => Extract<RegistryAnswer['state'], 'bad' | 'denied' | 'missing'> | undefined = () => undefined;
  deleteAnswer: RegistryAnswer['state'] = 'deleted';
  base: { architectures: readonly string[]; index: boolean; versions: Record<string, number> };
  secrets: Record<string, string> = { push: '1' };
  /** Where builds are. */
  place = namespace;
  operatorNamespace: string | undefined;
  /** Undefined: nobody has told. */
  logins: ObservedObjects['logins'];
  proxyKeys: ObservedObjects['proxyKeys'];
  proxySecret: string | undefined;
  clusterJobs: number;
  registries: LayeringInput['deployment']['registries'] = {
    caCertificates: undefined,
    registriesConf: undefined,
  };
  proxy: LayeringInput['deployment']['proxy'];
  /** Whether the operator brings images to nodes, or hands them over. */
  rollout = false;
  mostActive = 0;
  #counter = 0;
  #deployed: LayeringInput['deployment'] | undefined;
  readonly #remembered = new Map<string, { readonly basis: Basis; readonly plan: LayeringPlan }>();

  constructor({
    nodes = {},
    spec = {},
    baseArchitectures = ['amd64', 'arm64', 'ppc64le', 's390x'],
    pool = false,
    clusterJobs = 100,
  }: WorldOptions = {}) {
    World.onMade?.(this);
    this.clusterJobs = clusterJobs;
    this.base = {
      architectures: baseArchitectures,
      index: true,
      versions: {},
    };
    for (const [name, architecture] of Object.entries(nodes)) this.addNode(name, architecture);
    if (pool) this.addPool('edge');
    this.addConfig('edge', { ...membersBy(pool), ...spec });
  }

  /** Null in the spec: without that field. */
  addConfig(name: string, spec: JsonObject): void {
    const whole = {
      baseImage: baseReference,
      imageBuilder: { imageBuilderType: 'Job' },
      renderedImagePushSecret: { name: 'push' },
      renderedImagePushSpec: `${target}:latest`,
      ...spec,
    };
    this.put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineOSConfig',
      metadata: { name, generation: 1 },
      spec: Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)),
    });
  }

  addPool(name: string): void {
    this.put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineConfig',
      metadata: { name: `rendered-${name}-1` },
      spec: { osImageURL: baseReference },
    });
    this.put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineConfigPool',
      metadata: { name },
      spec: { nodeSelector: { matchLabels: { pool: name } }, configuration: { name: `rendered-${name}-1` } },
    });
  }

  addNode(
    name: string,
    architecture: string,
    more: {
      labels?: Record<string, string>;
      spec?: JsonObject;
      ready?: boolean;
      pool?: string;
      reported?: string;
      os?: string;
      age?: number;
      status?: JsonObject;
    } = {},
  ): void {
    const { labels = {}, spec = {}, ready = true, pool = 'edge', os = 'linux', age = 3600 } = more;
    const { reported = architecture } = more;
    this.put({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name,
        creationTimestamp: new Date(this.now - age * 1000).toISOString(),
        labels: { 'kubernetes.io/arch': architecture, 'kubernetes.io/os': os, pool, ...labels },
      },
      spec,
      status: {
        nodeInfo: { architecture: reported, operatingSystem: os },
        conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
        ...more.status,
      },
    });
  }

  key(kind: string, name: string): string {
    return `${kind}/${name}`;
  }

  put(object: KubernetesObject): KubernetesObject {
    this.#counter += 1;
    const stored = {
      ...object,
      metadata: {
        uid: `uid-${this.#counter}`,
        creationTimestamp: new Date(this.now).toISOString(),
        ...object.metadata,
        resourceVersion: String(this.#counter),
      },
    };
    this.objects.set(this.key(object.kind, object.metadata.name), stored);
    return stored;
  }

  get(kind: string, name: string): KubernetesObject {
    const found = this.objects.get(this.key(kind, name));
    if (found === undefined) throw new Error(`no ${kind} ${name}`);
    return found;
  }

  all(kind: string): KubernetesObject[] {
    return this.objects.of(kind);
  }

  edit(kind: string, name: string, patch: JsonObject): void {
    const live = this.get(kind, name);
    const merged = merge(live as JsonValue, patch) as KubernetesObject;
    const generation = (live.metadata.generation ?? 1) + ('spec' in patch ? 1 : 0);
    this.put({ ...merged, metadata: { ...merged.metadata, generation } });
  }

  editSpec(spec: JsonObject, name = 'edge'): void {
    this.edit('MachineOSConfig', name, { spec });
  }

  annotate(annotations: Record<string, string | null>, name = 'edge'): void {
    this.edit('MachineOSConfig', name, { metadata: { annotations } });
  }

  removeNode(name: string): void {
    this.objects.delete(this.key('Node', name));
  }

  builds(config = 'edge'): BuildView[] {
    return this.all('MachineOSBuild')
      .filter((object) => (object.spec as unknown as MachineOsBuildSpec).machineOSConfig.name === config)
      .map((object) => ({
        name: object.metadata.name,
        spec: object.spec as unknown as MachineOsBuildSpec,
        status: (object.status ?? {}) as MachineOsBuildStatus,
        object,
      }));
  }

  build(config = 'edge'): BuildView {
    const newest = this.builds(config).at(-1);
    if (newest === undefined) throw new Error('no build');
    return newest;
  }

  platform(architecture: string, config = 'edge') {
    return this.build(config).status.platforms?.find((one) => one.architecture === architecture);
  }

  status(config = 'edge'): MachineOsConfigStatus {
    return (this.get('MachineOSConfig', config).status ?? {}) as MachineOsConfigStatus;
  }

  condition(type: string, config = 'edge') {
    return this.status(config).conditions?.find((one) => one.type === type);
  }

  jobs(role = 'build'): KubernetesObject[] {
    return this.all('Job').filter(({ metadata }) => metadata.labels?.[names.component] === role);
  }

  repository(name: string) {
    const found = this.repositories.get(name) ?? {
      tags: new Map<string, string>(),
      manifests: new Map<string, Manifest>(),
    };
    this.repositories.set(name, found);
    return found;
  }

  push(repository: string, tag: string | undefined, manifest: Manifest): void {
    const { tags, manifests } = this.repository(repository);
    manifests.set(manifest.digest, manifest);
    if (tag !== undefined) tags.set(tag, manifest.digest);
  }

  input(config = 'edge'): LayeringInput {
    const parsed = parseMachineOsConfig(this.get('MachineOSConfig', config));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusals));
    return {
      config: parsed.config,
      observed: this.observed(),
      answers: this.answers,
      deployment: this.deployment(),
      now: this.now,
    };
  }

  /** The same for as long as nobody deploys otherwise. */
  deployment(): LayeringInput['deployment'] {
    const deployment = {
      namespace: this.place,
      ...(this.operatorNamespace === undefined ? {} : { operatorNamespace: this.operatorNamespace }),
      builderImage: 'builder',
      ownImage: 'own',
      serviceAccount: 'builder',
      clusterJobs: this.clusterJobs,
      storeLimit: '100Gi',
      registries: this.registries,
      ...(this.proxy === undefined ? {} : { proxy: this.proxy }),
      ...(this.proxySecret === undefined ? {} : { proxySecret: this.proxySecret }),
      ...(this.rollout ? { rollout: true } : {}),
    };
    if (JSON.stringify(deployment) !== JSON.stringify(this.#deployed)) this.#deployed = deployment;
    return this.#deployed ?? deployment;
  }

  /** The next plan; one that is remembered from before, and still good by what it was made of, has to be the same. */
  plan(config = 'edge'): LayeringPlan {
    const input = this.input(config);
    const reading = new Reading(input);
    const plan = planFrom(reading);
    const known = this.#remembered.get(config);
    if (
      known !== undefined &&
      holds(known.basis, input) &&
      JSON.stringify(known.plan) !== JSON.stringify(plan)
    )
      throw new Error(
        `a plan took something into account that it did not say: ${JSON.stringify([known.plan, plan]).slice(0, 3000)}`,
      );
    this.#remembered.set(config, { basis: reading.basis(), plan });
    return plan;
  }

  observed(): LayeringInput['observed'] {
    return {
      nodes: nodesWithImages(this.all('Node'), this.all('MachineConfig')),
      pools: this.all('MachineConfigPool'),
      machineConfigs: this.all('MachineConfig'),
      machineSets: this.all('MachineSet'),
      builds: this.all('MachineOSBuild'),
      jobs: this.all('Job'),
      pods: this.all('Pod'),
      configMaps: this.all('ConfigMap'),
      secrets: this.secrets,
      ...(this.logins === undefined ? {} : { logins: this.logins }),
      ...(this.proxyKeys === undefined ? {} : { proxyKeys: this.proxyKeys }),
    };
  }

  /** One plan for each config, obeyed; true when it changed or asked something. */
  step(): boolean {
    let changed = false;
    for (const { metadata } of this.all('MachineOSConfig')) {
      const plan = this.plan(metadata.name);
      this.lastPlan = plan;
      if (this.obey(plan)) changed = true;
    }
    this.lastRemoval = planBuildRemoval({ observed: this.observed(), answers: this.answers, now: this.now });
    return this.obey(this.lastRemoval) || changed;
  }

  /** Plans and obeys until something holds; jobs run meanwhile only where that is said. */
  stepUntil(holds: () => boolean, ran: 'jobs run' | 'no job runs' = 'no job runs'): this {
    for (let steps = 0; steps < 100; steps += 1) {
      if (holds()) return this;
      this.step();
      if (ran === 'jobs run') this.runJobs();
    }
    throw new Error(`it did not come to that: ${JSON.stringify(this.lastPlan).slice(0, 3000)}`);
  }

  obey(plan: LayeringPlan, upTo = Number.POSITIVE_INFINITY): boolean {
    this.told.push(...plan.findings);
    for (const action of plan.actions.slice(0, upTo)) this.apply(action);
    const due = plan.questions.filter(({ notBefore = 0 }) => notBefore <= this.now);
    for (const question of due)
      this.answers[question.id] = question.kind === 'log' ? this.log(question) : this.answer(question);
    return plan.actions.length > 0 || due.length > 0;
  }

  apply(action: Action): void {
    if (action.object.kind === 'Node') throw new Error(`a node is not ours to write: ${action.because}`);
    if (action.kind === 'create') {
      this.create(action.object);
      return;
    }
    const { kind, name, uid, resourceVersion } = action.object;
    const live = this.objects.get(this.key(kind, name));
    if (live === undefined || live.metadata.uid !== uid) return;
    if (action.kind === 'delete') this.remove(live);
    // a conflict: it was planned with an older version
    else if (live.metadata.resourceVersion !== resourceVersion) return;
    else if (action.kind === 'status') this.update(live, { ...live, status: action.status });
    else if (action.kind === 'patch')
      this.update(live, merge(live as JsonValue, action.patch) as KubernetesObject);
    else throw new Error(`layering has no action ${action.kind}`);
  }

  create(object: KubernetesObject): void {
    const { kind, metadata } = object;
    if (this.objects.has(this.key(kind, metadata.name))) return;
    const stored = this.put(object);
    this.validate(stored);
    const { labels = {} } = stored.metadata;
    if (kind === 'Job' && labels[names.component] === 'build')
      this.started.push({
        architecture: labels[names.architecture] ?? '',
        key: labels[names.key] ?? '',
        name: metadata.name,
        uid: stored.metadata.uid ?? '',
      });
  }

  update(live: KubernetesObject, next: KubernetesObject): void {
    this.validate(next, live);
    const stored = this.put(next);
    if (stored.metadata.deletionTimestamp !== undefined && (stored.metadata.finalizers ?? []).length === 0)
      this.purge(stored);
    const spec = (stored.status as MachineOsConfigStatus | undefined)?.currentImagePullSpec;
    if (stored.kind === 'MachineOSConfig' && spec !== undefined && this.published.at(-1) !== spec)
      this.published.push(spec);
  }

  /** As the API server would: schema, rules, terminal builds stay as they are. */
  validate(object: KubernetesObject, old?: KubernetesObject): void {
    const schema = schemas.get(object.kind);
    if (schema === undefined) return;
    admit(schema, object, old);
    const phase = (old?.status as MachineOsBuildStatus | undefined)?.phase ?? '';
    if (
      ['Succeeded', 'Failed', 'Interrupted', 'Superseded'].includes(phase) &&
      JSON.stringify(old?.status) !== JSON.stringify(object.status)
    )
      throw new Error(`the status of ${object.metadata.name}, which is ${phase}, was changed`);
  }

  remove(object: KubernetesObject): void {
    if ((object.metadata.finalizers ?? []).length === 0) {
      this.purge(object);
      return;
    }
    const deletionTimestamp = new Date(this.now).toISOString();
    this.put({ ...object, metadata: { ...object.metadata, deletionTimestamp } });
  }

  /** With the garbage collector: what it owned goes, too. */
  purge({ kind, metadata }: KubernetesObject): void {
    this.objects.delete(this.key(kind, metadata.name));
    for (const other of [...this.objects.values()])
      if (other.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid)) this.remove(other);
  }

  /** What a container says before it fails. */
  log({ pod, container }: LogQuestion): LayeringAnswer {
    const askedAt = this.now;
    return this.objects.has(this.key('Pod', pod))
      ? { askedAt, state: 'log', text: `${pod} ${container}\n` }
      : { askedAt, state: 'missing' };
  }

  /** The operator is started with another namespace for builds: what was there goes on unseen. */
  move(place: string): void {
    this.place = place;
    for (const kind of ['Job', 'Pod', 'ConfigMap'])
      for (const { metadata } of this.all(kind)) this.objects.delete(this.key(kind, metadata.name));
  }

  answer(question: RegistryQuestion): RegistryAnswer {
    const { kind, reference } = question;
    const askedAt = this.now;
    const state = this.said(question);
    if (state === 'missing') return { askedAt, state };
    if (state !== undefined) return { askedAt, state, message: `it is ${state}` };
    if (this.registryDown !== undefined) return { askedAt, state: 'unavailable', message: this.registryDown };
    if (kind === 'base') return { askedAt, state: 'base', base: this.#base() };
    const { repository, digest } = this.#resolve(reference);
    if (kind === 'delete') return this.#delete(repository, digest);
    const manifest = this.repository(repository).manifests.get(digest);
    if (manifest === undefined) return { askedAt, state: 'missing' };
    return kind === 'image' ? this.#image(repository, manifest) : this.#published(repository, manifest);
  }

  #resolve(reference: string): { repository: string; digest: string } {
    const [, repository = '', digest, tag = ''] = /^(.*?)(?:@(sha256:.*)|:([^:/]+))$/.exec(reference) ?? [];
    return { repository, digest: digest ?? this.repository(repository).tags.get(tag) ?? '' };
  }

  #image(repository: string, { digest, mediaType = ociManifest, key }: Manifest): RegistryAnswer {
    const askedAt = this.now;
    const child = this.child(repository, digest);
    return child.state === 'missing'
      ? { askedAt, state: 'missing' }
      : { askedAt, state: 'image', image: { digest, mediaType, child, key } };
  }

  #published(repository: string, { digest, entries, mediaType }: Manifest): RegistryAnswer {
    const children = Object.fromEntries(
      (entries ?? [{ digest }]).map((one) => [one.digest, this.child(repository, one.digest)]),
    );
    const shown = entries?.map((entry) => ({
      mediaType: ociManifest,
      digest: entry.digest,
      size: entry.size,
      platform:
        entry.attestation === true
          ? { os: 'unknown', architecture: 'unknown' }
          : { os: 'linux', architecture: entry.architecture, variant: entry.variant },
    }));
    const kind = mediaType ?? (entries === undefined ? ociManifest : ociIndex);
    const size = entries === undefined ? 400 : 500;
    const published = { digest, mediaType: kind, size, entries: shown, children };
    return { askedAt: this.now, state: 'published', published };
  }

  child(repository: string, digest: string): FoundChild {
    const manifest = this.repository(repository).manifests.get(digest);
    if (manifest === undefined) return { state: 'missing' };
    const { architecture = '', variant, base, missingBlobs = [] } = manifest;
    return {
      state: 'found',
      size: 400,
      config: { os: 'linux', architecture, variant },
      baseDigest: base,
      missingBlobs,
    };
  }

  #base() {
    const { architectures, index, versions } = this.base;
    const repository = 'registry.example.com/base/os';
    const [first = 'amd64'] = architectures;
    if (!index)
      return {
        kind: 'manifest',
        repository,
        digest: baseDigest(first),
        os: 'linux',
        architecture: first,
      } as const;
    const children = architectures.map((architecture) => ({
      os: 'linux',
      architecture,
      digest: baseDigest(architecture, versions[architecture] ?? 1),
    }));
    return { kind: 'index', repository, digest: sha(JSON.stringify(children)), children } as const;
  }

  #delete(repository: string, digest: string): RegistryAnswer {
    const askedAt = this.now;
    if (this.deleteAnswer === 'denied') return { askedAt, state: 'denied', message: '403' };
    if (this.deleteAnswer !== 'deleted') return { askedAt, state: 'unsupported' };
    const { tags, manifests } = this.repository(repository);
    if (!manifests.delete(digest)) return { askedAt, state: 'missing' };
    for (const [tag, of] of tags) if (of === digest) tags.delete(tag);
    this.deletedImages.push(`${repository}@${digest}`);
    return { askedAt, state: 'deleted' };
  }

  /** Every job goes one step: gets its pod, runs, ends. True when something changed. */
  runJobs(only?: string): boolean {
    let changed = false;
    const active = this.jobs().filter((job) => this.pod(job) !== undefined && !this.isEnded(job)).length;
    this.mostActive = Math.max(this.mostActive, active);
    for (const job of this.all('Job')) {
      if (this.isEnded(job) || (only !== undefined && job.metadata.name !== only)) continue;
      const pod = this.pod(job);
      const node = (pod?.spec as { nodeName?: string } | undefined)?.nodeName;
      if (node === undefined) changed = this.schedule(job, pod) || changed;
      else changed = this.finish(job) || changed;
    }
    return changed;
  }

  pod(job: KubernetesObject): KubernetesObject | undefined {
    return this.objects.get(this.key('Pod', job.metadata.name));
  }

  /** A drain puts the pod off its node: the job's controller leaves the dead pod behind and makes another. */
  evict(job: KubernetesObject): void {
    const pod = this.pod(job);
    if (pod === undefined) return;
    this.objects.delete(this.key('Pod', pod.metadata.name));
    this.put({
      ...pod,
      metadata: { ...pod.metadata, name: `${pod.metadata.name}-evicted` },
      status: {
        phase: 'Failed',
        conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }],
        initContainerStatuses: [{ name: workerOf(job, false), state: { terminated: { exitCode: 137 } } }],
      },
    });
  }

  isEnded({ status }: KubernetesObject): boolean {
    const { conditions = [] } = (status ?? {}) as { conditions?: { type: string }[] };
    return conditions.some(({ type }) => type === 'Complete' || type === 'Failed');
  }

  schedule(job: KubernetesObject, before: KubernetesObject | undefined): boolean {
    const spec = job.spec as unknown as {
      template: {
        spec: {
          nodeSelector: Record<string, string>;
          tolerations: { key?: string; operator?: string; value?: string }[];
          affinity?: {
            nodeAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: {
                preference: { matchFields: { values: string[] }[] };
              }[];
            };
          };
        };
      };
    };
    const { nodeSelector, tolerations, affinity } = spec.template.spec;
    const avoided = new Set(
      affinity?.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution.flatMap(({ preference }) =>
        preference.matchFields.flatMap(({ values }) => values),
      ),
    );
    const open = this.all('Node').filter(
      ({ metadata, spec: own, status }) =>
        Object.entries(nodeSelector).every(([key, value]) => metadata.labels?.[key] === value) &&
        (own as { unschedulable?: boolean }).unschedulable !== true &&
        JSON.stringify(status).includes('"Ready","status":"True"') &&
        ((own as { taints?: { key: string; value?: string; effect?: string }[] }).taints ?? []).every(
          (taint) =>
            taint.effect === 'PreferNoSchedule' ||
            tolerations.some(
              ({ key, operator, value }) =>
                key === taint.key && (operator === 'Exists' || value === taint.value),
            ),
        ),
    );
    const node = open.find(({ metadata }) => !avoided.has(metadata.name)) ?? open[0];
    if (before !== undefined && node === undefined) return false;
    const unscheduled = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: '0/3 nodes are available',
      lastTransitionTime: new Date(this.now).toISOString(),
    };
    this.put({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: job.metadata.name,
        labels: { 'batch.kubernetes.io/controller-uid': job.metadata.uid ?? '' },
        ownerReferences: [
          { apiVersion: 'batch/v1', kind: 'Job', name: job.metadata.name, uid: job.metadata.uid ?? '' },
        ],
      },
      spec: { ...spec.template.spec, ...(node === undefined ? {} : { nodeName: node.metadata.name }) },
      status: node === undefined ? { phase: 'Pending', conditions: [unscheduled] } : { phase: 'Running' },
    });
    return true;
  }

  finish(job: KubernetesObject): boolean {
    const { labels = {} } = job.metadata;
    if (labels[names.component] === 'assemble') return this.assemble(job);
    const architecture = labels[names.architecture] ?? '';
    const behaviour = this.behaviour(architecture, Number(labels[names.attempt]), job);
    if (behaviour.kind === 'hang') return false;
    if (behaviour.kind === 'fail') {
      this.end(job, 'Failed', behaviour.exitCode ?? 1, behaviour.log);
      return true;
    }
    this.make(job, architecture, behaviour);
    return true;
  }

  make(
    job: KubernetesObject,
    architecture: string,
    behaviour: Extract<BuildBehaviour, { kind: 'succeed' }>,
  ): void {
    const { env = [] } = initContainersOf(job).find(({ name }) => name === 'build') ?? {};
    const environment = new Map(env.map(({ name, value }) => [name, value]));
    const { repository, tag } = tagged(environment.get('TARGET'));
    const key = environment.get('PLATFORM_KEY') ?? '';
    const base = environment.get('BASE_DIGEST') ?? '';
    const image: Manifest = { digest: sha(`image ${key}`), architecture, key, base, ...behaviour.image };
    this.push(repository, tag, image);
    const claim = behaviour.claim === undefined ? image.digest : behaviour.claim;
    if (claim !== null) this.report(job, { digest: claim });
    this.end(job, 'Complete');
  }

  report(job: KubernetesObject, data: Readonly<Record<string, string>>): void {
    this.put({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: resultName(job.metadata.name),
        namespace,
        labels: { ...resultLabels(job.metadata.uid ?? '') },
      },
      data,
    });
  }

  end(job: KubernetesObject, type: 'Complete' | 'Failed', exitCode?: number, message = ''): void {
    const isFinal = exitCode === 65 || exitCode === 66;
    const failure = isFinal ? 'PodFailurePolicy' : 'BackoffLimitExceeded';
    const status = endOf(job, type === 'Failed' ? failure : undefined, new Date(this.now).toISOString());
    this.put({ ...this.get('Job', job.metadata.name), status });
    const pod = this.pod(job);
    if (pod !== undefined)
      this.put({
        ...pod,
        status: {
          phase: type === 'Failed' ? 'Failed' : 'Succeeded',
          initContainerStatuses:
            exitCode === undefined
              ? []
              : [{ name: workerOf(job, isFinal), state: { terminated: { exitCode, message } } }],
        },
      });
  }

  assemble(job: KubernetesObject): boolean {
    const behaviour = this.assembly(Number(job.metadata.labels?.[names.attempt]));
    if (behaviour?.kind === 'hang') return false;
    if (behaviour?.kind === 'exit') {
      this.end(job, 'Failed', behaviour.exitCode, behaviour.log);
      return true;
    }
    this.report(job, behaviour?.data ?? this.putTogether(job));
    this.end(job, 'Complete');
    return true;
  }

  putTogether(job: KubernetesObject): Record<string, string> {
    const [{ args = [] } = {}] = initContainersOf(job);
    const after = (flag: string) =>
      args.flatMap((one, index) => (one === flag ? [args[index + 1] ?? ''] : []));
    const { repository, tag } = tagged(after('--target')[0]);
    const children = after('--platform').map(childIn);
    const lost = children.find(({ from, digest }) => !this.repository(from).manifests.has(digest));
    if (lost !== undefined)
      return { reason: 'ChildMissing', architecture: lost.architecture, message: `no ${lost.digest}` };
    for (const { from, digest, architecture } of children)
      this.copy(from, digest, repository, `${tag}-${architecture}`);
    const [only] = children;
    if (after('--publish')[0] === 'manifest' && only !== undefined) {
      this.copy(only.from, only.digest, repository, tag);
      return { digest: only.digest };
    }
    const mediaType = after('--format')[0] === 'docker' ? dockerList : ociIndex;
    const entries = children
      .map(({ architecture, variant, digest }) => ({
        architecture,
        digest,
        size: 400,
        ...(variant === undefined ? {} : { variant }),
      }))
      .toSorted((a, b) => (a.architecture < b.architecture ? -1 : 1));
    const digest = sha(JSON.stringify([mediaType, entries]));
    this.push(repository, tag, { digest, entries, mediaType });
    return { digest };
  }

  copy(from: string, digest: string, to: string, tag: string): void {
    const manifest = this.repository(from).manifests.get(digest);
    if (manifest !== undefined) this.push(to, tag, manifest);
  }

  /** Until nothing happens by itself any more. */
  run(rounds = 200): this {
    for (let round = 0; round < rounds; round += 1) {
      const planned = this.step();
      const ran = this.runJobs();
      if (!planned && !ran) return this;
    }
    throw new Error(`no rest after ${rounds} rounds: ${JSON.stringify(this.lastPlan).slice(0, 3000)}`);
  }

  /** Lets time pass, and what follows happen. */
  after(seconds: number): this {
    this.now += seconds * 1000;
    return this.run();
  }

  /** Follows the planner's alarms for so long. */
  through(seconds: number): this {
    const end = this.now + seconds * 1000;
    for (let hops = 0; hops < 300; hops += 1) {
      this.run();
      const plan = this.plan();
      const wake = plan.wakeAt;
      if (wake === undefined || wake > end) break;
      this.now = Math.max(wake, this.now + 1);
    }
    this.now = Math.max(this.now, end);
    return this.run();
  }
}
