import type { Informer } from '@archipelago/kube-client';
import type { Follow } from '../../engine/mirrors.ts';
import { otherOperatorNames, type SeenDeployment } from '../../reconcile/other-operators.ts';
import { deployments } from './cluster-resources.ts';
import { byName } from './mirrored-kinds.ts';
import { seenDeployment } from './seen-deployment.ts';

/** What is known of the Deployments of another operator; `forbidden`: why they may not be looked at. */
type OthersSeen =
  | { readonly state: 'unknown' }
  | { readonly state: 'forbidden'; readonly message: string }
  | { readonly state: 'known'; readonly deployments: readonly SeenDeployment[] };

/** The Deployments of another operator of HyperConvergeds, by their names, in our own namespace. */
export class OtherOperatorsMirror {
  readonly #informers: readonly Informer<SeenDeployment>[];

  constructor(follow: Follow, namespace: string) {
    this.#informers = otherOperatorNames.map((name) =>
      follow(deployments, { trim: seenDeployment, selection: byName(name, namespace), sameContent: isSame }),
    );
  }

  /** What was read before holds where it may not be read any more. */
  seen(): OthersSeen {
    const unread = this.#informers.filter((informer) => informer.knowledge() === 'unknown');
    const [refusal] = unread.flatMap((informer) => informer.refusal() ?? []);
    if (refusal !== undefined) return { state: 'forbidden', message: refusal.message };
    if (unread.length > 0) return { state: 'unknown' };
    return { state: 'known', deployments: this.#informers.flatMap(({ store }) => store.list()) };
  }
}

function isSame(old: SeenDeployment, now: SeenDeployment): boolean {
  return JSON.stringify(old) === JSON.stringify(now);
}
