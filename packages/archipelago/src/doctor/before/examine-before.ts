import type { ClusterView } from '../cluster/cluster-view.ts';
import { type Facts, readingOf } from '../facts/facts.ts';
import type { Check, Outcome } from '../model/check.ts';
import { examine } from '../model/examine.ts';
import type { CheckResult, DoctorFinding, Report } from '../model/report.ts';
import { expectedFacts, isInstalled } from './expected-facts.ts';
import { virtualizationOf } from './virtualization-of.ts';

/** Checks that can be asked before anything of virtualization is installed: of what the cluster brings, and of defaults. */
export const beforeInstallation: readonly string[] = [
  ...['VD101', 'VD102', 'VD103', 'VD104', 'VD106', 'VD107', 'VD108'],
  ...['VD202', 'VD205', 'VD207'],
  ...['VD301', 'VD302', 'VD303', 'VD304', 'VD305', 'VD309', 'VD315', 'VD316', 'VD321'],
  ...['VD601', 'VD602', 'VD604', 'VD606', 'VD608'],
  ...['VD801', 'VD808'],
];

/**
 * Asks the checks that make sense before the installation, of the cluster as it is expected to be after one with defaults. The others are
 * skipped. Pure.
 */
export function examineBefore(checks: readonly Check[], facts: Facts): Report {
  const asked = checks
    .filter(({ code }) => beforeInstallation.includes(code))
    .map((check) => (check.code === 'VD801' && !isInstalled(facts) ? byLabels(check) : check));
  const report = examine(asked, expectedFacts(facts));
  const results = new Map(report.checks.map((result) => [result.code, result]));
  return {
    findings: isInstalled(facts)
      ? report.findings
      : report.findings.map((finding) => withoutExpected(finding, facts)),
    checks: checks.map(({ code }): CheckResult => results.get(code) ?? later(code)),
  };
}

function later(code: string): CheckResult {
  return { code, status: 'skipped', reason: 'is asked after the installation' };
}

/** What is expected is not there yet: nobody can change it. */
function withoutExpected({ object, ...finding }: DoctorFinding, facts: Facts): DoctorFinding {
  const hasProfiles = readingOf(facts, 'storageProfiles').state === 'read';
  const expected = ['HyperConverged', ...(hasProfiles ? [] : ['StorageProfile'])];
  return object === undefined || expected.includes(object.kind) ? finding : { ...finding, object };
}

/** Devices are there after the installation; before it labels may say whether they will be. */
function byLabels(check: Check): Check {
  return { ...check, needs: ['nodes'], find: (cluster) => nodesSayIt(cluster, check) };
}

function nodesSayIt(cluster: ClusterView, { find }: Check): Outcome {
  const isSilent = (node: ClusterView['workloadNodes'][number]) => virtualizationOf(node) === 'unknown';
  const isMissing = cluster.workloadNodes.some((node) => virtualizationOf(node) === 'missing');
  if (!isMissing && cluster.workloadNodes.some(isSilent))
    return { unknown: 'not every node says whether it has hardware virtualization' };
  return find(cluster);
}
