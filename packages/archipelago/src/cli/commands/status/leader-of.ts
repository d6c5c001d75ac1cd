import { type KubernetesObject, numberAt } from '@archipelago/apimachinery';
import { leaseRecordOf, leases } from '@archipelago/kube-client';
import { deployments, operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { flagAdvice } from '../../advice/flag-advice.ts';
import { upIdentity } from '../../cluster/up-identity.ts';
import { printAge } from '../../text/print-age.ts';
import { unknown } from './looked-at.ts';
import type { StatusPart } from './status-schema.ts';
import type { StatusView } from './status-view.ts';

/** Whether an operator leads. */
interface Lead extends Pick<StatusPart, 'state' | 'summary' | 'problems'> {
  readonly leader?: string;
}

/** Clocks of two machines differ a little. */
const toleranceMs = 5_000;

/** Who leads, by the lease; else by the Deployment, or by what the HyperConverged tells: an operator without election has no lease. */
export async function leaderOf(view: StatusView): Promise<Lead> {
  const { client, namespace, options } = view;
  const lease = await client.get(leases, { namespace, name: operatorName });
  if (lease.ok) return byLease(lease.value, view.now);
  if (options.snapshot !== undefined) return byRest(view, 'a snapshot has no lease');
  return lease.status.code === 404 ? byRest(view, 'there is no lease') : unknown(lease.status.message);
}

function byLease(lease: KubernetesObject, now: number): Lead {
  const { holder, renewTime, durationSeconds } = leaseRecordOf(lease);
  const isHeld = holder !== '' && now - Date.parse(renewTime) <= durationSeconds * 1_000 + toleranceMs;
  const summary = holder === upIdentity ? 'runs inside of archipelago up' : `${holder} leads`;
  if (isHeld) return { state: 'well', summary, leader: holder, problems: [] };
  const age = printAge(Date.parse(renewTime), now);
  const message = age === '' ? 'no operator leads' : `no operator has led for ${age}`;
  return notWell(message, 'archipelago runbook ArchipelagoOperatorDown');
}

function notWell(message: string, fix: string): Lead {
  return { state: 'notWell', summary: message, problems: [{ message, fix }] };
}

async function byRest(view: StatusView, because: string): Promise<Lead> {
  const { client, namespace, hyperConverged, options } = view;
  const found = await client.get(deployments, { namespace, name: operatorName });
  if (found.ok) return byReplicas(found.value, view, because);
  // who has looked at the last change, runs, or did
  if (hyperConverged.state === 'there' && isObserved(hyperConverged.object))
    return { state: 'well', summary: `runs outside of the cluster, if it runs: ${because}`, problems: [] };
  if (found.status.code !== 404) return unknown(found.status.message);
  const { chooseNamespace } = options.advice ?? flagAdvice;
  const fix = `apply what archipelago manifests --image IMAGE prints, or ${chooseNamespace()}`;
  return notWell(`no operator is installed in ${namespace}`, fix);
}

function byReplicas(deployment: KubernetesObject, { namespace }: StatusView, because: string): Lead {
  const ready = numberAt(deployment, 'status', 'readyReplicas') ?? 0;
  if (ready > 0)
    return { state: 'well', summary: `${ready} ready; who leads is not known: ${because}`, problems: [] };
  const fix = `kubectl describe pods -n ${namespace} -l app.kubernetes.io/component=operator`;
  return notWell(`no pod of Deployment ${operatorName} is ready`, fix);
}

function isObserved(object: KubernetesObject): boolean {
  const seen = numberAt(object, 'status', 'observedGeneration');
  return seen !== undefined && seen === object.metadata.generation;
}
