import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import {
  isJsonObject,
  type JsonObject,
  objectAt,
  objectsAt,
  parseJson,
  printJson,
  textAt,
} from '@archipelago/apimachinery';
import { type Former, type TakeoverKind, takeoverKinds } from '../../../reconcile/takeover/takeover-step.ts';
import type { WayBack } from '../../../reconcile/takeover/way-back.ts';
import { otherWebhookNames } from '../../../reconcile/unreachable-webhook.ts';
import { fileProblem } from '../../process/file-problem.ts';
import { UsageError } from '../../process/io.ts';

const schema = 'adopt-undo/v1';

/** Writes a way back for its owner alone, in one go: who is interrupted has the file as it was, or as it is to be. */
export async function writeWayBack(file: string, wayBack: WayBack): Promise<void> {
  const beside = `${file}.${randomUUID()}`;
  const text = `${printJson({ schema, ...wayBack, objects: wayBack.objects.map((each) => ({ ...each })) }, 2)}\n`;
  try {
    await writeFile(beside, text, { mode: 0o600, flag: 'wx' });
    await rename(beside, file);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${fileProblem(error)}`);
  }
}

/** Reads such a file. Throws a UsageError for anything else. */
export function parseWayBack(text: string, file: string): WayBack {
  const value = parsed(text, file);
  if (textAt(value, 'schema') !== schema)
    throw new UsageError(`${file}: schema: must be ${schema}; name a file that archipelago adopt wrote`);
  return {
    namespace: textAt(value, 'namespace'),
    uid: textAt(value, 'uid'),
    objects: objectsAt(value, 'objects').map((each, index) =>
      formerOf(each, `${file}: objects[${index}]`, textAt(value, 'namespace')),
    ),
  };
}

function parsed(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${file}: is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function formerOf(value: JsonObject, where: string, home: string): Former {
  const kind = kindOf(value, where);
  const [name, uid] = [textAt(value, 'name'), textAt(value, 'uid')];
  if (name === '') throw new UsageError(`${where}.name: must be the name of a ${kind}`);
  const place = { namespace: textAt(value, 'namespace'), name };
  switch (kind) {
    case 'Subscription':
      return { kind, ...place, uid, approval: textAt(value, 'approval') || null };
    case 'ClusterServiceVersion':
      return {
        kind,
        ...place,
        uid,
        replicas: countsIn(value, where),
        webhookDefinitions: objectsAt(value, 'webhookDefinitions'),
      };
    case 'Deployment':
      return { kind, ...place, uid, replicas: countOf(value.replicas, where) ?? 1 };
    case 'ValidatingWebhookConfiguration':
    case 'MutatingWebhookConfiguration':
      return { kind, ...place, object: webhookIn(value, { kind, name, where, home }) };
  }
}

function kindOf({ kind }: JsonObject, where: string): TakeoverKind {
  const found = takeoverKinds.find((each) => each === kind);
  if (found === undefined)
    throw new UsageError(
      `${where}.kind: ${JSON.stringify(kind)}: must be one of ${takeoverKinds.join(', ')}`,
    );
  return found;
}

function countsIn(value: JsonObject, where: string): Readonly<Record<string, number | null>> {
  const entries = Object.entries(objectAt(value, 'replicas'));
  return Object.fromEntries(entries.map(([name, count]) => [name, countOf(count, where)]));
}

function countOf(value: unknown, where: string): number | null {
  if (value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0)) return value;
  throw new UsageError(`${where}.replicas: must be a number of pods`);
}

interface WebhookPlace {
  readonly kind: string;
  readonly name: string;
  readonly where: string;
  /** The operator's namespace. */
  readonly home: string;
}

/** A file that was changed makes nothing else: webhooks of the other operator only, and with its own server. */
function webhookIn({ object }: JsonObject, { kind, name, where, home }: WebhookPlace): JsonObject {
  const isIt = isJsonObject(object) && object.kind === kind && textAt(object, 'metadata', 'name') === name;
  if (!isIt) throw new UsageError(`${where}.object: must be ${kind} ${name}`);
  const strange = objectsAt(object, 'webhooks').find((each) => !isOthers(each, home));
  if (strange !== undefined)
    throw new UsageError(
      `${where}.object.webhooks: ${JSON.stringify(textAt(strange, 'name'))}: must be a webhook of the other operator, served in namespace ${home}; leave the file as adopt wrote it`,
    );
  return object;
}

function isOthers(webhook: JsonObject, home: string): boolean {
  const isServedHere =
    textAt(webhook, 'clientConfig', 'url') === '' &&
    textAt(webhook, 'clientConfig', 'service', 'namespace') === home;
  return isServedHere && otherWebhookNames.test(textAt(webhook, 'name'));
}
