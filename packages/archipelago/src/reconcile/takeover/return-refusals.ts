import type { Finding } from '../../api/finding.ts';
import { liveOf } from './live-of.ts';
import { replicasOf } from './replicas-of.ts';
import { versionOf } from './service-version.ts';
import type { TakeoverFacts } from './takeover-facts.ts';
import { goingRefusal, unreadRefusals } from './takeover-refusals.ts';
import { type Former, placeName, uidOf } from './takeover-step.ts';
import type { WayBack } from './way-back.ts';

/** Why nothing may be taken back. */
export function returnRefusals(wayBack: WayBack, facts: TakeoverFacts): readonly Finding[] {
  const { own, namespace } = facts;
  const ours = own.deployment === undefined ? '' : versionOf(own.deployment);
  const found: readonly (readonly [boolean, string, string, string])[] = [
    [
      isOtherCluster(wayBack, facts) || namespace !== wayBack.namespace,
      'OtherCluster',
      `the file is about the HyperConverged ${wayBack.uid} in namespace ${wayBack.namespace}, and another one is here`,
      'choose the cluster with --context or --kubeconfig, or the file that was written for this one',
    ],
    [
      ours !== '',
      'InstalledByOlm',
      `OLM installed Archipelago from ClusterServiceVersion ${ours} and would start it again`,
      `kubectl delete csv ${ours} -n ${namespace}, and the Subscription that brought it; then again`,
    ],
    [
      !startsOne(wayBack, facts),
      'NobodyToGiveTo',
      'the file starts no operator that is here, and Archipelago would end: nobody would look after the operands',
      'install the other operator again, or let Archipelago lead',
    ],
  ];
  return [
    ...unreadRefusals(facts),
    ...goingRefusal(facts),
    ...found
      .filter(([holds]) => holds)
      .map(([, reason, message, fix]): Finding => ({ level: 'error', reason, message, fix })),
    ...wayBack.objects.flatMap((former) => goneRefusal(former, facts)),
  ];
}

/** A takeover of a cluster without a HyperConverged has no uid to know the cluster by; its objects have theirs. */
function isOtherCluster({ uid }: WayBack, { hyperConverged }: TakeoverFacts): boolean {
  return uid !== '' && hyperConverged !== undefined && uidOf(hyperConverged) !== uid;
}

/** Whether the other operator runs, or would. */
function startsOne({ objects }: WayBack, facts: TakeoverFacts): boolean {
  return (
    facts.deployments.some((each) => replicasOf(each).wanted > 0) ||
    objects.some((former) => liveOf(former, facts) !== undefined && startsPods(former))
  );
}

function startsPods(former: Former): boolean {
  if (former.kind === 'Deployment') return former.replicas > 0;
  return former.kind === 'ClusterServiceVersion' && Object.values(former.replicas).some((each) => each !== 0);
}

function goneRefusal(former: Former, facts: TakeoverFacts): readonly Finding[] {
  if ('object' in former || liveOf(former, facts) !== undefined) return [];
  return [
    {
      level: 'error',
      reason: 'NotThatObject',
      at: placeName(former),
      message: 'is gone, or was made anew since: how it was says nothing of how it is to be',
      fix: 'look at what is there, and take it out of the file if that is as it should be',
    },
  ];
}
