import { join } from 'node:path';
import { goPrograms } from './go-programs.ts';

/** The Kubernetes that Helm takes for the cluster's where it asks none. */
const stamps = ['Major=1', 'Minor=36'].map((stamp) => `-X helm.sh/helm/v3/pkg/chartutil.k8sVersion${stamp}`);

const programs = [
  { name: 'helm', from: 'helm.sh/helm/v3/cmd/helm', flags: stamps },
  // judges bundles of OLM
  { name: 'bundle-check', from: './bundle-check', flags: [] },
];

/** The folder with `helm` and `bundle-check`, compiled from the Go modules of test/installation. */
export function installationPrograms(say: (line: string) => void): string {
  const own = [join('bundle-check', 'main.go')];
  return goPrograms({ name: 'installation', sources: join('test', 'installation'), own, programs }, say);
}
