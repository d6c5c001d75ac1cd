import type { KubernetesObject } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { baseQuestion } from './found-base.ts';
import { publishedQuestion } from './image-drift.ts';
import type { ObservedObjects } from './layering-plan.ts';
import { readBuilds } from './observed-build.ts';
import { questionId } from './question-id.ts';
import { recordedBase } from './recorded-bases.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

type Answers = Readonly<Record<string, RegistryAnswer>>;

/** What registries had said before this process began, by the id of the question, as a config's status tells; with its time. */
export function recordedAnswers(
  config: MachineOsConfig,
  observed: Pick<ObservedObjects, 'builds' | 'secrets'>,
): Answers {
  const { secrets } = observed;
  const idOf = (question: RegistryQuestion) =>
    questionId(question, (secret) => (Object.hasOwn(secrets, secret) ? secrets[secret] : undefined));
  const { baseImages = [] } = config.status;
  const bases = baseImages.flatMap((record) => {
    const base = recordedBase(record);
    const question = baseQuestion(record.reference, config);
    return base === undefined
      ? []
      : [[question, { askedAt: Date.parse(record.time), state: 'base', base }] as const];
  });
  const all = [...bases, ...checked(config, observed.builds)];
  return Object.fromEntries(all.map(([question, answer]) => [idOf(question), answer]));
}

function checked(
  config: MachineOsConfig,
  builds: readonly KubernetesObject[],
): readonly (readonly [RegistryQuestion, RegistryAnswer])[] {
  const { machineOSBuild, imageCheckedAt } = config.status;
  const named = builds.filter(({ metadata }) => metadata.name === machineOSBuild?.name);
  const [build] = readBuilds(named);
  const digest = build?.status.index?.digest;
  if (build === undefined || digest === undefined || imageCheckedAt === undefined) return [];
  const answer = { askedAt: Date.parse(imageCheckedAt), state: 'checked', digest } as const;
  return [[publishedQuestion(config, build.spec), answer]];
}
