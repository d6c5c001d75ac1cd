import { valueAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { forbidden, notFound } from '../refusals/status.ts';
import { resourceSubject } from '../resources/resource-type.ts';

const CRDS = 'apiextensions.k8s.io/customresourcedefinitions';

/** Namespaces that stay. */
const PROTECTED = new Set(['default', 'kube-system', 'kube-public']);

/** A definition that is being deleted takes no new objects. */
function checkDefinition({ type, server }: Call, name: string): Refusal | undefined {
  if (!type.custom) return undefined;
  const key = { resource: CRDS, namespace: '', name: `${type.plural}.${type.group}` };
  const stored = server.store.get(key);
  if (stored === undefined || valueAt(metadataOf(stored.object), 'deletionTimestamp') === undefined)
    return undefined;
  return forbidden(
    resourceSubject(type),
    name,
    'create not allowed while custom resource definition is terminating',
  );
}

/** New objects need a namespace that exists, and neither it nor their type may be on its way out. */
export function checkNamespace(call: Call, name: string): Refusal | undefined {
  const terminating = checkDefinition(call, name);
  if (terminating !== undefined) return terminating;
  const { namespace, server, type } = call;
  if (namespace === undefined) return undefined;
  const stored = server.store.get({ resource: '/namespaces', namespace: '', name: namespace });
  if (stored === undefined) return notFound({ group: '', resource: 'namespaces' }, namespace);
  if (valueAt(metadataOf(stored.object), 'deletionTimestamp') === undefined) return undefined;
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
