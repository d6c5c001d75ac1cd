import type { Action } from '../../engine/plan/action.ts';
import { names } from '../../layering/api/layering-names.ts';
import type { LayeringPlan } from '../../layering/build-plan/layering-plan.ts';

/** Build jobs that the plans of one pass begin, none of which the others have seen. */
export class BegunJobs {
  readonly #begun = new Set<string>();

  /** How many there are. */
  get count(): number {
    return this.#begun.size;
  }

  /** The plan; without its actions where it would begin what another has begun: it is made again when that can be seen. */
  add(plan: LayeringPlan): LayeringPlan {
    const jobs = plan.actions.flatMap(imageOf);
    if (jobs.some((image) => this.#begun.has(image))) return { ...plan, actions: [] };
    for (const image of jobs) this.#begun.add(image);
    return plan;
  }
}

/** The image that a job is for: repository, architecture and key. */
function imageOf(action: Action): readonly string[] {
  if (action.kind !== 'create' || action.object.kind !== 'Job') return [];
  const { labels = {}, annotations = {} } = action.object.metadata;
  if (labels[names.component] !== 'build') return [];
  return [`${annotations[names.repository]} ${labels[names.architecture]} ${labels[names.key]}`];
}
