import { createHash } from 'node:crypto';
import { type JsonObject, printJson } from '@archipelago/apimachinery';
import type { ApiResult } from '@archipelago/kube-client';
import { plainData } from '../../../text/plain-data.ts';
import type { PlannedWrite } from './planned-write.ts';

/** What would be written for a wish, and why some of it is not. */
export interface Proposal {
  readonly writes: readonly PlannedWrite[];
  /** Sentences: what is not done, and why. */
  readonly refused: readonly string[];
  /** Sentences: what follows from the writes. */
  readonly effects: readonly string[];
  /** The way back, as `archipelago doctor undo` reads it; undefined: there is none. */
  readonly undo?: JsonObject;
}

interface Wish {
  /** The fingerprint of the proposal that was seen; undefined: it is to be shown. */
  readonly write: string | undefined;
  /** Also objects that a GitOps tool or Helm looks after. */
  readonly force: boolean;
}

/**
 * Shows a proposal with what the server says to it in a dry run; or carries it out, where it is the one that was seen and the server would
 * take all of it. Nothing of it is written otherwise.
 */
export async function answerProposal(proposal: Proposal, { write, force }: Wish): Promise<object> {
  const { writes, refused, effects } = proposal;
  const fingerprint = fingerprintOf(proposal);
  const shown = {
    writes: writes.map(({ verb, object, fields, keptBy }) => ({ verb, object, fields, keptBy })),
    ...{ refused, effects, fingerprint },
  };
  const tried = await Promise.all(
    writes.map(async ({ object, run }) => ({ object, answer: await run(true) })),
  );
  const against = tried.flatMap(({ object, answer }) => (answer.ok ? [] : [refusalOf(object, answer)]));
  if (write === undefined) return { ...shown, server: against };
  if (write !== fingerprint) return { ...shown, server: against, outcome: { kind: 'changed' } };
  const kept = writes.some(({ keptBy }) => keptBy !== undefined) && !force;
  if (against.length > 0 || writes.length === 0 || kept)
    return { ...shown, server: against, outcome: { kind: 'refused' } };
  return { ...shown, server: [], outcome: await carryOut(proposal) };
}

/** One after the other; the first that fails ends it. */
async function carryOut({ writes, undo }: Proposal): Promise<object> {
  const wrote: string[] = [];
  for (const { object, run } of writes) {
    const answer = await run(false);
    if (!answer.ok) return { kind: 'failed', wrote, failure: refusalOf(object, answer), undo };
    wrote.push(object);
  }
  return { kind: 'done', wrote, undo };
}

function refusalOf(object: string, { status }: Extract<ApiResult<unknown>, { readonly ok: false }>): object {
  return { object, message: status.message, isForbidden: status.code === 403 };
}

/** Of what is shown: a proposal that would write something else, or of which something else would come, has another. */
function fingerprintOf({ writes, effects }: Proposal): string {
  const shown = writes.map(({ verb, object, fields, keptBy }) => ({ verb, object, fields, keptBy }));
  return createHash('sha256')
    .update(printJson(plainData({ writes: shown, effects })))
    .digest('base64url');
}
