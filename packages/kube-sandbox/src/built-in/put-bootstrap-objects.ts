import { textAt, timestamp } from '@archipelago/apimachinery';
import type { ServerState } from '../calls/call.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { bootstrapObjects } from './bootstrap-objects.ts';

/** Creates what a cluster has before its first user; what is there stays as it is. As a kube-apiserver does at each start. */
export function putBootstrapObjects({ registry, store, environment }: ServerState): void {
  for (const bare of bootstrapObjects) {
    const type = registry.findKind(textAt(bare, 'apiVersion'), textAt(bare, 'kind'));
    const admitted = type?.behaviour.admit(bare);
    if (type === undefined || admitted === undefined || !('object' in admitted)) continue;
    const metadata = { uid: environment.uuid(), creationTimestamp: timestamp(environment.now()) };
    const object = type.behaviour.prepareForCreate(withMetadata(admitted.object, metadata), environment);
    const { name, namespace } = metadataOf(object);
    const key = { resource: type.storage, namespace: String(namespace ?? ''), name: String(name) };
    if (store.get(key) === undefined) store.put(key, type.behaviour.toStorage(object));
  }
}
