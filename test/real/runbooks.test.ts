import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isJsonObject, type JsonObject, objectsAt, parseJson, textAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertTable } from '../../packages/archipelago/src/observability/alert-table.ts';
import type { Alert, RunbookStep } from '../../packages/archipelago/src/observability/alerts/alert.ts';
import { eventually } from '../support/eventually.ts';
import { printedPattern } from '../support/printed-pattern.ts';
import { type Cluster, startCluster } from '../walkthroughs/cluster.ts';
import { startPlayedCluster } from './runbooks/played-deployment.ts';
import type { Provocation } from './runbooks/provocation.ts';
import { provocations, withSpec } from './runbooks/provocations.ts';

// Runbooks as somebody follows them at night: the alert fires, each command prints what the page expects, and each way out ends the alert.

const folder = mkdtempSync(join(tmpdir(), 'archipelago-runbooks-'));
const patience = { withinMs: 30_000, pauseMs: 50 };
const names = [...new Set(alertTable.map(({ name }) => name))];

beforeAll(() => symlinkSync(resolve('bin/archipelago'), join(folder, 'archipelago')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every alert is provoked', () => {
  expect(Object.keys(provocations).sort()).toEqual([...names].sort());
});

test('every command of a runbook says what it prints, and not only anything', () => {
  for (const { name, runbook } of alertTable) {
    const steps = [...runbook.diagnosis, ...runbook.mitigations.flatMap(({ steps: each }) => each)];
    for (const { run, prints } of steps)
      if (run !== undefined) expect(prints?.replaceAll('...', '').trim(), `${name}: ${run}`).toBeTruthy();
  }
});

describe.each(['kubernetes', 'openshift', 'process'] as const)(
  'runbooks on `archipelago up`, or with a process: %s',
  (platform) => {
    const namespace = platform === 'openshift' ? 'openshift-cnv' : 'kubevirt-hyperconverged';
    let cluster: Pick<Cluster, 'kubeconfig' | 'output'> & { stop(): Promise<unknown> };

    beforeAll(async () => {
      cluster =
        platform === 'process'
          ? await startPlayedCluster()
          : await startCluster(platform, 60_000, ['--alert-speed', '240', '--doctor']);
    });
    afterAll(() => cluster?.stop());

    /** What a command prints, on its standard error where there is nothing else. */
    function printed(command: string, words: Provocation['names'] = {}): Promise<string> {
      const filled = Object.entries(words).reduce((text, [word, is]) => text.replaceAll(word, is), command);
      const login = /--docker-server=(\S+) --docker-username=up --docker-password=(\S+)/.exec(
        cluster.output(),
      );
      const env = {
        ...process.env,
        KUBECONFIG: cluster.kubeconfig,
        PATH: `${folder}:${process.env.PATH}`,
        REGISTRY: login?.[1],
        PASSWORD: login?.[2],
      };
      const line = filled.replaceAll('{namespace}', namespace);
      return new Promise((done) => {
        execFile('bash', ['-c', line], { env, cwd: folder, timeout: 60_000 }, (_, stdout, stderr) =>
          done(stdout.trim() === '' ? stderr : stdout),
        );
      });
    }

    async function object(command: string): Promise<JsonObject> {
      const text = await printed(command);
      const parsed = parseJson(text);
      if (!isJsonObject(parsed)) throw new Error(`${command}: ${text}`);
      return parsed;
    }

    async function isFiring(name: string, { tells }: Provocation): Promise<boolean> {
      const endpoint = /metrics=(http:\S+)$/m.exec(cluster.output())?.[1];
      const where = tells === 'endpoint' ? ` --url ${endpoint}` : '';
      const alerts = objectsAt(await object(`archipelago alerts -o json${where}`), 'alerts');
      return alerts.some((each) => textAt(each, 'name') === name && textAt(each, 'state') === 'firing');
    }

    /** What only reads may be early, and is done again. */
    async function follow(steps: readonly RunbookStep[], words: Provocation['names']) {
      for (const { run, prints = '' } of steps) {
        if (run === undefined) continue;
        const filled = Object.entries(words ?? {}).reduce(
          (text, [word, is]) => text.replaceAll(word, is),
          prints,
        );
        const check = async () => expect(await printed(run, words), run).toMatch(printedPattern(filled));
        await (/ (?:patch|annotate|create|fix|retry) /.test(run) ? check() : eventually(check, patience));
      }
    }

    async function provoke(alert: Alert, provocation: Provocation) {
      await printed(provocation.provoke, provocation.names);
      await eventually(async () => expect(await isFiring(alert.name, provocation)).toBe(true), patience);
    }

    /** The condition, an event, and the doctor where he finds the same. */
    async function isTold({ name, severity, finding }: Alert, { tells }: Provocation) {
      if (tells === 'nobody') return;
      await eventually(async () => {
        const { items } = await object(
          `kubectl get events -n {namespace} --field-selector reason=${name} -o json`,
        );
        const type = severity === 'info' ? 'Normal' : 'Warning';
        expect(items).toEqual(expect.arrayContaining([expect.objectContaining({ type })]));
      }, patience);
      const tell = async () => {
        const told = await object(
          'kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o json',
        );
        const condition = objectsAt(told, 'status', 'conditions').find(({ type }) => type === 'AlertsFiring');
        expect(condition).toMatchObject({ status: 'True', message: expect.stringContaining(name) });
      };
      if (tells !== 'endpoint') await eventually(tell, patience);
      if (finding === undefined) return;
      await eventually(async () => {
        const findings = objectsAt(await object(`archipelago doctor --only ${finding} -o json`), 'findings');
        expect(findings.map(({ code }) => code)).toContain(finding);
      }, patience);
    }

    /** Looks cheaply, and then as people do. */
    async function ends(name: string, provocation: Provocation) {
      if (provocation.tells === undefined)
        await eventually(async () => {
          const { status } = await object(
            'kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o json',
          );
          expect(JSON.stringify(isJsonObject(status) ? status.alerts : undefined) ?? '').not.toContain(name);
        }, patience);
      await eventually(async () => expect(await isFiring(name, provocation)).toBe(false), patience);
    }

    const cases = Object.entries(provocations).filter(([, each]) => each.platform === platform);
    const ways = cases.flatMap(([name, provocation]) => {
      const alert = alertTable.find((each) => each.name === name);
      const mitigations = alert?.runbook.mitigations ?? [];
      return mitigations.flatMap((mitigation) =>
        alert !== undefined &&
        provocation.leaves?.[mitigation.title] === undefined &&
        mitigation.steps.some(({ run }) => run !== undefined)
          ? [{ name, title: mitigation.title, alert, mitigation, provocation }]
          : [],
      );
    });

    test.each(ways)('$name: $title', async ({ name, alert, mitigation, provocation }) => {
      await printed(withSpec({}));
      await provoke(alert, provocation);
      await isTold(alert, provocation);
      await follow(alert.runbook.diagnosis, provocation.names);
      if (provocation.remedy !== undefined) await printed(provocation.remedy);
      await follow(mitigation.steps, provocation.names);
      await ends(name, provocation);
      if (provocation.clear !== undefined) await printed(provocation.clear);
    });
  },
);
