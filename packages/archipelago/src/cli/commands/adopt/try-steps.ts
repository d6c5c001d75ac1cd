import { isMissingPermission } from '@archipelago/kube-client';
import type { Finding } from '../../../api/finding.ts';
import { grantFor } from '../../../reconcile/takeover/grant-for.ts';
import { placeName, type TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';
import { type WritingClient, writeStep } from './step-writer.ts';
import { takeoverResources } from './takeover-resources.ts';

/** Asks the server about every step before anything is written; what it refuses, with the command that gives a right that is missing. */
export async function trySteps(
  client: WritingClient,
  steps: readonly TakeoverStep[],
): Promise<readonly Finding[]> {
  const answers = await Promise.all(
    steps.map(async (step) => ({ step, answer: await writeStep(client, step, true) })),
  );
  return answers.flatMap(({ step, answer }): readonly Finding[] => {
    // it is no more as it was looked at, and is looked at again
    if (answer.ok || answer.status.code === 409) return [];
    const { message } = answer.status;
    const isRight = isMissingPermission(answer.status);
    const finding = {
      level: 'error',
      at: placeName(step),
      message: `the server refuses the change: ${message}`,
    } as const;
    return [
      isRight ? { ...finding, reason: 'MayNotWrite', fix: grantOf(step) } : { ...finding, reason: 'Refused' },
    ];
  });
}

function grantOf({ kind, namespace, write }: TakeoverStep): string {
  const { plural, group } = takeoverResources[kind];
  return grantFor({ resource: `${plural}.${group}`, verb: write.verb, namespace });
}
