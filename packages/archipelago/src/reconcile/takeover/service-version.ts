import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { otherOperatorNames } from '../other-operators.ts';
import { otherWebhookNames } from '../unreachable-webhook.ts';
import { type Former, patchOf, placeOf, type TakeoverStep, uidOf } from './takeover-step.ts';

const kind = 'ClusterServiceVersion';
type FormerVersion = Extract<Former, { kind: typeof kind }>;
type Count = number | null;

/** Whether OLM installs the other operator from it; copies that OLM makes in other namespaces install nothing. */
export function installsOther(version: JsonObject): boolean {
  const isCopy = textAt(version, 'metadata', 'labels', 'olm.copiedFrom') !== '';
  return !isCopy && deploymentsIn(version).some(isOther);
}

/** The ClusterServiceVersion that OLM made an object from; empty: somebody else did. */
export function versionOf(object: JsonObject): string {
  const owners = objectsAt(object, 'metadata', 'ownerReferences');
  const owner = owners.find((each) => textAt(each, 'kind') === kind);
  return textAt(owner, 'name') || textAt(object, 'metadata', 'labels', 'olm.owner');
}

/** Has OLM install neither the other operator nor its webhooks; undefined: it does not. */
export function stopInVersion(version: JsonObject): TakeoverStep | undefined {
  const running = deploymentsIn(version).filter((each) => isOther(each) && countIn(each) !== 0);
  const asks = definitionsIn(version).filter(isOthersWebhook);
  if (running.length === 0 && asks.length === 0) return undefined;
  const replicas = Object.fromEntries(running.map((each) => [textAt(each, 'name'), countIn(each)]));
  const former = { ...placeOf(kind, version), uid: uidOf(version), replicas, webhookDefinitions: asks };
  const none = Object.fromEntries(Object.keys(replicas).map((name) => [name, 0]));
  const rest = definitionsIn(version).filter((each) => !isOthersWebhook(each));
  return {
    ...stepOf(version, none, rest),
    because:
      'OLM brings back what it was installed with: Deployments that were scaled, webhooks that are gone',
    former,
  };
}

/** Has OLM install again what a takeover took out; what somebody has decided since stays. Undefined: it does. */
export function restoreInVersion(version: JsonObject, former: FormerVersion): TakeoverStep | undefined {
  // a file that was changed starts nothing else, and has nobody else asked
  const stopped = deploymentsIn(version).filter((each) => isOther(each) && countIn(each) === 0);
  const names = stopped.map((each) => textAt(each, 'name'));
  const replicas = Object.fromEntries(
    Object.entries(former.replicas).filter(([name]) => names.includes(name)),
  );
  const there = definitionsIn(version).map(definitionName);
  const missing = former.webhookDefinitions.filter(
    (each) => isOthersWebhook(each) && !there.includes(definitionName(each)),
  );
  if (Object.keys(replicas).length === 0 && missing.length === 0) return undefined;
  return {
    ...stepOf(version, replicas, [...definitionsIn(version), ...missing]),
    because: 'OLM installs what it says, and brings the webhooks back by itself',
  };
}

/** What two steps changed in one version. */
export function togetherIn(earlier: FormerVersion, later: FormerVersion): FormerVersion {
  const names = later.webhookDefinitions.map(definitionName);
  const others = earlier.webhookDefinitions.filter((each) => !names.includes(definitionName(each)));
  return {
    ...later,
    replicas: { ...earlier.replicas, ...later.replicas },
    webhookDefinitions: [...others, ...later.webhookDefinitions],
  };
}

/** Lists are replaced as a whole; the write holds for this state of the object only. */
function stepOf(
  version: JsonObject,
  replicas: Readonly<Record<string, Count>>,
  definitions: readonly JsonObject[],
): Omit<TakeoverStep, 'because'> {
  const deployments = deploymentsIn(version).map((each) =>
    withReplicas(each, replicas[textAt(each, 'name')]),
  );
  const isSame = definitions.length === definitionsIn(version).length;
  const install = { spec: { deployments } };
  const spec = { install, ...(isSame ? {} : { webhookdefinitions: definitions }) };
  return {
    ...placeOf(kind, version),
    changes: [
      ...deploymentsIn(version).flatMap((each) => replicaChange(each, replicas[textAt(each, 'name')])),
      ...(isSame ? [] : [definitionChange(definitionsIn(version), definitions)]),
    ],
    write: patchOf(version, { spec }),
  };
}

function withReplicas(deployment: JsonObject, count: Count | undefined): JsonObject {
  if (count === undefined) return deployment;
  const { replicas: _, ...rest } = objectAt(deployment, 'spec');
  return { ...deployment, spec: count === null ? rest : { replicas: count, ...rest } };
}

function replicaChange(deployment: JsonObject, count: Count | undefined) {
  if (count === undefined) return [];
  const field = `spec.install.spec.deployments[name=${textAt(deployment, 'name')}].spec.replicas`;
  return [{ field, before: countIn(deployment) ?? undefined, after: count ?? undefined }];
}

function definitionChange(before: readonly JsonObject[], after: readonly JsonObject[]) {
  const field = 'spec.webhookdefinitions';
  return { field, before: before.map(definitionName), after: after.map(definitionName) };
}

function deploymentsIn(version: JsonObject): readonly JsonObject[] {
  return objectsAt(version, 'spec', 'install', 'spec', 'deployments');
}

function definitionsIn(version: JsonObject): readonly JsonObject[] {
  return objectsAt(version, 'spec', 'webhookdefinitions');
}

function definitionName(definition: JsonObject): string {
  return textAt(definition, 'generateName');
}

function countIn(deployment: JsonObject): Count {
  return numberAt(deployment, 'spec', 'replicas') ?? null;
}

function isOther(deployment: JsonObject): boolean {
  return otherOperatorNames.some((name) => name === textAt(deployment, 'name'));
}

/** By its server; OLM draws the names of webhooks from `generateName`. */
function isOthersWebhook(definition: JsonObject): boolean {
  const server = textAt(definition, 'deploymentName');
  return (
    otherWebhookNames.test(definitionName(definition)) || otherOperatorNames.some((name) => name === server)
  );
}
