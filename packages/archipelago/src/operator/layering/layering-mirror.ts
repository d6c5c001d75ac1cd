import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  type Informer,
  type InformerOptions,
  type ObjectName,
  type Resource,
  resourceName,
  type Selection,
} from '@archipelago/kube-client';
import type { Follow } from '../../engine/mirrors.ts';
import { type LayeringGroup, names } from '../../layering/api/layering-names.ts';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { nodesWithImages } from '../../layering/build-plan/nodes-with-images.ts';
import { oncePerList } from '../../layering/build-plan/once-per-list.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import { byName } from '../mirror/mirrored-kinds.ts';
import type { MirroredNode } from '../mirror/mirrored-node.ts';
import { type BuildsObstacle, buildsObstacle } from './builds-obstacle.ts';
import { buildKinds, configKinds, layeringGroups, layeringKinds } from './layering-kinds.ts';
import {
  isSameText,
  layeredConfigMap,
  layeredMachineConfig,
  layeredSecret,
  withoutManagedFields,
} from './mirrored-layering.ts';
import { secretsOf } from './secrets-of.ts';

interface LayeringMirrorOptions {
  readonly follow: Follow;
  /** Nodes are followed anyhow; what is kept of them more is `layeredNode`. */
  readonly nodes: ReturnType<ClusterMirror['nodeInformer']>;
  /** Where jobs run, and secrets lie. */
  readonly namespace: string;
  /** That brings the namespace, and rights in it. */
  readonly command: () => string;
  /** Whether the definition of a group's kinds is ours: another controller may own them. */
  readonly isOurs: (config: Resource) => boolean;
  readonly onChange: () => void;
  readonly onBuild?: (build: KubernetesObject, before: KubernetesObject) => void;
}

type Objects = Informer<KubernetesObject>;
type KindName = Exclude<keyof typeof layeringKinds, 'nodes'>;

/** What layering looks at. All but the nodes, configs and builds is read from the first config on. */
export class LayeringMirror {
  readonly #options: LayeringMirrorOptions;
  readonly #configs: Readonly<Record<LayeringGroup, Objects>>;
  readonly #builds: Readonly<Record<LayeringGroup, Objects>>;
  readonly #others = new Map<KindName, Objects>();

  constructor(options: LayeringMirrorOptions) {
    this.#options = options;
    const { onChange, onBuild } = options;
    const config = (group: LayeringGroup) => this.#follow(configKinds[group], { trim: withoutManagedFields });
    const build = (group: LayeringGroup) =>
      this.#follow(buildKinds[group], {
        trim: withoutManagedFields,
        onEvent: (event) => {
          if (event.type === 'updated') onBuild?.(event.object, event.old);
          onChange();
        },
      });
    const [own, other] = layeringGroups;
    this.#configs = { [own]: config(own), [other]: config(other) };
    this.#builds = { [own]: build(own), [other]: build(other) };
  }

  start(): void {
    for (const group of layeringGroups) {
      this.#configs[group].start();
      this.#builds[group].start();
    }
  }

  /** Groups whose kinds are ours to act on, and that are served. */
  groups(): readonly LayeringGroup[] {
    return layeringGroups.filter(
      (group) => this.#configs[group].knowledge() === 'complete' && this.#options.isOurs(configKinds[group]),
    );
  }

  /** Groups whose builds are ours, also when their configs are no longer served: what is left of them is taken away. */
  buildGroups(): readonly LayeringGroup[] {
    return layeringGroups.filter(
      (group) => this.#builds[group].knowledge() === 'complete' && this.#options.isOurs(buildKinds[group]),
    );
  }

  configs(group: LayeringGroup): readonly KubernetesObject[] {
    return this.#configs[group].store.list();
  }

  /** Why nothing may be planned; undefined: all was read, or is not served. Reading begins when there is something to plan. */
  unread(): string | undefined {
    if (this.isInUse()) this.#followOthers();
    for (const [name, informer] of this.#all()) {
      if (informer.knowledge() !== 'unknown') continue;
      const refusal = informer.refusal();
      return `${name} could not be read yet${refusal === undefined ? '' : `: ${refusal.message}`}`;
    }
    return undefined;
  }

  /** What somebody has to mend before anything can be built; undefined: nothing that is known. */
  obstacle(): BuildsObstacle | undefined {
    const { namespace, command } = this.#options;
    const isAllRead = this.unread() === undefined;
    const place = this.#others.get('namespaces');
    if (place === undefined) return undefined;
    const unread = this.#all().filter(([, each]) => each.knowledge() === 'unknown');
    return buildsObstacle(namespace, {
      place: place.knowledge() === 'complete' ? place.store.list() : undefined,
      isAllRead,
      command: command(),
      refusal: unread.flatMap(([, each]) => each.refusal() ?? [])[0]?.message,
    });
  }

  /** Whether there is anything at all to look after. */
  isInUse(): boolean {
    const groups = new Set([...this.groups(), ...this.buildGroups()]);
    return [...groups].some((group) => this.#configs[group].store.size + this.#builds[group].store.size > 0);
  }

  /** Everything but the builds is shared by the groups: plans compare these lists by identity. */
  observed(): (group: LayeringGroup) => ObservedObjects {
    const list = (name: KindName) => this.#others.get(name)?.store.list() ?? [];
    const shared = {
      nodes: nodesWithImages(layeredNodes(this.#options.nodes.store.list()), list('machineConfigs')),
      pools: list('pools'),
      machineConfigs: list('machineConfigs'),
      machineSets: list('machineSets'),
      jobs: list('jobs'),
      pods: list('pods'),
      configMaps: list('configMaps'),
      ...secretsOf(list('secrets')),
    };
    return (group) => ({ ...shared, builds: this.#builds[group].store.list() });
  }

  /** What the mirror shows of an object. */
  shown(resource: Resource, name: ObjectName): KubernetesObject | undefined {
    return this.#informerOf(resource)?.store.get(name);
  }

  #informerOf(resource: Resource): Objects | undefined {
    for (const group of layeringGroups) {
      if (resource === configKinds[group]) return this.#configs[group];
      if (resource === buildKinds[group]) return this.#builds[group];
    }
    for (const [name, informer] of this.#others) if (layeringKinds[name] === resource) return informer;
    return undefined;
  }

  #all(): readonly (readonly [string, Pick<Objects, 'knowledge' | 'refusal'>])[] {
    return [
      [resourceName(layeringKinds.nodes), this.#options.nodes],
      ...layeringGroups.flatMap((group) => [
        [resourceName(configKinds[group]), this.#configs[group]] as const,
        [resourceName(buildKinds[group]), this.#builds[group]] as const,
      ]),
      ...[...this.#others].map(([name, informer]) => [resourceName(layeringKinds[name]), informer] as const),
    ];
  }

  #followOthers(): void {
    if (this.#others.size > 0) return;
    const { namespace } = this.#options;
    const parts = { namespace, labelSelector: names.component };
    const add = (name: KindName, trim: Trim, selection?: Selection) => {
      const shape = { trim, sameContent: isSameText, ...(selection === undefined ? {} : { selection }) };
      const informer = this.#follow(layeringKinds[name], shape);
      this.#others.set(name, informer);
      informer.start();
    };
    add('namespaces', withoutManagedFields, byName(namespace, undefined));
    for (const name of ['jobs', 'pods'] as const) add(name, withoutManagedFields, parts);
    add('configMaps', layeredConfigMap, parts);
    add('secrets', layeredSecret, { namespace });
    add('pools', withoutManagedFields);
    add('machineConfigs', layeredMachineConfig);
    add('machineSets', withoutManagedFields);
  }

  #follow(
    resource: Resource,
    shape: Pick<InformerOptions<KubernetesObject>, 'trim'> & Partial<InformerOptions<KubernetesObject>>,
  ): Objects {
    const { follow, onChange } = this.#options;
    return follow(resource, { onEvent: onChange, onKnowledge: onChange, onRefusal: onChange, ...shape });
  }
}

const layeredNodes = oncePerList((nodes: readonly MirroredNode[]) => nodes.flatMap(({ more }) => more ?? []));

type Trim = (object: KubernetesObject) => KubernetesObject;
