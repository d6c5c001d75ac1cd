import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { BaseImage } from '../resolve-base.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { RegistryQuestion } from './registry-question.ts';

/** An image to start from, or with extensions. */
export interface FoundBase {
  /** As it was asked for. */
  readonly reference: string;
  readonly image: BaseImage;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** Why it is not known what is to be built. */
export type NotResolved =
  /** Something is being looked up, or does not answer. */
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string };

export function waitingFor(reason: string, message: string): NotResolved {
  return { kind: 'waiting', reason, message };
}

export function refusedFor(reason: string, message: string): NotResolved {
  return { kind: 'refused', reason, message };
}

/** How long a base image's tag is taken to mean what it meant. */
const baseMaxAgeMs = 15 * 60_000;

/** What registries are asked about an image to start from. */
export function baseQuestion(
  reference: string,
  { basePullSecret: secret }: Pick<MachineOsConfig, 'basePullSecret'>,
): RegistryQuestion {
  return { id: `base ${reference} ${secret ?? ''}`, kind: 'base', reference, secret };
}

/** The image, or why it is not known. */
type BaseSearch = { readonly kind: 'found'; readonly found: FoundBase } | NotResolved;

/** Looks it up; `what` is its part in the build. */
export function baseOf(
  reference: string | undefined,
  what: string,
  config: MachineOsConfig,
  draft: PlanDraft,
): BaseSearch {
  if (reference === undefined)
    return refusedFor('NoBaseImage', 'neither spec.baseImage nor the rendered configuration names one');
  const answer = draft.ask(baseQuestion(reference, config), baseMaxAgeMs);
  const name = `the ${what} ${reference}`;
  switch (answer?.state) {
    case 'base':
      return { kind: 'found', found: { reference, image: answer.base, askedAt: answer.askedAt } };
    case 'missing':
      return refusedFor('BaseImageMissing', `${name} is not in its registry`);
    case 'denied':
      return refusedFor('PullDenied', `${name}: ${answer.message}; check spec.baseImagePullSecret`);
    case 'bad':
      return refusedFor('BaseImageUnusable', `${name}: ${answer.message}`);
    case 'unavailable':
      return waitingFor('RegistryUnavailable', `${name}: ${answer.message}`);
    default:
      return waitingFor('Resolving', `${name} is being looked up`);
  }
}
