import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { printDocuments } from '../src/cli/manifests.ts';
import { hyperConvergedDefinition } from '../src/config/crd.ts';
import { settings } from '../src/config/settings.ts';
import { installationManifests } from '../src/operator/installation-manifests.ts';
import type { Installation } from '../src/operator/permission.ts';
import { settingsReference } from './settings-reference.ts';

/** Rewrites generated/: what follows from the settings and is committed so that a change of it is seen in review. */
const goldens: Readonly<Record<string, string>> = {
  'crds/hyperconvergeds.hco.kubevirt.io.yaml': stringify(hyperConvergedDefinition(settings), {
    aliasDuplicateObjects: false,
    lineWidth: 110,
  }),
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
