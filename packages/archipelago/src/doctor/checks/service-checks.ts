import {
  conditionOf,
  type JsonObject,
  listAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { groupedBy } from '../../api/grouped-by.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { millisecondsAt } from '../cluster/moments.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Whether the API of virtualization answers, and its next version comes. */
export const serviceChecks: readonly Check[] = [
  {
    code: 'VD006',
    title: 'API services and webhooks answer',
    severity: 'critical',
    confidence: 'certain',
    needs: ['apiServices', 'validatingWebhooks', 'mutatingWebhooks', 'endpointSlices'],
    message: '{webhook} rejects requests: the Service {service} {problem}.',
    impact: 'Virtual machines and their settings can neither be made nor changed.',
    fix: 'look at the Deployment behind the Service {service}',
    commands: ['kubectl get endpointslices -n {namespace} -l kubernetes.io/service-name={name}'],
    falsePositives: 'a rollout: what changed within two minutes is left out',
    find: servicesAnswer,
  },
  {
    code: 'VD010',
    title: 'The next version can be installed',
    severity: 'info',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'installPlans'],
    // degraded operands are not upgradeable
    after: ['VD002'],
    message: 'The next version {problem}.',
    impact: 'The cluster stays on the version that it has.',
    fix: 'approve the InstallPlan when the time suits',
    falsePositives: 'windows for changes',
    find: upgradeIsFree,
  },
];

/** What calls a Service: which must answer. */
interface Caller {
  readonly name: string;
  readonly namespace: string;
  readonly service: string;
  /** What is wrong with the Service. */
  readonly problem: string;
}

const twoMinutes = 2 * 60_000;

function servicesAnswer(cluster: ClusterView): Outcome {
  const callers = [...webhookCallers(cluster), ...unavailableServices(cluster)];
  const byService = groupedBy(callers, ({ namespace, service }) => `${namespace}/${service}`);
  return [...byService]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([service, all]): readonly Found[] => {
      const [{ namespace, service: name, problem } = { namespace: '', service: '', problem: '' }] = all;
      const webhooks = [...new Set(all.map((caller) => caller.name))].sort();
      const params = { webhook: webhooks[0] ?? '', webhooks, service, namespace, name, problem };
      return [{ object: { kind: 'Service', namespace, name }, params }];
    });
}

/** Webhooks that refuse what they cannot be asked about, whose Service has nobody behind it. */
function webhookCallers(cluster: ClusterView): readonly Caller[] {
  const configurations = [...cluster.objects('validatingWebhooks'), ...cluster.objects('mutatingWebhooks')];
  return configurations
    .flatMap((one) => objectsAt(one, 'webhooks'))
    .filter((hook) => textAt(hook, 'failurePolicy') !== 'Ignore')
    .map((hook) =>
      callerOf(textAt(hook, 'name'), objectAt(hook, 'clientConfig', 'service'), 'has no ready endpoint'),
    )
    .filter((caller) => isKnown(cluster, caller) && !hasEndpoint(cluster, caller));
}

const ours = /(^|\.)(subresources|upload\.cdi)\.kubevirt\.io$/;

function unavailableServices(cluster: ClusterView): readonly Caller[] {
  return cluster
    .objects('apiServices')
    .filter((one) => ours.test(textAt(one, 'spec', 'group')) && isUnavailable(one, cluster.now))
    .map((one) =>
      callerOf(textAt(one, 'metadata', 'name'), objectAt(one, 'spec', 'service'), unavailability(one)),
    );
}

/** Endpoints are one reason of many: the API server says which it is. */
function unavailability(apiService: JsonObject): string {
  const available = conditionOf(apiService, 'Available');
  const said = [textAt(available, 'reason'), textAt(available, 'message').replace(/\.$/, '')];
  return `does not answer (${said.filter((text) => text !== '').join(': ') || 'Available=False'})`;
}

function isUnavailable(apiService: JsonObject, now: number): boolean {
  const available = conditionOf(apiService, 'Available');
  const since = millisecondsAt(textAt(available, 'lastTransitionTime'), now);
  return available?.status === 'False' && (since === undefined || now - since > twoMinutes);
}

function callerOf(name: string, service: JsonObject, problem: string): Caller {
  return { name, namespace: textAt(service, 'namespace'), service: textAt(service, 'name'), problem };
}

/** Endpoints are read beside operators only: of other Services nothing can be said. */
function isKnown(cluster: ClusterView, { namespace, service }: Caller): boolean {
  return service !== '' && cluster.operatorNamespaces.has(namespace);
}

function hasEndpoint(cluster: ClusterView, { namespace, service }: Caller): boolean {
  return cluster
    .objects('endpointSlices')
    .filter((slice) => textAt(slice, 'metadata', 'namespace') === namespace)
    .filter((slice) => textAt(slice, 'metadata', 'labels', 'kubernetes.io/service-name') === service)
    .some((slice) => isFresh(slice, cluster.now) || objectsAt(slice, 'endpoints').some(isReady));
}

/** Ready unless it says otherwise, as Kubernetes reads it. */
function isReady(endpoint: JsonObject): boolean {
  return listAt(endpoint, 'addresses').length > 0 && objectAt(endpoint, 'conditions').ready !== false;
}

function isFresh(slice: JsonObject, now: number): boolean {
  const changed = textAt(
    slice,
    'metadata',
    'annotations',
    'endpoints.kubernetes.io/last-change-trigger-time',
  );
  const at = millisecondsAt(changed, now);
  return at !== undefined && now - at < twoMinutes;
}

function upgradeIsFree(cluster: ClusterView): Outcome {
  return [...notUpgradeable(cluster), ...waitingPlans(cluster)];
}

function notUpgradeable({ hyperConverged, itself }: ClusterView): readonly Found[] {
  const upgradeable = conditionOf(hyperConverged.object, 'Upgradeable');
  if (upgradeable?.status !== 'False') return [];
  const [reason, message] = [textAt(upgradeable, 'reason'), textAt(upgradeable, 'message')];
  const problem = `cannot be installed: ${reason}: ${message}`;
  return [
    {
      object: itself,
      params: { reason, problem },
      fix: 'do what the message of its condition Upgradeable says',
    },
  ];
}

function waitingPlans(cluster: ClusterView): readonly Found[] {
  return cluster
    .objects('installPlans')
    .filter((one) => cluster.operatorNamespaces.has(textAt(one, 'metadata', 'namespace')))
    .filter((one) => textAt(one, 'spec', 'approval') === 'Manual' && objectAt(one, 'spec').approved !== true)
    .map((one) => {
      const [namespace, installplan] = [
        textAt(one, 'metadata', 'namespace'),
        textAt(one, 'metadata', 'name'),
      ];
      const csv = textsAt(one, 'spec', 'clusterServiceVersionNames').join(', ');
      const problem = `is ${csv}, and waits for approval of the InstallPlan ${installplan}`;
      return {
        object: { kind: 'InstallPlan', namespace, name: installplan },
        params: { csv, installplan, namespace, problem },
      };
    });
}
