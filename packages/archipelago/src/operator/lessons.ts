import type { Lesson } from '../reconcile/operand-plan.ts';
import type { Remembered } from '../reconcile/remember.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';

/** What was learned under which edition of the kind's definition. */
interface Learned extends Lesson {
  readonly edition: string;
}

/** What the server made of what was written to operands. */
export class Lessons {
  readonly #mirror: Pick<ClusterMirror, 'edition'>;
  readonly #learned = new Map<string, Learned>();

  constructor(mirror: Pick<ClusterMirror, 'edition'>) {
    this.#mirror = mirror;
  }

  /** What was learned of an object, unless its kind has been redefined since. */
  remembered(object: string): Remembered | undefined {
    const found = this.#learned.get(object);
    if (found === undefined) return undefined;
    return found.edition === this.#mirror.edition(found.operand) ? found.remembered : undefined;
  }

  learn(lesson: Lesson): void {
    this.#learned.set(lesson.object, { ...lesson, edition: this.#mirror.edition(lesson.operand) });
  }

  /** The object is gone. */
  unlearn(object: string): void {
    this.#learned.delete(object);
  }

  /** Another process may have written since. */
  forget(): void {
    this.#learned.clear();
  }
}
