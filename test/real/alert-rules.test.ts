import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { alertTable } from '../../packages/archipelago/src/observability/alert-table.ts';
import type { Alert, AlertExample } from '../../packages/archipelago/src/observability/alerts/alert.ts';
import { fillText } from '../../packages/archipelago/src/observability/alerts/fill-text.ts';
import { recordingRules } from '../../packages/archipelago/src/observability/alerts/recording-rules.ts';
import {
  operatorLabels,
  ruleGroups,
  runbookUrl,
} from '../../packages/archipelago/src/observability/alerts/rule-groups.ts';
import { hcoMisconfiguredDescheduler } from '../../packages/archipelago/src/observability/alerts/table/hco-misconfigured-descheduler.ts';
import { exampleAlerts } from '../support/example-alerts.ts';

const urlOf = runbookUrl();
const folder = mkdtempSync(join(tmpdir(), 'archipelago-rules-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file of the name into the folder; JSON is YAML. */
function written(name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function promtool(...args: readonly string[]): Promise<{ code: unknown; printed: string }> {
  return new Promise((done) => {
    execFile('promtool', args, { timeout: 60_000 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    );
  });
}

/** What Prometheus has to say at a minute: labels from the example, the value in its texts from our own evaluation. */
function expected(alert: Alert, example: AlertExample, minute: number): readonly object[] {
  const url = urlOf(alert);
  const values = exampleAlerts(alert, example)[minute] ?? [];
  return (example.at[minute] ?? []).map((labels, index) => {
    const filled = { labels, value: values[index]?.value ?? Number.NaN };
    return {
      exp_labels: {
        ...withoutEmpty(labels),
        ...operatorLabels,
        severity: alert.severity,
        operator_health_impact: alert.impact,
      },
      exp_annotations: {
        summary: fillText(alert.summary, filled),
        description: fillText(alert.description, filled),
        runbook_command: `archipelago runbook ${alert.name}`,
        ...(url === undefined ? {} : { runbook_url: url }),
      },
    };
  });
}

/** To Prometheus a label without a value is none. */
function withoutEmpty(labels: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== ''));
}

/** Runs the examples of an alert, with the rule of that one only: some share a name. */
function runExamples(alert: Alert) {
  const name = `${alert.name}-${alert.severity}`;
  const rules = written(`${name}-rules.json`, { groups: ruleGroups([alert], urlOf) });
  const tests = alert.examples.map((example) => ({
    name: example.does,
    interval: '1m',
    input_series: Object.entries(example.series).map(([series, values]) => ({ series, values })),
    alert_rule_test: Object.keys(example.at).map((minute) => ({
      eval_time: `${minute}m`,
      alertname: alert.name,
      exp_alerts: expected(alert, example, Number(minute)),
    })),
  }));
  const file = written(`${name}.json`, { rule_files: [rules], evaluation_interval: '1m', tests });
  return promtool('test', 'rules', file);
}

describe('the rules of our alerts, as promtool reads them', () => {
  test('are rules', async () => {
    const rules = written('rules.json', { groups: ruleGroups(alertTable, urlOf) });
    const { code, printed } = await promtool('check', 'rules', rules);
    expect(printed).toContain(`SUCCESS: ${alertTable.length + recordingRules.length} rules found`);
    expect(code).toBe(0);
  });

  test.each(alertTable.map((alert) => [`${alert.name} (${alert.severity})`, alert] as const))(
    '%s fires and keeps quiet as in its examples',
    async (_, alert) => {
      expect(await runExamples(alert)).toEqual({ code: 0, printed: expect.stringContaining('SUCCESS') });
    },
  );

  test('an example that is wrong fails', async () => {
    const examples = hcoMisconfiguredDescheduler.examples.map((example) => ({ ...example, at: { 0: [{}] } }));
    const { code, printed } = await runExamples({ ...hcoMisconfiguredDescheduler, examples });
    expect(printed).toContain('FAILED');
    expect(code).toBe(1);
  });
});
