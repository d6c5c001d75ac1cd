import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for PATH with the `kubectl` of a Kubernetes, and `oc` as another name for it, as the documents have it. */
export function kubectlFolder(programs: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-kubectl-'));
  for (const name of ['kubectl', 'oc']) symlinkSync(join(programs, 'kubectl'), join(folder, name));
  return folder;
}
