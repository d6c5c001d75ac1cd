import { digestOf, type KubernetesObject, objectAt, textAt } from '@archipelago/apimachinery';

/** Names the stay of a machine on a node: another after each migration, and while one is under way still the same. */
export function stayOnNode(instance: KubernetesObject, length: number): string {
  const state = objectAt(instance, 'status', 'migrationState');
  const arrival = state.completed === true ? textAt(state, 'migrationUid') : '';
  const digest = digestOf([instance.metadata.uid ?? '', textAt(instance, 'status', 'nodeName'), arrival]);
  return digest
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, length);
}
