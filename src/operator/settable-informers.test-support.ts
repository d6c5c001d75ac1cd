import type { KubernetesObject } from '../api/kubernetes-object.ts';
import type { Informer, InformerSettings } from '../kubernetes/informer-settings.ts';
import { createInformerStore, type InformerStore } from '../kubernetes/informer-store.ts';
import type { Knowledge } from '../kubernetes/knowledge.ts';
import { type Resource, resourceName } from '../kubernetes/resource.ts';

type Shape<T> = Pick<InformerSettings<T>, 'trim'> & Partial<InformerSettings<T>>;

/** An informer that knows what a test says. */
export interface Settable {
  readonly resource: Resource;
  readonly selection: InformerSettings<unknown>['selection'];
  isStarted: boolean;
  knowledge: Knowledge;
  refusal: string | undefined;
  put(...objects: readonly KubernetesObject[]): void;
}

/** Stands in for the operator's mirror where others ask it to follow kinds. */
export class SettableInformers {
  readonly all: Settable[] = [];

  readonly follow = <T>(resource: Resource, shape: Shape<T>): Informer<T> => {
    const store: InformerStore<T> = createInformerStore(shape);
    const settable: Settable = {
      resource,
      selection: shape.selection,
      isStarted: false,
      knowledge: 'unknown',
      refusal: undefined,
      put: (...objects) => {
        for (const object of objects) for (const event of store.put(object)) shape.onEvent?.(event);
      },
    };
    this.all.push(settable);
    return informerOf(settable, store);
  };

  /** Of `dataimportcrons.cdi.kubevirt.io`. */
  of(name: string, selector?: string): Settable {
    const found = this.all.find(
      ({ resource, selection }) =>
        resourceName(resource) === name && (selector === undefined || selection?.fieldSelector === selector),
    );
    if (found === undefined) throw new Error(`nobody follows ${name}`);
    return found;
  }

  know(knowledge: Knowledge): void {
    for (const each of this.all) each.knowledge = knowledge;
  }
}

function informerOf<T>(settable: Settable, store: InformerStore<T>): Informer<T> {
  return {
    store,
    start: () => {
      settable.isStarted = true;
    },
    stop: async () => {
      settable.isStarted = false;
    },
    state: () => ({ phase: 'idle' }),
    knowledge: () => settable.knowledge,
    refusal: () =>
      settable.refusal === undefined
        ? undefined
        : { code: 403, reason: 'Forbidden', message: settable.refusal },
    hasSynced: () => settable.knowledge === 'complete',
    whenSettled: () => Promise.resolve(),
    lastActivity: () => 0,
    recheck: () => undefined,
  };
}
