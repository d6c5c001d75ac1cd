import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { stillHas } from '../../../../doctor/fixes/fix-plan.ts';
import { plainObject, withClient } from '../../../cluster/live-cluster.ts';
import type { Io } from '../../../process/io.ts';
import { paintChanges } from '../../../text/paint-changes.ts';
import type { DoctorOptions } from '../doctor-options.ts';
import { fieldManager, guarded, resourceOfStep } from './fix-writer.ts';
import { printUndo, refusalText, stepName } from './print-fix.ts';
import { parseUndoFile, type UndoStep } from './undo-file.ts';

export interface UndoOptions extends DoctorOptions {
  readonly yes?: boolean;
}

/** Takes back what a fix wrote, unless somebody has changed it since. 0: done, or it could be; 1: not. */
export async function runUndo(file: string, options: UndoOptions, io: Io): Promise<number> {
  const { steps } = parseUndoFile(await io.read(file), file);
  return withClient(options, async (client) => {
    // the last write first
    for (const isTrial of options.yes === true ? [true, false] : [true])
      for (const step of steps.toReversed()) {
        const problem = await takeBack({ client, io }, step, isTrial);
        if (problem !== undefined) {
          io.err(`archipelago: ${problem}\n`);
          return 1;
        }
        if (!isTrial) io.out(`${stepName(step)} is as it was before the fix\n`);
      }
    if (options.yes !== true)
      io.out('The server would take it. Nothing was written; add --yes to carry it out.\n');
    return 0;
  });
}

interface Taking {
  readonly client: Pick<KubernetesClient, 'get' | 'patch' | 'delete'>;
  readonly io: Io;
}

/** Undefined: done. */
async function takeBack(taking: Taking, step: UndoStep, dryRun: boolean): Promise<string | undefined> {
  const { client, io } = taking;
  const found = await client.get(resourceOfStep(step), step);
  if (!found.ok && (found.status.code !== 404 || step.undo !== undefined))
    return refusalText(step, found.status);
  const now = found.ok ? plainObject(found.value) : undefined;
  if (now !== undefined && !isAsItWas(now, step)) return takeBackFrom(taking, step, { now, dryRun });
  if (dryRun) io.out(`  = ${stepName(step)} ${now === undefined ? 'is not there' : 'is as it was'}\n`);
  return undefined;
}

async function takeBackFrom(
  { client, io }: Taking,
  step: UndoStep,
  writing: Writing,
): Promise<string | undefined> {
  const { now, dryRun } = writing;
  if (!stillHas(now, contentOf(step.written)))
    return `${stepName(step)}: somebody has changed since what the fix wrote; look at it, and change it by hand`;
  if (dryRun) io.out(paintChanges(printUndo(step, now, step.undo), io.outColor === true));
  const answer = await write(client, step, writing);
  return answer.ok ? undefined : refusalText(step, answer.status);
}

/** A fix that stopped halfway has not written it. */
function isAsItWas(now: JsonObject, { undo }: UndoStep): boolean {
  return undo !== undefined && stillHas(now, undo);
}

interface Writing {
  readonly now: JsonObject;
  readonly dryRun: boolean;
}

function write(
  client: Taking['client'],
  step: UndoStep,
  { now, dryRun }: Writing,
): Promise<ApiResult<unknown>> {
  const resource = resourceOfStep(step);
  const [uid, resourceVersion] = [textAt(now, 'metadata', 'uid'), textAt(now, 'metadata', 'resourceVersion')];
  if (step.undo === undefined)
    return client.delete(resource, step, { dryRun, preconditions: { uid, resourceVersion } });
  const body = guarded(step.undo, resourceVersion);
  return client.patch(resource, step, { type: 'merge', body }, { dryRun, fieldManager });
}

/** Of a creation what the server does not complete. */
function contentOf({ metadata, ...rest }: JsonObject): JsonObject {
  const { annotations, labels } = objectAt(metadata);
  const told = {
    ...(annotations === undefined ? {} : { annotations }),
    ...(labels === undefined ? {} : { labels }),
  };
  return Object.keys(told).length === 0 ? rest : { ...rest, metadata: told };
}
