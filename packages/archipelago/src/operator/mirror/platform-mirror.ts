import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Informer, Resource } from '@archipelago/kube-client';
import type { Follow } from '../../engine/mirrors.ts';
import { type ObservedObject, observed } from '../../reconcile/observed-object.ts';
import { configurations, imageMirrorSets } from './cluster-resources.ts';
import { mirroredSupport } from './mirrored-boot-source.ts';
import { byName } from './mirrored-kinds.ts';

/** OpenShift's configuration: one object of each kind, and which mirrors images may be read at. */
export class PlatformMirror {
  readonly #follow: Follow;
  readonly #configurations = new Map<Resource, Informer<ObservedObject>>();
  readonly #mirrorSets = new Map<Resource, Informer<KubernetesObject>>();

  constructor(follow: Follow) {
    this.#follow = follow;
  }

  /** Begins; called again, nothing more happens. */
  start(): void {
    for (const resource of Object.values(configurations)) {
      if (this.#configurations.has(resource)) continue;
      const selection = byName('cluster', undefined);
      const informer = this.#follow(resource, { trim: observed, selection });
      this.#configurations.set(resource, informer);
      informer.start();
    }
    for (const resource of imageMirrorSets) {
      if (this.#mirrorSets.has(resource)) continue;
      const informer = this.#follow(resource, { trim: mirroredSupport });
      this.#mirrorSets.set(resource, informer);
      informer.start();
    }
  }

  /** The object `cluster` of a kind. */
  configuration(resource: Resource): JsonObject | undefined {
    return this.#configurations.get(resource)?.store.list()[0]?.object;
  }

  imageMirrorSets(): readonly KubernetesObject[] {
    return [...this.#mirrorSets.values()].flatMap(({ store }) => store.list());
  }
}
