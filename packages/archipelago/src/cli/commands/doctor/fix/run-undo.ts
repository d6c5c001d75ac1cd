import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { stillHas } from '../../../../doctor/fixes/fix-plan.ts';
import { plainObject, withClient } from '../../../cluster/live-cluster.ts';
import type { Io } from '../../../process/io.ts';
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
        if (!isTrial) io.out(`took back ${stepName(step)}\n`);
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
async function takeBack(
  { client, io }: Taking,
  step: UndoStep,
  dryRun: boolean,
): Promise<string | undefined> {
  const resource = resourceOfStep(step);
  const found = await client.get(resource, step);
  if (!found.ok) return refusalText(step, found.status);
  const now = plainObject(found.value);
  if (!stillHas(now, contentOf(step.written)))
    return `${stepName(step)}: somebody has changed since what the fix wrote; look at it, and change it by hand`;
  if (dryRun) io.out(printUndo(step, now, step.undo));
  const { uid = '', resourceVersion = '' } = found.value.metadata;
  const answer =
    step.undo === undefined
      ? await client.delete(resource, step, { dryRun, preconditions: { uid, resourceVersion } })
      : await client.patch(
          resource,
          step,
          { type: 'merge', body: guarded(step.undo, resourceVersion) },
          { dryRun, fieldManager },
        );
  return answer.ok ? undefined : refusalText(step, answer.status);
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
