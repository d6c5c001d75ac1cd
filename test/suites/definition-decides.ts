import { isJsonObject, type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import {
  hyperConvergedKind,
  hyperConvergedName,
} from '../../packages/archipelago/src/api/hyper-converged-kind.ts';
import { standardInputs } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { admit } from '../../packages/archipelago/src/config/admit.ts';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { loadEngines } from '../../packages/archipelago/src/config/load-engines.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { createDefinitions } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { vectorsOf } from '../support/vectors.ts';
import { kubernetesObject } from './operator-world.ts';

const engines = await loadEngines(undefined);
const namespace = 'default';
const resource: Resource = { ...hyperConvergedKind, namespaced: true };

/** A request as a release took or refused it, and the fields that our definition refuses with nobody else around. */
type DefinitionCase = readonly [name: string, object: JsonObject, refused: readonly string[]];

/** The measured requests; what the definition is expected to decide is what offline admission says it decides. */
export const definitionCases: readonly DefinitionCase[] = vectorsOf('admission').flatMap(
  ([name, { object }]): readonly DefinitionCase[] => {
    if (!isJsonObject(object)) return [];
    const verdict = admit(
      { operation: 'create', object, oldObject: undefined, inputs: standardInputs },
      engines,
    );
    const isItsOwn = !verdict.allowed && verdict.decidedBy === 'schema';
    const found = isItsOwn ? verdict.findings.filter(({ level }) => level === 'error') : [];
    return [[name, object, found.map(({ at }) => at)]];
  },
);

/** An API server with the definition, and no operator. */
export function installDefinition(client: KubernetesClient): Promise<void> {
  return createDefinitions(client, [hyperConvergedDefinition(settings)]);
}

/** What the server says against creating it; nothing: it would. */
export async function refusalOf(client: KubernetesClient, object: JsonObject): Promise<string> {
  const { metadata, ...rest } = object;
  const annotations = objectAt(isJsonObject(metadata) ? metadata : {}, 'annotations');
  const written = kubernetesObject({
    ...rest,
    metadata: { name: hyperConvergedName, namespace, annotations },
  });
  const answer = await client.create(resource, written, { dryRun: true });
  return answer.ok ? '' : (answer.status.message ?? 'refused');
}
