import type { KubernetesObject } from '@archipelago/apimachinery';
import { type Informer, type InformerOptions, type Resource, resourceName } from '@archipelago/kube-client';
import type { ObservedObjects } from '../../golden-images/boot-sources/observed-boot-sources.ts';
import { viewerRole } from '../../golden-images/boot-sources/support-objects.ts';
import { isSameBootSource, mirroredBootSource, mirroredSupport } from '../mirror/mirrored-boot-source.ts';
import { byName } from '../mirror/mirrored-kinds.ts';
import { type BootSourceKind, bootSourceKinds, supportKinds } from './boot-source-kinds.ts';

/** Makes and keeps an informer, as the operator's mirror does for all kinds. */
export type Follow = (
  resource: Resource,
  shape: Pick<
    InformerOptions<KubernetesObject>,
    'trim' | 'sameContent' | 'selection' | 'onEvent' | 'onKnowledge'
  >,
) => Informer<KubernetesObject>;

/** Mirrors boot sources in all namespaces, and what they need around them in one. */
export class BootSourceMirror {
  readonly #kinds: ReadonlyMap<BootSourceKind, Informer<KubernetesObject>>;
  readonly #support: readonly Informer<KubernetesObject>[];
  readonly #resources = new Map<Informer<KubernetesObject>, Resource>();

  constructor(follow: Follow, namespace: string, onChange: () => void) {
    const told = { onEvent: onChange, onKnowledge: onChange };
    const remember = (resource: Resource, informer: Informer<KubernetesObject>) => {
      this.#resources.set(informer, resource);
      return informer;
    };
    const keeping = { trim: mirroredBootSource, sameContent: isSameBootSource, ...told };
    this.#kinds = new Map(
      bootSourceKindNames.map((name) => {
        const resource = bootSourceKinds[name];
        return [name, remember(resource, follow(resource, keeping))];
      }),
    );
    const supporting = { trim: mirroredSupport, sameContent: isSameBootSource, ...told };
    const one = (resource: Resource, name: string, place?: string) =>
      remember(resource, follow(resource, { ...supporting, selection: byName(name, place) }));
    this.#support = [
      one(supportKinds.namespaces, namespace),
      one(supportKinds.roles, viewerRole, namespace),
      one(supportKinds.roleBindings, viewerRole, namespace),
    ];
  }

  start(): void {
    for (const informer of this.#resources.keys()) informer.start();
  }

  /** Whether CDI is there to import anything. */
  isServed(): boolean {
    return ['dataImportCrons', 'dataSources'].every((name) => this.#of(name)?.knowledge() === 'complete');
  }

  /** Why nothing may be planned; undefined: all was read, or is not served. */
  unread(): string | undefined {
    for (const [informer, resource] of this.#resources) {
      if (informer.knowledge() !== 'unknown') continue;
      const refusal = informer.refusal();
      return `${resourceName(resource)} could not be read yet${refusal === undefined ? '' : `: ${refusal.message}`}`;
    }
    return undefined;
  }

  /** What the server says about kinds that it does not let us read. */
  forbidden(): readonly string[] {
    return [...this.#resources.keys()].flatMap((informer) => informer.refusal()?.message ?? []);
  }

  observed(): ObservedObjects {
    const list = (name: BootSourceKind) => this.#of(name)?.store.list() ?? [];
    return {
      dataImportCrons: list('dataImportCrons'),
      dataSources: list('dataSources'),
      claims: list('claims'),
      snapshots: list('snapshots'),
      dataVolumes: list('dataVolumes'),
    };
  }

  support(): readonly KubernetesObject[] {
    return this.#support.flatMap(({ store }) => store.list());
  }

  #of(name: string): Informer<KubernetesObject> | undefined {
    for (const [each, informer] of this.#kinds) if (each === name) return informer;
    return undefined;
  }
}

const bootSourceKindNames = [
  'dataImportCrons',
  'dataSources',
  'dataVolumes',
  'claims',
  'snapshots',
] as const satisfies readonly BootSourceKind[];
