import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from './kubernetes-client.ts';
import { type ApiResult, isObjectMissing } from './kubernetes-status.ts';
import type { ObjectName, Resource } from './resource.ts';
import type { WriteOutcome } from './write-outcome.ts';
import type { WriteThrough } from './write-through.ts';

/** Who writes to the cluster. */
export type Writer = Pick<
  KubernetesClient,
  'create' | 'update' | 'updateStatus' | 'patch' | 'patchStatus' | 'delete'
> & {
  /** Only who drains nodes has it. */
  readonly evict?: KubernetesClient['evict'];
};

/** Which mirror shows an object. */
interface Mirrors {
  writeThrough(resource: Resource, name: ObjectName): WriteThrough;
}

/** A client whose writes show in the mirrors before they are answered here; whatever else it can do is as it was. */
export function mirroredWriter<C extends Writer>(client: C, mirrors: Mirrors): C {
  const through = <A>(
    [resource, name]: readonly [Resource, ObjectName],
    send: () => Promise<A>,
    outcomeOf: (answer: A) => WriteOutcome,
  ): Promise<A> => mirrors.writeThrough(resource, name)(name, send, outcomeOf);
  const writer: Omit<Writer, 'evict'> = {
    create: (resource, object, options) =>
      through([resource, object.metadata], () => client.create(resource, object, options), outcomeOfChange),
    update: (resource, object, options) =>
      through([resource, object.metadata], () => client.update(resource, object, options), outcomeOfChange),
    updateStatus: (resource, object, options) =>
      through(
        [resource, object.metadata],
        () => client.updateStatus(resource, object, options),
        outcomeOfChange,
      ),
    patch: (resource, name, patch, options) =>
      through([resource, name], () => client.patch(resource, name, patch, options), outcomeOfChange),
    patchStatus: (resource, name, patch, options) =>
      through([resource, name], () => client.patchStatus(resource, name, patch, options), outcomeOfChange),
    delete: (resource, name, options) =>
      options?.dryRun === true
        ? client.delete(resource, name, options)
        : through(
            [resource, name],
            () => client.delete(resource, name, options),
            (answer) => outcomeOfDeletion(answer, name.name, options?.preconditions?.uid),
          ),
  };
  return { ...client, ...writer };
}

function outcomeOfChange(answer: ApiResult<KubernetesObject>): WriteOutcome {
  if (!answer.ok) return { state: 'nothing' };
  const { uid } = answer.value.metadata;
  return isTerminated(answer.value) ? { state: 'gone', uid } : { state: 'written', object: answer.value };
}

type Deleted = Awaited<ReturnType<Writer['delete']>>;

/** An object of the name that is not the one to be deleted is not found, too, but refused. */
function outcomeOfDeletion(answer: Deleted, name: string, uid: string | undefined): WriteOutcome {
  if (!answer.ok) return isObjectMissing(answer.status, name) ? { state: 'gone', uid } : { state: 'nothing' };
  const { value } = answer;
  return value.state === 'deleted' ? { state: 'gone', uid } : { state: 'written', object: value.object };
}

/** An object that was deleted goes with its last finalizer, unless it is given time. */
function isTerminated({ metadata }: KubernetesObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = metadata;
  const hasTime = typeof deletionGracePeriodSeconds === 'number' && deletionGracePeriodSeconds > 0;
  return deletionTimestamp !== undefined && finalizers.length === 0 && !hasTime;
}
