import type { LayeringAnswer } from './layering-question.ts';
import type { PlanDraft } from './plan-draft.ts';

interface PlainFacts {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly answers: Readonly<Record<string, LayeringAnswer>>;
  /** Versions by name. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** What a draft looks up, for a plan that nobody remembers. */
export function plainSource({
  now,
  answers,
  secrets = {},
}: PlainFacts): ConstructorParameters<typeof PlanDraft>[0] {
  return {
    now,
    hasCome: (at) => !(now < at),
    answer: (id) => (Object.hasOwn(answers, id) ? answers[id] : undefined),
    secretVersion: (name) => (Object.hasOwn(secrets, name) ? secrets[name] : undefined),
  };
}
