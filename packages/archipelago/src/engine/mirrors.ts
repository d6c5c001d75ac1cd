import type { Clock } from '@archipelago/apimachinery';
import {
  createInformer,
  type Informer,
  type InformerOptions,
  type InformerTiming,
  type KubernetesClient,
  type ObjectName,
  type Resource,
  resourceName,
  type Selection,
  type WriteThrough,
} from '@archipelago/kube-client';

interface MirrorsOptions {
  readonly client: Pick<KubernetesClient, 'listPageOf' | 'watch'>;
  /** Whether a kind comes with the server; nobody tells when one of those is served. */
  readonly isBuiltIn: (resource: Resource) => boolean;
  /** Anything but a write of ours has changed. */
  readonly onChange: () => void;
  readonly onProblem: (message: string) => void;
  /** A watch has ended that was not to end. */
  readonly onWatchEnd?: ((resource: string) => void) | undefined;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing: Partial<InformerTiming>;
}

/** What an informer is to keep, and whom it tells. */
type Shape<T> = Pick<InformerOptions<T>, 'trim'> & Partial<InformerOptions<T>>;

/** Makes an informer that is stopped, looked at and written through with all others; whoever asks starts it. */
export type Follow = <T>(resource: Resource, shape: Shape<T>) => Informer<T>;

type AnyInformer = Pick<
  Informer<unknown>,
  'start' | 'stop' | 'whenSettled' | 'recheck' | 'lastActivity' | 'knowledge' | 'refusal' | 'writeThrough'
> & { readonly store: { readonly size: number } };

/** A resource and who mirrors it. */
interface Followed {
  readonly resource: Resource;
  readonly selection: Selection | undefined;
  readonly informer: AnyInformer;
}

/** All informers of a process: what is written goes through the one that follows it. */
export class Mirrors {
  readonly #options: MirrorsOptions;
  readonly #followed: Followed[] = [];

  constructor(options: MirrorsOptions) {
    this.#options = options;
  }

  readonly follow: Follow = (resource, shape) => {
    const { client, isBuiltIn, onChange, onProblem, onWatchEnd, clock, random, timing } = this.#options;
    const informer = createInformer({
      client,
      resource,
      clock,
      random,
      whenNotServed: isBuiltIn(resource) ? 'poll' : 'when-told',
      timing,
      onEvent: ({ isOwn }) => {
        if (isOwn !== true) onChange();
      },
      onKnowledge: onChange,
      onRefusal: onChange,
      onWatchEnd: () => onWatchEnd?.(resourceName(resource)),
      onProblem: ({ doing, message }) => onProblem(`${doing} ${resourceName(resource)}: ${message}`),
      ...shape,
    });
    this.#followed.push({ resource, selection: shape.selection, informer });
    return informer;
  };

  followed(): readonly Followed[] {
    return this.#followed;
  }

  /** The informer that mirrors an object: the one that follows it by name before the one that follows all. */
  writeThrough(resource: Resource, name: ObjectName): WriteThrough {
    const all = this.#followed.filter((each) => isOf(each, resource) && isInPlace(each, name));
    const found =
      all.find(({ selection }) => selection?.fieldSelector === `metadata.name=${name.name}`) ??
      all.find(({ selection }) => selection?.fieldSelector === undefined);
    return found?.informer.writeThrough ?? ((_, send) => send());
  }

  async stop(): Promise<void> {
    await Promise.all(this.#followed.map(({ informer }) => informer.stop()));
  }
}

function isOf({ resource }: Followed, { group, plural }: Resource): boolean {
  return resource.group === group && resource.plural === plural;
}

function isInPlace({ selection }: Followed, { namespace }: ObjectName): boolean {
  return selection?.namespace === undefined || selection.namespace === namespace;
}
