import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { answerProposal } from './proposal.ts';

/** How far somebody wants to go, as the body of a request says. */
export function wishOf(body: JsonObject): Parameters<typeof answerProposal>[1] {
  return { write: typeof body.write === 'string' ? body.write : undefined, force: body.force === true };
}

/** A text of a body; `''` where there is none. */
export function textIn(body: JsonObject, member: string): string {
  return textAt(body, member).trim();
}
