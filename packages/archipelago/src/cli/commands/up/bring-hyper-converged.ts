import { relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isJsonObject, jsonEqual, systemClock, valueAt } from '@archipelago/apimachinery';
import { hyperConvergedKind } from '../../../api/hyper-converged-kind.ts';
import { UsageError } from '../../process/io.ts';
import type { StepLog } from '../../process/step-log.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import type { UpRequest } from './load-request.ts';

type Kept = Pick<Sandbox, 'client' | 'milestones'>;

const milestone = 'hyperConverged';

/** Creates the HyperConverged of a new cluster. One that is there stays as people have left it; where it is gone, that is told. */
export async function bringHyperConverged(
  { client, milestones }: Kept,
  { file, object }: UpRequest,
  log: StepLog,
): Promise<void> {
  const { name } = object.metadata;
  if (milestones.get(milestone) !== undefined) {
    const found = await client.get(hyperConvergedKind, object.metadata);
    if (found.ok) log.step(`HyperConverged ${name} as it was left`);
    else
      log.warn(
        `there is no HyperConverged ${name}: it was deleted here; create one, or begin anew with --fresh`,
      );
    return;
  }
  const created = await client.create(hyperConvergedKind, object);
  if (!created.ok && created.status.reason !== 'AlreadyExists')
    throw new UsageError(`${file}: the API server refuses it: ${created.status.message}`);
  await milestones.reach(milestone, 'new');
  log.step(`HyperConverged ${name} from ${fromHere(file)}`);
}

/** Where somebody names a file, the HyperConverged becomes what stands there; a new one is that already. */
export async function renewHyperConverged(
  { client, milestones }: Kept,
  { file, object, isChosen }: UpRequest,
  log: StepLog,
): Promise<void> {
  if (milestones.get(milestone) === 'new') return await milestones.reach(milestone, 'done');
  if (!isChosen) return;
  const endsAt = systemClock.monotonic() + webhookMs;
  let written = await write(client, object);
  // the webhook of this process answers in a moment, and other writers are done
  while (isPassing(written) && systemClock.monotonic() < endsAt) {
    await setTimeout(againMs);
    written = await write(client, object);
  }
  if (!written.ok) throw new UsageError(`${file}: the API server refuses it: ${written.status.message}`);
  log.step(`HyperConverged ${object.metadata.name} is as in ${fromHere(file)}`);
}

/** How long the webhook may take to answer, and until it is asked again, in milliseconds. */
const webhookMs = 30_000;
const againMs = 100;

type Written = Awaited<ReturnType<Kept['client']['update']>>;

async function write(client: Kept['client'], object: UpRequest['object']): Promise<Written> {
  const found = await client.get(hyperConvergedKind, object.metadata);
  if (!found.ok) return client.create(hyperConvergedKind, object);
  const spec = isJsonObject(object.spec) ? object.spec : {};
  if (jsonEqual(valueAt(found.value, 'spec'), spec)) return found;
  return client.update(hyperConvergedKind, { ...found.value, spec });
}

/** A server error and a conflict pass; what a judge refuses stays refused. */
function isPassing(written: Written): boolean {
  return !written.ok && (written.status.code >= 500 || written.status.reason === 'Conflict');
}

/** A file as people would name it where they are. */
function fromHere(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}
