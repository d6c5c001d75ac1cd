import { metadataOf, field } from '../json-access.ts';
import type { Refusal } from '../refusal.ts';
import { resourceSubject } from '../resource-type.ts';
import type { Call } from '../rest/call.ts';
import { forbidden, notFound } from '../status.ts';

/** Namespaces that stay. */
const PROTECTED = new Set(['default', 'kube-system', 'kube-public']);

/** New objects need a namespace that exists and is not being deleted. */
export function checkNamespace(call: Call, name: string): Refusal | undefined {
  const { namespace, server, type } = call;
  if (namespace === undefined) return undefined;
  const stored = server.store.get({ resource: '/namespaces', namespace: '', name: namespace });
  if (stored === undefined) return notFound({ group: '', resource: 'namespaces' }, namespace);
  if (field(metadataOf(stored.object), 'deletionTimestamp') === undefined) return undefined;
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  const problem = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return forbidden(resourceSubject(type), name, problem, [cause]);
}

/** Some namespaces may not be deleted. */
export function checkNamespaceDeletion(call: Call): Refusal | undefined {
  if (call.type.storage !== '/namespaces' || !PROTECTED.has(call.name)) return undefined;
  return forbidden(resourceSubject(call.type), call.name, 'this namespace may not be deleted');
}
