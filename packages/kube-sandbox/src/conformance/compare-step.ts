import type { JsonValue } from '@archipelago/apimachinery';
import { canonical } from './canonical.ts';
import type { Answer } from './http-target.ts';
import type { Matcher } from './matcher.ts';
import type { Expectation, Step } from './scenario.ts';
import { pick } from './scenario-path.ts';

/** What a step brought: an answer, or the events of a watch. */
export interface Raw extends Partial<Answer> {
  readonly events?: readonly JsonValue[];
  readonly closed?: boolean;
}

function compareHead(expect: Expectation, raw: Raw, matcher: Matcher): readonly string[] {
  if (expect.status === undefined) return [];
  const status = expect.status === raw.status ? [] : [`status: expected ${expect.status} got ${raw.status}`];
  return [...status, ...matcher.compare(expect.headers ?? {}, raw.headers ?? {}, 'headers')];
}

function compareBody(step: Step, expect: Expectation, raw: Raw, matcher: Matcher): readonly string[] {
  const kind =
    expect.bodyKind === undefined || expect.bodyKind === raw.kind
      ? []
      : [`bodyKind: expected ${expect.bodyKind} got ${raw.kind}`];
  if (expect.body === undefined) return kind;
  const body = step.pick === undefined ? (raw.body ?? null) : pick(raw.body ?? null, step.pick);
  const subset = step.bodyMode === 'subset';
  return [...kind, ...matcher.compare(canonical(expect.body), canonical(body), 'body', subset)];
}

function compareEvents(expect: Expectation, raw: Raw, matcher: Matcher): readonly string[] {
  if (expect.events === undefined) return [];
  const closed = expect.closed === undefined || expect.closed === raw.closed ? [] : ['closed'];
  return [...matcher.compare(canonical(expect.events), canonical(raw.events ?? []), 'events'), ...closed];
}

/** The differences between what a step brought and what was recorded. */
export function compareStep(step: Step, raw: Raw, matcher: Matcher): readonly string[] {
  const { expect } = step;
  if (expect === undefined) return [];
  return [
    ...compareHead(expect, raw, matcher),
    ...compareBody(step, expect, raw, matcher),
    ...compareEvents(expect, raw, matcher),
  ];
}
