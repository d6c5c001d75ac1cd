import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import { ociIndex, ociManifest } from '@archipelago/oci-registry';
import { architectures } from '../../packages/archipelago/src/api/architectures.ts';
import type { SeenObject } from '../../packages/archipelago/src/api/seen-object.ts';
import { machineConfigGroup, names } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import type { MachineOsConfigStatus } from '../../packages/archipelago/src/layering/api/machine-os-config-status-schema.ts';
import type {
  LayeringPlan,
  ObservedObjects,
} from '../../packages/archipelago/src/layering/build-plan/layering-plan.ts';
import { resultLabels } from '../../packages/archipelago/src/layering/build-plan/pod-template.ts';
import type {
  FoundImage,
  PublishedImage,
  RegistryAnswer,
  RegistryQuestion,
} from '../../packages/archipelago/src/layering/build-plan/registry-question.ts';
import { resultName } from '../../packages/archipelago/src/layering/object-names.ts';
import { layeredNode } from '../../packages/archipelago/src/operator/layering/mirrored-layering.ts';
import { benchNode } from '../operator/bench-node.ts';

export const namespace = 'archipelago';
const base = 'registry.example.com/base/os:10';
const finalHost = 'registry.example.com/edge';
const buildHost = 'builds.example.com/edge';

function sha(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

type Merged = { [key: string]: JsonValue | undefined };

function merged(live: unknown, patch: JsonObject): JsonObject {
  const result: Merged =
    typeof live === 'object' && live !== null && !Array.isArray(live) ? { ...(live as JsonObject) } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (typeof value === 'object' && !Array.isArray(value))
      result[key] = merged(result[key], value as JsonObject);
    else result[key] = value;
  }
  return result;
}

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
}

function worker(job: KubernetesObject): Container {
  const { spec } = job as unknown as {
    readonly spec: {
      readonly template: { readonly spec: { readonly initContainers: readonly Container[] } };
    };
  };
  const { initContainers } = spec.template.spec;
  return initContainers.find(({ name }) => name === 'build') ?? initContainers[0] ?? { name: '' };
}

/** Some two kilobytes, as people write them; `revision` makes another one. */
function containerfile(pool: number, architecture: string, revision: number): string {
  const packages = Array.from({ length: 40 }, (_, index) => `tool-${pool}-${index}`);
  return [
    'FROM configs AS final',
    `# image of pool ${pool} for ${architecture}, revision ${revision}`,
    `RUN dnf install -y \\\n  ${packages.join(' \\\n  ')} && dnf clean all && ostree container commit`,
    ...Array.from(
      { length: 12 },
      (_, index) => `COPY files/etc/service-${index}.conf /etc/service.d/${index}.conf`,
    ),
    'RUN systemctl enable edge-agent.service && bootc container lint',
  ].join('\n');
}

export interface PlannedClusterSize {
  readonly pools: number;
  /** Of each architecture in each pool. */
  readonly nodesEach: number;
}

/**
 * Pools with nodes of all architectures and one MachineOSConfig each, as the operator's mirror holds them. What plans say is
 * done at once; jobs end with a right image when they are told to.
 */
export class PlannedCluster {
  now = Date.parse('2026-11-21T10:00:00Z');
  readonly answers: Record<string, RegistryAnswer> = {};
  readonly #objects = new Map<string, Map<string, KubernetesObject>>();
  readonly #lists = new Map<string, readonly KubernetesObject[]>();
  readonly #images = new Map<string, FoundImage>();
  readonly #published = new Map<string, PublishedImage>();
  #counter = 0;

  constructor({ pools, nodesEach }: PlannedClusterSize) {
    for (let pool = 0; pool < pools; pool += 1) this.#addPool(pool, nodesEach);
  }

  /** The same list until something in it changes: so are those of the operator's mirror. */
  all(kind: string): readonly KubernetesObject[] {
    const list = this.#lists.get(kind) ?? [...(this.#objects.get(kind)?.values() ?? [])];
    this.#lists.set(kind, list);
    return list;
  }

  observed(): ObservedObjects {
    return {
      nodes: this.all('Node'),
      pools: this.all('MachineConfigPool'),
      machineConfigs: this.all('MachineConfig'),
      machineSets: [],
      builds: this.all('MachineOSBuild'),
      jobs: this.all('Job'),
      pods: this.all('Pod'),
      configMaps: this.all('ConfigMap'),
      secrets: { push: '1' },
    };
  }

  /** One architecture's text in every pool. */
  editContainerfiles(architecture: string, revision: number): void {
    for (const [pool, config] of this.all('MachineOSConfig').entries()) {
      const spec = config.spec as JsonObject;
      const files = (spec.containerFile as readonly JsonObject[]).map((file) =>
        file.containerfileArch === architecture.toUpperCase()
          ? { ...file, content: containerfile(pool, architecture, revision) }
          : file,
      );
      const generation = (config.metadata.generation ?? 1) + 1;
      this.#put({
        ...config,
        metadata: { ...config.metadata, generation },
        spec: { ...spec, containerFile: files },
      });
    }
  }

  /** A node is cordoned, or the one that was is so no longer. */
  cordonOne(): void {
    const [node] = this.all('Node');
    if (node === undefined) return;
    const { unschedulable, ...spec } = node.spec as JsonObject;
    this.#put({ ...node, spec: unschedulable === true ? spec : { ...spec, unschedulable: true } });
  }

  /** Every node has got the image of its pool. */
  rollOut(): void {
    const image = new Map(
      this.all('MachineOSConfig').map(({ metadata, status }) => [
        metadata.name,
        (status as MachineOsConfigStatus | undefined)?.currentImagePullSpec,
      ]),
    );
    for (const node of this.all('Node')) {
      const spec = image.get(node.metadata.labels?.pool ?? '');
      if (spec === undefined) continue;
      const annotations = { [`${machineConfigGroup}/currentImage`]: spec };
      this.#put({ ...node, metadata: { ...node.metadata, annotations } });
    }
  }

  /** Carries out what was planned, and asks the registries. */
  obey({ actions, questions }: LayeringPlan): void {
    for (const question of questions)
      if (question.kind !== 'log') this.answers[question.id] = this.#answer(question);
    for (const action of actions) {
      if (action.kind === 'create') {
        if (this.#get(action.object) === undefined) this.#put(action.object);
        continue;
      }
      const live = this.#get(action.object);
      if (live === undefined) continue;
      if (action.kind === 'delete') this.#remove(live);
      else if (action.kind === 'status') this.#put({ ...live, status: action.status });
      else if (action.kind === 'patch') this.#put(merged(live, action.patch) as KubernetesObject);
    }
  }

  /** Pods of the jobs that have none. */
  schedule(): void {
    for (const job of this.all('Job')) {
      if (this.#pod(job) !== undefined) continue;
      const { template } = job.spec as { template: { metadata: JsonObject; spec: JsonObject } };
      const { name, namespace: within = namespace, uid = '', labels } = job.metadata;
      this.#put({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name,
          namespace: within,
          labels: { ...labels, 'batch.kubernetes.io/controller-uid': uid },
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid }],
        },
        spec: { ...template.spec, nodeName: 'bulk-0' },
        status: { phase: 'Running' },
      });
    }
  }

  /** All jobs that run end well; returns how many. */
  finishJobs(): number {
    let ended = 0;
    for (const job of this.all('Job')) {
      const pod = this.#pod(job);
      if (pod === undefined || job.status !== undefined) continue;
      ended += 1;
      const digest =
        job.metadata.labels?.[names.component] === 'assemble' ? this.#assemble(job) : this.#build(job);
      const { uid = '', name } = job.metadata;
      this.#put({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {
          name: resultName(name),
          namespace,
          labels: { ...resultLabels(uid) },
          ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid }],
        },
        data: { digest },
      });
      const lastTransitionTime = new Date(this.now).toISOString();
      this.#put({
        ...job,
        status: { conditions: [{ type: 'Complete', status: 'True', lastTransitionTime }] },
      });
      this.#put({ ...pod, status: { phase: 'Succeeded' } });
    }
    return ended;
  }

  #addPool(pool: number, nodesEach: number): void {
    const name = `edge-${String(pool).padStart(4, '0')}`;
    const rendered = `rendered-${name}-1`;
    this.#put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineConfig',
      metadata: { name: rendered },
      spec: {
        osImageURL: base,
        kernelArguments: ['nosmt', 'intel_iommu=on'],
        extensions: [],
        kernelType: 'default',
      },
    });
    this.#put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineConfigPool',
      metadata: { name },
      spec: { nodeSelector: { matchLabels: { pool: name } }, configuration: { name: rendered } },
    });
    for (const architecture of architectures)
      for (let node = 0; node < nodesEach; node += 1)
        this.#addNode(`${name}-${architecture}-${node}`, architecture, name);
    this.#put({
      apiVersion: `${machineConfigGroup}/v1`,
      kind: 'MachineOSConfig',
      metadata: { name, generation: 1 },
      spec: {
        machineConfigPool: { name },
        imageBuilder: { imageBuilderType: 'Job' },
        renderedImagePushSecret: { name: 'push' },
        renderedImagePushSpec: `${finalHost}/${name}:latest`,
        intermediate: { repository: `${buildHost}/${name}`, pushSecret: { name: 'push' } },
        containerFile: architectures.map((architecture) => ({
          containerfileArch: architecture.toUpperCase(),
          content: containerfile(pool, architecture, 1),
        })),
      },
    });
  }

  #addNode(name: string, architecture: string, pool: string): void {
    const node = benchNode(name, architecture, 'worker');
    this.#put(
      layeredNode({
        ...node,
        metadata: {
          ...node.metadata,
          labels: { ...node.metadata.labels, pool },
          creationTimestamp: '2026-01-01T00:00:00Z',
        },
      }),
    );
  }

  #put(object: KubernetesObject): KubernetesObject {
    this.#counter += 1;
    const ofKind = this.#objects.get(object.kind) ?? new Map<string, KubernetesObject>();
    this.#objects.set(object.kind, ofKind);
    const stored = {
      ...object,
      metadata: {
        uid: `00000000-0000-4000-8000-${String(this.#counter).padStart(12, '0')}`,
        creationTimestamp: new Date(this.now).toISOString(),
        ...object.metadata,
        resourceVersion: String(this.#counter),
      },
    };
    ofKind.set(object.metadata.name, stored);
    this.#lists.delete(object.kind);
    return stored;
  }

  #get(object: KubernetesObject | SeenObject): KubernetesObject | undefined {
    return this.#objects
      .get(object.kind)
      ?.get('metadata' in object ? (object as KubernetesObject).metadata.name : (object as SeenObject).name);
  }

  #pod({ metadata }: KubernetesObject): KubernetesObject | undefined {
    return this.#objects.get('Pod')?.get(metadata.name);
  }

  /** Pods go with their jobs, as the garbage collector would have it. */
  #remove({ kind, metadata }: KubernetesObject): void {
    this.#objects.get(kind)?.delete(metadata.name);
    this.#lists.delete(kind);
    if (kind !== 'Job') return;
    this.#objects.get('Pod')?.delete(metadata.name);
    this.#lists.delete('Pod');
  }

  #build(job: KubernetesObject): string {
    const told = new Map((worker(job).env ?? []).map(({ name, value }) => [name, value]));
    const key = told.get('PLATFORM_KEY') ?? '';
    const digest = sha(`image ${key}`);
    const architecture = told.get('PLATFORM')?.split('/')[1] ?? '';
    this.#images.set(told.get('TARGET') ?? '', {
      digest,
      mediaType: ociManifest,
      key,
      child: {
        state: 'found',
        size: 400,
        config: { os: 'linux', architecture },
        baseDigest: told.get('BASE_DIGEST'),
        missingBlobs: [],
      },
    });
    return digest;
  }

  #assemble(job: KubernetesObject): string {
    const { args = [] } = worker(job);
    const after = (flag: string) =>
      args.flatMap((one, index) => (one === flag ? [args[index + 1] ?? ''] : []));
    const digests = after('--platform').map((text) => text.slice(text.indexOf('@') + 1));
    const images = [...this.#images.values()].filter(({ digest }) => digests.includes(digest));
    const entries = images
      .map(({ digest, child }) => ({ mediaType: ociManifest, digest, size: 400, platform: child.config }))
      .toSorted((a, b) => (a.platform.architecture < b.platform.architecture ? -1 : 1));
    const digest = sha(JSON.stringify(entries));
    const children = Object.fromEntries(images.map((image) => [image.digest, image.child]));
    this.#published.set(after('--target')[0] ?? '', {
      digest,
      mediaType: ociIndex,
      size: 1200,
      entries,
      children,
    });
    return digest;
  }

  #answer({ kind, reference }: RegistryQuestion): RegistryAnswer {
    const askedAt = this.now;
    if (kind === 'base') return { askedAt, state: 'base', base: this.#base() };
    if (kind === 'delete') return { askedAt, state: 'unsupported' };
    if (kind === 'image') {
      const image = this.#images.get(reference);
      return image === undefined ? { askedAt, state: 'missing' } : { askedAt, state: 'image', image };
    }
    const published = this.#published.get(reference);
    return published === undefined
      ? { askedAt, state: 'missing' }
      : { askedAt, state: 'published', published };
  }

  #base() {
    const children = architectures.map((architecture) => ({
      os: 'linux',
      architecture,
      digest: sha(`base ${architecture}`),
    }));
    return {
      kind: 'index',
      repository: 'registry.example.com/base/os',
      digest: sha('base'),
      children,
    } as const;
  }
}
