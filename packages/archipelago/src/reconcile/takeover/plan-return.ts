import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { liveOf } from './live-of.ts';
import type { TakeoverPlan } from './plan-takeover.ts';
import { webhookKind } from './plan-takeover.ts';
import { replicasOf } from './replicas-of.ts';
import { returnRefusals } from './return-refusals.ts';
import { restoreInVersion, versionOf } from './service-version.ts';
import type { TakeoverFacts } from './takeover-facts.ts';
import { type Former, patchOf, placeName, placeOf, type TakeoverStep, uidOf } from './takeover-step.ts';
import type { WayBack } from './way-back.ts';

type Of<K extends Former['kind']> = Extract<Former, { kind: K }>;

/**
 * What would be done so that the other operator leads again, as a way back says it was; what somebody has decided since stays. Archipelago
 * ends first, and webhooks come when somebody answers them; upgrades are allowed last.
 */
export function planReturn(wayBack: WayBack, facts: TakeoverFacts): TakeoverPlan {
  const steps = [
    ...endOwn(facts),
    ...ofKind(wayBack, facts, 'ClusterServiceVersion').flatMap(
      ([former, live]) => restoreInVersion(live, former) ?? [],
    ),
    ...ofKind(wayBack, facts, 'Deployment').flatMap(start),
    ...missingWebhooks(wayBack, facts),
    ...ofKind(wayBack, facts, 'Subscription').flatMap(allowUpgrades),
  ];
  return { steps, refusals: returnRefusals(wayBack, facts) };
}

function endOwn({ own: { deployment, webhook } }: TakeoverFacts): readonly TakeoverStep[] {
  const webhookStep: TakeoverStep | undefined = webhook && {
    ...placeOf(webhookKind(webhook), webhook),
    changes: [],
    because: 'without its server the API server would refuse every edit of the HyperConverged',
    write: { verb: 'delete', uid: uidOf(webhook) },
  };
  return [
    ...(webhookStep === undefined ? [] : [webhookStep]),
    ...(deployment === undefined ? [] : end(deployment)),
  ];
}

function end(deployment: JsonObject): readonly TakeoverStep[] {
  const { wanted, running } = replicasOf(deployment);
  const place = placeOf('Deployment', deployment);
  const scale: TakeoverStep = {
    ...place,
    changes: [{ field: 'spec.replicas', before: wanted, after: 0 }],
    because: 'the other operator is to look after the operands',
    write: patchOf(deployment, { spec: { replicas: 0 } }),
  };
  const wait: TakeoverStep = {
    ...place,
    changes: [{ field: 'status.replicas', before: running, after: 0 }],
    because: "two operators would undo each other's work",
    write: { verb: 'wait' },
  };
  return [...(wanted === 0 ? [] : [scale]), ...(running === 0 ? [] : [wait])];
}

function start([former, live]: readonly [Of<'Deployment'>, JsonObject]): readonly TakeoverStep[] {
  const { wanted, ready } = replicasOf(live);
  if (former.replicas === 0) return [];
  const place = placeOf('Deployment', live);
  const scale: TakeoverStep = {
    ...place,
    changes: [{ field: 'spec.replicas', before: wanted, after: former.replicas }],
    because: 'it is to look after the operands again',
    write: patchOf(live, { spec: { replicas: former.replicas } }),
  };
  const wait: TakeoverStep = {
    ...place,
    changes: [{ field: 'status.readyReplicas', before: ready, after: former.replicas }],
    because: 'webhooks need a server that answers',
    write: { verb: 'wait' },
  };
  return [...(wanted === 0 ? [scale] : []), ...(ready === 0 ? [wait] : [])];
}

/** OLM makes those that it installed itself, by other names. */
function missingWebhooks(wayBack: WayBack, facts: TakeoverFacts): readonly TakeoverStep[] {
  const there = new Set(facts.webhooks.map((each) => placeName(placeOf(webhookKind(each), each))));
  return wayBack.objects.flatMap((former): readonly TakeoverStep[] => {
    if (!('object' in former) || there.has(placeName(former)) || versionOf(former.object) !== '') return [];
    const { kind, namespace, name, object } = former;
    const because = 'it was there before';
    return [{ kind, namespace, name, changes: [], because, write: { verb: 'create', object } }];
  });
}

function allowUpgrades([former, live]: readonly [Of<'Subscription'>, JsonObject]): readonly TakeoverStep[] {
  if (textAt(live, 'spec', 'installPlanApproval') !== 'Manual') return [];
  const { approval } = former;
  return [
    {
      ...placeOf('Subscription', live),
      changes: [{ field: 'spec.installPlanApproval', before: 'Manual', after: approval ?? undefined }],
      because: 'it was so before',
      write: patchOf(live, { spec: { installPlanApproval: approval } }),
    },
  ];
}

/** What the way back says of a kind, with the object as it is; what is gone or another one is refused elsewhere. */
function ofKind<K extends 'Subscription' | 'ClusterServiceVersion' | 'Deployment'>(
  { objects }: WayBack,
  facts: TakeoverFacts,
  kind: K,
): readonly (readonly [Of<K>, JsonObject])[] {
  const isOfKind = (former: Former): former is Of<K> => former.kind === kind;
  return objects.filter(isOfKind).flatMap((former) => {
    const live = liveOf(former, facts);
    return live === undefined ? [] : [[former, live] as const];
  });
}
