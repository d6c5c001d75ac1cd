import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Action } from '../../../packages/archipelago/src/engine/plan/action.ts';
import type { World } from '../../../packages/archipelago/src/layering/build-plan/simulated-world.test-support.ts';

/** An action of a plan, and what the simulated world made of it. */
interface RecordedAction {
  readonly action: Action;
  readonly key: string;
  /** The object after it; undefined: it is gone. */
  after: KubernetesObject | undefined;
}

/** Something that happened in a world, objects as that world has them. */
export type Happening =
  | { readonly kind: 'plan'; readonly actions: readonly RecordedAction[] }
  /** Somebody else wrote: a user, a controller, a kubelet; or what it belonged to has gone. */
  | {
      readonly kind: 'put';
      readonly before: KubernetesObject | undefined;
      readonly after: KubernetesObject;
      readonly isCollected: boolean;
    }
  | { readonly kind: 'gone'; readonly before: KubernetesObject; readonly isCollected: boolean };

/** A world, and all that happened in it from its beginning. */
export interface RecordedWorld {
  readonly world: World;
  readonly happenings: readonly Happening[];
}

/** Watches a new world; to be called before anything is in it. */
export function recordWorld(world: World): RecordedWorld {
  const recorder = new Recorder(world);
  recorder.watchObjects();
  recorder.watchPlans();
  recorder.watchCollector();
  return { world, happenings: recorder.happenings };
}

class Recorder {
  readonly happenings: Happening[] = [];
  readonly #world: World;
  /** Of the plan that is being obeyed. */
  #plan: RecordedAction[] | undefined;
  /** What followed from its actions by itself. */
  #followed: Happening[] = [];
  #acting: string | undefined;
  /** What is going, and what went because of what it belonged to. */
  readonly #going: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  watchObjects(): void {
    const { objects } = this.#world;
    const set = objects.set.bind(objects);
    const remove = objects.delete.bind(objects);
    objects.set = (key, after) => {
      const isCollected = this.#isCollected(key);
      this.#happened(key, { kind: 'put', before: objects.get(key), after, isCollected });
      return set(key, after);
    };
    objects.delete = (key) => {
      const before = objects.get(key);
      const isCollected = this.#isCollected(key);
      if (before !== undefined) this.#happened(key, { kind: 'gone', before, isCollected });
      return remove(key);
    };
  }

  watchPlans(): void {
    const world = this.#world;
    const obey = world.obey.bind(world);
    const apply = world.apply.bind(world);
    world.obey = (...given) => this.#planned(() => obey(...given));
    world.apply = (action) => {
      const key = keyOf(action);
      const recorded: RecordedAction = { action, key, after: undefined };
      this.#plan?.push(recorded);
      this.#acting = key;
      try {
        apply(action);
      } finally {
        this.#acting = undefined;
      }
      recorded.after = world.objects.get(key);
    };
  }

  watchCollector(): void {
    const world = this.#world;
    const purge = world.purge.bind(world);
    world.purge = (object) => {
      this.#going.push(`${object.kind}/${object.metadata.name}`);
      try {
        purge(object);
      } finally {
        this.#going.pop();
      }
    };
  }

  #isCollected(key: string): boolean {
    const [first] = this.#going;
    return first !== undefined && first !== key;
  }

  #planned<T>(obey: () => T): T {
    const actions: RecordedAction[] = [];
    this.#plan = actions;
    try {
      return obey();
    } finally {
      this.#plan = undefined;
      if (actions.length > 0) this.happenings.push({ kind: 'plan', actions });
      this.happenings.push(...this.#followed);
      this.#followed = [];
    }
  }

  #happened(key: string, happening: Happening): void {
    if (this.#acting === undefined) this.happenings.push(happening);
    // what the action itself does is not recorded twice
    else if (this.#acting !== key) this.#followed.push(happening);
  }
}

/** Under which worlds have an action's object. */
export function keyOf(action: Action): string {
  const name = action.kind === 'create' ? action.object.metadata.name : action.object.name;
  return `${action.object.kind}/${name}`;
}
