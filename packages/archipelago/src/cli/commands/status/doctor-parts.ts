import { certificateBundles } from '../../../doctor/cluster/certificate-bundles.ts';
import { ClusterView } from '../../../doctor/cluster/cluster-view.ts';
import { type Facts, readingOf } from '../../../doctor/facts/facts.ts';
import { applyIgnores } from '../../../doctor/ignore/apply-ignores.ts';
import { examine } from '../../../doctor/model/examine.ts';
import type { DoctorFinding } from '../../../doctor/model/report.ts';
import { countUp } from '../../../doctor/tell/count-up.ts';
import type { Io } from '../../process/io.ts';
import { printAge } from '../../text/print-age.ts';
import { allChecks } from '../doctor/chosen-checks.ts';
import { factsOf } from '../doctor/facts-of.ts';
import { loadIgnores } from '../doctor/load-ignores.ts';
import { lookedAt, unknown } from './looked-at.ts';
import type { StatusReport } from './status-schema.ts';
import type { StatusView } from './status-view.ts';

type Findings = StatusReport['findings'];
type Certificates = StatusReport['certificates'];

const moreFindings = 'archipelago doctor';
const moreCertificates = 'archipelago doctor --topic health -o wide';

/** What the doctor finds, and the authorities it looks at: both are read at once. */
export async function doctorParts(
  { options, now }: StatusView,
  io: Io,
): Promise<Pick<StatusReport, 'findings' | 'certificates'>> {
  const look = async () => {
    const facts = await factsOf(options, io);
    return { facts, entries: await loadIgnores(undefined, io) };
  };
  const looked = await lookedAt(look, options.advice);
  if (!('facts' in looked))
    return {
      findings: { ...looked, more: moreFindings, critical: 0, warning: 0, info: 0, blind: 0 },
      certificates: { ...looked, more: moreCertificates, authorities: [] },
    };
  const { facts, entries } = looked;
  const report = applyIgnores(examine(allChecks, facts), facts, entries, now);
  const blind = report.checks.filter(({ isBlind }) => isBlind === true).length;
  return {
    findings: ofFindings(report.findings, { ...countUp(report), blind }),
    certificates: ofAuthorities(facts, report.findings, now),
  };
}

type Counts = Pick<Findings, 'critical' | 'warning' | 'info' | 'blind'>;

function ofFindings(findings: readonly DoctorFinding[], counts: Counts): Findings {
  const { critical, warning, info, blind } = counts;
  const serious = findings.filter(({ severity }) => severity === 'critical');
  const unseen = blind === 0 ? '' : `, ${blind} checks could not look`;
  return {
    state: critical > 0 ? 'notWell' : blind > 0 ? 'unknown' : 'well',
    summary: `${critical} critical, ${warning} warning, ${info} info${unseen}`,
    problems: serious.map(({ code, message, object }) => ({
      ...(object === undefined ? {} : { object: nameOf(object) }),
      message: `${message} (${code})`,
    })),
    more: moreFindings,
    critical,
    warning,
    info,
    blind,
  };
}

function nameOf({ kind, namespace, name }: NonNullable<DoctorFinding['object']>): string {
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

const authorityCheck = 'VD008';

function ofAuthorities(facts: Facts, findings: readonly DoctorFinding[], now: number): Certificates {
  const bundles = certificateBundles(new ClusterView(facts)).filter(({ ends }) => ends.length > 0);
  const authorities = bundles.map(({ object, ends }) => ({
    object: nameOf(object),
    ends: new Date(Math.max(...ends)).toISOString(),
  }));
  const problems = findings
    .filter(({ code }) => code === authorityCheck)
    .map(({ message, object }) => ({
      ...(object === undefined ? {} : { object: nameOf(object) }),
      message,
    }));
  const [first] = authorities.map(({ ends }) => Date.parse(ends)).sort((a, b) => a - b);
  if (readingOf(facts, 'authorities').state === 'failed')
    return {
      ...unknown('the ConfigMaps with authorities may not be listed'),
      more: moreCertificates,
      authorities,
    };
  if (first === undefined)
    return { state: 'absent', summary: 'no authorities', problems, more: moreCertificates, authorities };
  const left = first < now ? `ended ${printAge(first, now)} ago` : `ends in ${printAge(now, first)}`;
  const count =
    authorities.length === 1 ? '1 authority, which' : `${authorities.length} authorities, the first`;
  return {
    state: problems.length === 0 ? 'well' : 'notWell',
    summary: `${count} ${left}`,
    problems,
    more: moreCertificates,
    authorities,
  };
}
