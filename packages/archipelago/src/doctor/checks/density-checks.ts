import {
  isJsonObject,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { labelsOf } from '../cluster/labels-of.ts';
import { machinesOf } from '../cluster/machine-view.ts';
import { notOvercommitted, overcommit, overcommitField } from '../cluster/overcommit.ts';
import type { Check, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds', 'nodes'] as const;

/** More virtual machines than memory and CPUs: whether settings fit it. */
export const densityChecks: readonly Check[] = [
  {
    code: 'VD705',
    title: 'The overcommit is usual',
    severity: 'warning',
    confidence: 'heuristic',
    needs: ['hyperConvergeds'],
    message: '{percent} %: {problem}.',
    impact: 'Nodes run out of memory, or keep some that nobody uses.',
    fix: 'set {field} to something between 100 and 200',
    falsePositives: 'sites where it was tested',
    find: overcommitIsUsual,
  },
  {
    code: 'VD706',
    title: 'Virtual machines take part in the overcommit',
    severity: 'info',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'virtualMachines'],
    message:
      '{count} virtual machines name their memory themselves, {first} among them: the overcommit of {percent} % does not change them.',
    impact: 'Less memory is saved than planned.',
    fix: 'remove requests.memory and limits.memory from spec.template.spec.domain.resources, and restart them',
    falsePositives:
      'virtual machines that are meant to have all of their memory; which of them wait for a restart is not seen',
    find: machinesTakePart,
  },
  {
    code: 'VD707',
    title: 'The selector of KSM matches nodes',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after: ['VD201', 'VD202'],
    message: 'The node selector of KSM, {selector}, {problem}.',
    impact: 'Pages are not merged there.',
    fix: 'correct {field}.nodeLabelSelector; {} is every node',
    falsePositives: 'none',
    find: ksmMatches,
  },
  {
    code: 'VD708',
    title: 'CPU ratio and automatic limits agree',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'namespaces'],
    message: 'A CPU ratio of 1 does not go with automatic CPU limits, which apply to {namespaces}.',
    impact: 'Virtual machines there get no time for anything but their CPUs.',
    fix: 'raise {field}, or remove the selector of automatic limits',
    falsePositives: 'none',
    find: ratioAgrees,
  },
  {
    code: 'VD709',
    title: 'Nobody changes CPUs unseen',
    severity: 'info',
    confidence: 'certain',
    needs: ['virtualMachines', 'resourceQuotas', 'limitRanges'],
    message: 'In {namespace} {quota} changes the CPU of virtual machines: {problem}.',
    impact: 'They run slower, or take more of a node, than their settings say.',
    fix: 'nothing, where it is meant; else remove limits.cpu from the ResourceQuota, or the default CPU from the LimitRange',
    falsePositives: 'where it is meant',
    find: nobodyChangesCpus,
  },
];

function overcommitIsUsual(cluster: ClusterView): Outcome {
  const percent = overcommit(cluster);
  if (percent >= 100 && percent <= 200) return [];
  const problem =
    percent < 100 ? 'nodes keep more than virtual machines were promised' : 'more than twice the memory';
  return [{ object: cluster.itself, params: { percent, problem, field: overcommitField(cluster) } }];
}

function ksmMatches(cluster: ClusterView): Outcome {
  const selector = valueAt(cluster.hyperConverged.value('ksm'), 'nodeLabelSelector');
  if (!isJsonObject(selector)) return { skipped: 'KSM is not configured' };
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return { unknown: 'the selector cannot be read' };
  const matching = cluster.workloadNodes.filter(({ labels }) => parsed.selector.matches(labels));
  // virt-handler writes whether the kernel can; where it has not yet, nobody knows
  const unable = matching.filter(({ labels }) => (labels['kubevirt.io/ksm-enabled'] ?? 'true') !== 'true');
  const nodes = unable.map(({ name }) => name).sort();
  if (matching.length > 0 && nodes.length === 0) return [];
  const problem =
    matching.length === 0
      ? 'matches no workload node'
      : `matches ${nodes.join(', ')}, which cannot merge pages`;
  const params = { selector, nodes, problem, field: cluster.hyperConverged.fieldOf('ksm') };
  return [{ object: cluster.itself, params }];
}

function ratioAgrees(cluster: ClusterView): Outcome {
  const { hyperConverged, itself } = cluster;
  const selector = hyperConverged.value('cpuLimitSelector');
  if (hyperConverged.number('cpuRatio') !== 1 || !isJsonObject(selector))
    return { skipped: 'there are no automatic limits with a ratio of 1' };
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return { unknown: 'the selector cannot be read' };
  const namespaces = cluster
    .objects('namespaces')
    .filter((one) => parsed.selector.matches(labelsOf(one)))
    .map((one) => textAt(one, 'metadata', 'name'))
    .sort();
  const params = { namespaces, field: hyperConverged.fieldOf('cpuRatio') };
  return namespaces.length === 0 ? [] : [{ object: itself, params }];
}

function machinesTakePart(cluster: ClusterView): Outcome {
  const percent = overcommit(cluster);
  if (percent <= 100) return notOvercommitted;
  const own = machinesOf(cluster).filter(({ template }) => {
    const resources = objectAt(template, 'domain', 'resources');
    return ['requests', 'limits'].some((part) => valueAt(resources, part, 'memory') !== undefined);
  });
  const [first = ''] = own.map(({ namespace, name }) => `${namespace}/${name}`).sort();
  return own.length === 0 ? [] : [{ object: cluster.itself, params: { count: own.length, first, percent } }];
}

/** KubeVirt adds a CPU limit where a quota asks for one; a default request of a LimitRange wins over the ratio. */
function nobodyChangesCpus(cluster: ClusterView): Outcome {
  const used = new Set(machinesOf(cluster).map(({ namespace }) => namespace));
  const quotas = cluster
    .objects('resourceQuotas')
    .filter((one) => valueAt(one, 'spec', 'hard', 'limits.cpu') !== undefined)
    .map((one) => ({ one, kind: 'ResourceQuota', problem: 'each gets a limit of its CPUs' }));
  const ranges = cluster
    .objects('limitRanges')
    .filter((one) =>
      objectsAt(one, 'spec', 'limits').some(
        ({ defaultRequest }) => valueAt(defaultRequest, 'cpu') !== undefined,
      ),
    )
    .map((one) => ({
      one,
      kind: 'LimitRange',
      problem: 'its default request holds instead of the CPU ratio',
    }));
  return [...quotas, ...ranges]
    .filter(({ one }) => used.has(textAt(one, 'metadata', 'namespace')))
    .map(({ one, kind, problem }) => {
      const [namespace, name] = [textAt(one, 'metadata', 'namespace'), textAt(one, 'metadata', 'name')];
      const params = { namespace, quota: `the ${kind} ${name}`, problem };
      return { object: { kind, namespace, name }, params };
    });
}
