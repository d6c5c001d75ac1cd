import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { recordedAnswers } from '../../layering/build-plan/recorded-answers.ts';
import type { RegistryAnswer } from '../../layering/build-plan/registry-question.ts';
import { parsedConfig } from './parsed-config.ts';
import type { PlannedMirror } from './plan-pass.ts';

/** What registries had told whoever led before, as far as statuses say; of two answers to a question the newer one. */
export function toldBefore(
  mirror: Pick<PlannedMirror, 'groups' | 'configs' | 'observed'>,
  now: number,
): Readonly<Record<string, RegistryAnswer>> {
  const observed = mirror.observed();
  const answers = mirror
    .groups()
    .flatMap((group) =>
      mirror.configs(group).flatMap((config) => Object.entries(toldOf(config, observed(group), now))),
    );
  return Object.fromEntries(answers.sort(([, a], [, b]) => a.askedAt - b.askedAt));
}

/** A mistake of ours about one config is told where it is planned; the others have what is known of them. */
function toldOf(
  config: KubernetesObject,
  observed: ObservedObjects,
  now: number,
): ReturnType<typeof recordedAnswers> {
  try {
    const parsed = parsedConfig(config);
    return parsed.ok ? recordedAnswers({ config: parsed.config, observed, now }) : {};
  } catch {
    return {};
  }
}
