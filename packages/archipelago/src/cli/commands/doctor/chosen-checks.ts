import { type Topic, topics } from '../../../doctor/checks.ts';
import type { Check } from '../../../doctor/model/check.ts';
import { UsageError } from '../../process/io.ts';
import { similar } from '../../text/similar.ts';
import type { ChosenChecks } from './doctor-options.ts';

/** Every check, in the order in which they are told. */
export const allChecks: readonly Check[] = topics.flatMap(({ checks }) => checks);

/** The checks that `--only` and `--topic` name, all unless they are given. Throws a UsageError for a name that would silently match nothing. */
export function chosenChecks({ only = [], skip = [], topic = [] }: ChosenChecks): readonly Check[] {
  for (const code of [...only, ...skip]) checkNamed(code);
  const inTopics = topic.length === 0 ? allChecks : topic.flatMap((name) => topicNamed(name).checks);
  return inTopics.filter(({ code }) => only.length === 0 || only.includes(code));
}

/** The check with this code. Throws a UsageError where there is none. */
export function checkNamed(code: string): Check {
  const found = allChecks.find((check) => check.code === code);
  if (found !== undefined) return found;
  const codes = allChecks.map((check) => check.code);
  throw unknown('check', code, codes);
}

function topicNamed(name: string): Topic {
  const found = topics.find((topic) => topic.name === name);
  if (found !== undefined) return found;
  throw unknown(
    'topic',
    name,
    topics.map((topic) => topic.name),
  );
}

function unknown(what: string, name: string, names: readonly string[]): UsageError {
  const near = similar(name, names);
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return new UsageError(`there is no ${what} ${name}${hint} (see archipelago doctor list)`);
}
