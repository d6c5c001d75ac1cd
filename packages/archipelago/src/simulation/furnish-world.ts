import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { createObjects } from './actors/create-objects.ts';
import type { SandboxPlatform } from './definitions/sandbox-definitions.ts';
import { installedOperator } from './installed-operator.ts';
import { limitedRights } from './scenarios/limited-reader.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { operatorPlace, usualStorage } from './scenarios/scenario-parts.ts';
import { standardStorage } from './storage/standard-storage.ts';

/** Where, and with which mistake. */
interface World {
  readonly client: KubernetesClient;
  readonly platform: SandboxPlatform;
  /** Of the operator. */
  readonly namespace: string;
  readonly scenario?: Scenario | undefined;
}

/** Creates storage, on OpenShift what OLM installed, and what a scenario has besides. */
export async function furnishWorld({ client, platform, namespace, scenario }: World): Promise<void> {
  const storage = scenario === undefined ? standardStorage(platform) : (scenario.storage ?? usualStorage);
  const { objects = [], withheld = [], subscriptionConfig } = scenario ?? {};
  await createObjects(client, [
    ...storage,
    ...(platform === 'openshift' ? installedOperator(namespace, subscriptionConfig) : []),
    ...objects.map((object) => placed(object, namespace)),
    ...(withheld.length === 0 ? [] : limitedRights(withheld)),
  ]);
}

function placed(object: KubernetesObject, namespace: string): KubernetesObject {
  const { metadata } = object;
  return metadata.namespace === operatorPlace ? { ...object, metadata: { ...metadata, namespace } } : object;
}
