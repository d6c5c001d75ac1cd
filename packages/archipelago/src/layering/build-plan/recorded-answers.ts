import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { baseQuestion } from './found-base.ts';
import { publishedQuestion } from './image-drift.ts';
import type { ObservedObjects } from './layering-plan.ts';
import { readBuilds } from './observed-build.ts';
import { questionId } from './question-id.ts';
import { recordedBase } from './recorded-bases.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

type Answers = Readonly<Record<string, RegistryAnswer>>;

/** A config whose status tells, and the time, in milliseconds since 1970: what was told later than now was told by a wrong clock. */
interface Recorded {
  readonly config: MachineOsConfig;
  readonly observed: Pick<ObservedObjects, 'builds' | 'secrets'>;
  readonly now: number;
}

/** What registries had said before this process began, by the id of the question, with its time. */
export function recordedAnswers(recorded: Recorded): Answers {
  const { secrets } = recorded.observed;
  const versionOf = (secret: string) => (Object.hasOwn(secrets, secret) ? secrets[secret] : undefined);
  const all = [...bases(recorded), ...checked(recorded)];
  return Object.fromEntries(all.map(([question, answer]) => [questionId(question, versionOf), answer]));
}

type Answered = readonly [RegistryQuestion, RegistryAnswer];

function bases({ config, now }: Recorded): readonly Answered[] {
  return (config.status.baseImages ?? []).flatMap((record): Answered[] => {
    const base = recordedBase(record);
    if (base === undefined) return [];
    const askedAt = Math.min(Date.parse(record.time), now);
    return [[baseQuestion(record.reference, config), { askedAt, state: 'base', base }]];
  });
}

function checked({ config, observed, now }: Recorded): readonly Answered[] {
  const { machineOSBuild, imageCheckedAt } = config.status;
  const named = observed.builds.filter(({ metadata }) => metadata.name === machineOSBuild?.name);
  const [build] = readBuilds(named);
  const digest = build?.status.index?.digest;
  if (build === undefined || digest === undefined || imageCheckedAt === undefined) return [];
  const askedAt = Math.min(Date.parse(imageCheckedAt), now);
  return [[publishedQuestion(config, build.spec), { askedAt, state: 'checked', digest }]];
}
