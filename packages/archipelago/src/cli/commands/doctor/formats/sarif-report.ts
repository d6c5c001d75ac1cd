import packageJson from '../../../../../package.json' with { type: 'json' };
import type { Check, Severity } from '../../../../doctor/model/check.ts';
import { objectText } from '../../../../doctor/model/object-text.ts';
import type { CheckResult, DoctorFinding, IgnoredFinding } from '../../../../doctor/model/report.ts';
import type { Told } from './told.ts';

const levels = { critical: 'error', warning: 'warning', info: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** The report as SARIF 2.1.0 (OASIS): a rule for each check, a result for each finding, a notification for each check without an answer. */
export function sarifReport(told: Told): object {
  const { topics, report, showIgnored } = told;
  const asked = new Set(report.checks.map(({ code }) => code));
  const results = [...report.findings, ...(showIgnored ? report.ignored : [])];
  const named = new Set(results.map(({ code }) => code));
  const rules = topics
    .flatMap(({ checks }) => checks)
    .filter(({ code }) => asked.has(code) || named.has(code));
  const indexOf = new Map(rules.map(({ code }, index) => [code, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'archipelago doctor',
            semanticVersion: packageJson.version,
            rules: rules.map(ruleOf),
          },
        },
        invocations: [
          {
            executionSuccessful: !report.checks.some(({ isBlind }) => isBlind === true),
            toolExecutionNotifications: report.checks
              .filter(({ status }) => status === 'unknown')
              .map(notification),
          },
        ],
        results: results.map((finding) => resultOf(finding, indexOf.get(finding.code) ?? -1, told)),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
}

function ruleOf({ code, title, severity, confidence, message, impact, fix, falsePositives }: Check): object {
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: `${message} ${impact}` },
    help: { text: `${fix}\n${falsePositives}` },
    defaultConfiguration: { level: levels[severity] },
    properties: { severity, confidence },
  };
}

function notification({ code, reason = '', isBlind = false }: CheckResult): object {
  return { level: isBlind ? 'warning' : 'note', message: { text: reason }, associatedRule: { id: code } };
}

function resultOf(finding: DoctorFinding | IgnoredFinding, ruleIndex: number, told: Told): object {
  const { code, severity, message, params, fix, confidence } = finding;
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: [message, `${told.words.fix}${fix.text}`, ...fix.commands].join('\n') },
    ...locationsOf(finding, told.file),
    ...('ignored' in finding
      ? { suppressions: [{ kind: 'external', justification: told.words.ground(finding.ignored) }] }
      : {}),
    properties: { severity, confidence, params },
  };
}

/** The object, and the file where there is one. */
function locationsOf({ object }: DoctorFinding, file: string | undefined): object {
  const logical =
    object === undefined
      ? {}
      : {
          logicalLocations: [{ name: object.name, fullyQualifiedName: objectText(object), kind: 'resource' }],
        };
  const physical =
    file === undefined ? {} : { physicalLocation: { artifactLocation: { uri: encodeURI(file) } } };
  const location = { ...physical, ...logical };
  return Object.keys(location).length === 0 ? {} : { locations: [location] };
}
