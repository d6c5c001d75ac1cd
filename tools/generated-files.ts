import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@archipelago/apimachinery';
import { parse, stringify } from 'yaml';
import { printDocuments } from '../packages/archipelago/src/cli/commands/manifests/run-manifests.ts';
import { publishedStatusSchema } from '../packages/archipelago/src/cli/commands/status/status-schema.ts';
import { hyperConvergedDefinition } from '../packages/archipelago/src/config/crd.ts';
import { settings } from '../packages/archipelago/src/config/settings.ts';
import { layeringDefinitions } from '../packages/archipelago/src/layering/api/layering-definitions.ts';
import { machineConfigGroup, ownGroup } from '../packages/archipelago/src/layering/api/layering-names.ts';
import { alertTable } from '../packages/archipelago/src/observability/alert-table.ts';
import { ruleGroups, runbookUrl } from '../packages/archipelago/src/observability/alerts/rule-groups.ts';
import { runbookText } from '../packages/archipelago/src/observability/alerts/runbook-text.ts';
import { dashboardTable } from '../packages/archipelago/src/observability/dashboards/dashboard-table.ts';
import {
  dashboardFormats,
  printDashboard,
} from '../packages/archipelago/src/observability/dashboards/print-dashboard.ts';
import { installationManifests } from '../packages/archipelago/src/operator/installation-manifests.ts';
import type { Installation } from '../packages/archipelago/src/operator/rights/permission.ts';
import { alertReference } from './alert-reference.ts';
import { answerSchemas } from './answer-schemas.ts';
import { commandReference } from './command-reference.ts';
import { doctorReference } from './doctor-reference.ts';
import { kindReference } from './kind-reference.ts';
import { metricsReference } from './metrics-reference.ts';
import { operandApi, servedSchema } from './operand-api.ts';
import { settingsReference } from './settings-reference.ts';

/** Operands by the names of their files in `packages/archipelago/src/api/operands/`, and the definitions in `test/crds/` they follow from. */
const operands: Readonly<Record<string, string>> = {
  kubevirt: 'kubevirts.kubevirt.io',
  cdi: 'cdis.cdi.kubevirt.io',
  'network-addons-config': 'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io',
  ssp: 'ssps.ssp.kubevirt.io',
  aaq: 'aaqs.aaq.kubevirt.io',
};

/** Kinds of the Machine Config Operator that the embedded cluster serves: the same for `simulation/definitions/openshift/`. */
const servedKinds: Readonly<Record<string, string>> = {
  'machine-config-pool': 'machineconfigpools.machineconfiguration.openshift.io',
  'machine-os-config': 'machineosconfigs.machineconfiguration.openshift.io',
  'machine-os-build': 'machineosbuilds.machineconfiguration.openshift.io',
};

/** Every file that follows from others and is committed, so that a change of it is seen in review: its path and its text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  const files = {
    'generated/crds/hyperconvergeds.hco.kubevirt.io.yaml': printed(hyperConvergedDefinition(settings)),
    ...layeringFiles(),
    'generated/deploy/kubernetes.yaml': deployment({
      importer: 'auto',
      platform: 'kubernetes',
      namespace: 'kubevirt-hyperconverged',
    }),
    'generated/deploy/openshift.yaml': deployment({
      importer: 'auto',
      platform: 'openshift',
      namespace: 'openshift-cnv',
    }),
    ...schemaFiles(),
    'docs/metrics.md': `${metricsReference()}\n`,
    'generated/settings.md': `${settingsReference(settings)}\n`,
    'generated/commands.md': `${commandReference()}\n`,
    'generated/doctor-checks.md': `${doctorReference()}\n`,
    'generated/kinds.md': `${kindReference([hyperConvergedDefinition(settings), ...layeringDefinitions(ownGroup)])}\n`,
    ...alertFiles(),
    ...dashboardFiles(),
    ...operandFiles(),
    ...servedFiles(),
  };
  return new Map(Object.entries(files));
}

/** What commands print with `-o json`. */
function schemaFiles(): Readonly<Record<string, string>> {
  const status = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...publishedStatusSchema };
  const files = [...answerSchemas(), ['status', status] as const].map(([name, schema]) => [
    `generated/schemas/${name.replaceAll(' ', '-')}.json`,
    `${JSON.stringify(schema, null, 2)}\n`,
  ]);
  return Object.fromEntries(files);
}

/** Rules for a Prometheus, what they say, and a page for each name. */
function alertFiles(): Readonly<Record<string, string>> {
  const names = [...new Set(alertTable.map(({ name }) => name))];
  const pages = names.map((name) => [
    `generated/runbooks/${name}.md`,
    runbookText(
      alertTable.filter((alert) => alert.name === name),
      'kubevirt-hyperconverged',
    ),
  ]);
  const rules = { groups: ruleGroups(alertTable, runbookUrl()) };
  return {
    'generated/alerts.yaml': stringify(rules, { lineWidth: 110 }),
    'generated/alerts.md': alertReference(alertTable),
    ...Object.fromEntries(pages),
  };
}

/** Each dashboard for each that draws it; Grafana imports nothing but JSON. */
function dashboardFiles(): Readonly<Record<string, string>> {
  const files = dashboardFormats.flatMap((format) =>
    dashboardTable.map((dashboard) => {
      const document = printDashboard(dashboard, format);
      const [ending, text] =
        format === 'grafana'
          ? ['json', `${JSON.stringify(document, null, 2)}\n`]
          : ['yaml', stringify(document, { lineWidth: 110 })];
      return [`generated/dashboards/${format}/${dashboard.name}.${ending}`, text];
    }),
  );
  return Object.fromEntries(files);
}

function printed(definition: JsonObject): string {
  return stringify(definition, { aliasDuplicateObjects: false, lineWidth: 110 });
}

/** Both groups: ours is for clusters where the Machine Config Operator owns the kinds. */
function layeringFiles(): Readonly<Record<string, string>> {
  const kinds = ['machineosconfigs', 'machineosbuilds'];
  const groups = [machineConfigGroup, ownGroup] as const;
  const files = groups.flatMap((group) =>
    layeringDefinitions(group).map((definition, index) => [
      `generated/crds/${kinds[index]}.${group}.yaml`,
      printed(definition),
    ]),
  );
  return Object.fromEntries(files);
}

/** Without the definition, which has a file of its own. */
function deployment(installation: Installation): string {
  return printDocuments(
    installationManifests(installation).filter(({ kind }) => kind !== 'CustomResourceDefinition'),
  );
}

function servedFiles(): Readonly<Record<string, string>> {
  const files = Object.entries(servedKinds).map(([name, definition]) => [
    `packages/archipelago/src/simulation/definitions/openshift/${name}.gen.json`,
    servedSchema(upstream(definition)),
  ]);
  return Object.fromEntries(files);
}

function upstream(definition: string): JsonObject {
  return parse(readFileSync(join('test/crds', `${definition}.yaml`), 'utf8'));
}

function operandFiles(): Readonly<Record<string, string>> {
  const files = Object.entries(operands).flatMap(([name, definition]) => {
    const { type, schema } = operandApi(upstream(definition));
    return [
      [`packages/archipelago/src/api/operands/${name}.gen.ts`, type],
      [`packages/archipelago/src/api/operands/${name}.gen.json`, schema],
    ];
  });
  return Object.fromEntries(files);
}
