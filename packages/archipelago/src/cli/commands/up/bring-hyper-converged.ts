import { relative } from 'node:path';
import { isJsonObject, jsonEqual, valueAt } from '@archipelago/apimachinery';
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
  const found = await client.get(hyperConvergedKind, object.metadata);
  const spec = isJsonObject(object.spec) ? object.spec : {};
  if (found.ok && jsonEqual(valueAt(found.value, 'spec'), spec)) return;
  const written = found.ok
    ? await client.update(hyperConvergedKind, { ...found.value, spec })
    : await client.create(hyperConvergedKind, object);
  if (!written.ok) throw new UsageError(`${file}: the API server refuses it: ${written.status.message}`);
  log.step(`HyperConverged ${object.metadata.name} is now as in ${fromHere(file)}`);
}

/** A file as people would name it where they are. */
function fromHere(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' || path.startsWith('..') ? file : path;
}
