import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { JsonObject } from '../src/api/json-value.ts';
import { printDocuments } from '../src/cli/manifests.ts';
import { hyperConvergedDefinition } from '../src/config/crd.ts';
import { settings } from '../src/config/settings.ts';
import { layeringDefinitions } from '../src/layering/api/layering-definitions.ts';
import { machineConfigGroup, ownGroup } from '../src/layering/api/layering-names.ts';
import { installationManifests } from '../src/operator/installation-manifests.ts';
import type { Installation } from '../src/operator/permission.ts';
import { settingsReference } from './settings-reference.ts';

/** Rewrites generated/: what follows from the settings and is committed so that a change of it is seen in review. */
const goldens: Readonly<Record<string, string>> = {
  'crds/hyperconvergeds.hco.kubevirt.io.yaml': printed(hyperConvergedDefinition(settings)),
  ...layeringFiles(),
  'deploy/kubernetes.yaml': deployment({
    importer: 'auto',
    platform: 'kubernetes',
    namespace: 'kubevirt-hyperconverged',
  }),
  'deploy/openshift.yaml': deployment({
    importer: 'auto',
    platform: 'openshift',
    namespace: 'openshift-cnv',
  }),
  'settings.md': `${settingsReference(settings)}\n`,
};

function printed(definition: JsonObject): string {
  return stringify(definition, { aliasDuplicateObjects: false, lineWidth: 110 });
}

/** Both groups: ours is for clusters where the Machine Config Operator owns the kinds. */
function layeringFiles(): Readonly<Record<string, string>> {
  const kinds = ['machineosconfigs', 'machineosbuilds'];
  const groups = [machineConfigGroup, ownGroup] as const;
  const files = groups.flatMap((group) =>
    layeringDefinitions(group).map((definition, index) => [
      `crds/${kinds[index]}.${group}.yaml`,
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

rmSync('generated', { recursive: true, force: true });
for (const [path, content] of Object.entries(goldens)) {
  const file = join('generated', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
