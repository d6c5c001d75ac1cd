import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that `archipelago gather` writes of a cluster, with what it says meanwhile. */
export async function gatheredText(kubeconfig: string, folder: string, metricsPage: string): Promise<string> {
  const args = ['gather', folder, '--kubeconfig', kubeconfig, '--metrics-url', metricsPage];
  const said = await new Promise<string>((done, fail) => {
    execFile(process.execPath, ['bin/archipelago', ...args], (error, stdout, stderr) => {
      // 1: something is missing, as logs are where there are no pods
      if (error === null || error.code === 1) done(stdout + stderr);
      else fail(error);
    });
  });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [
    said,
    ...files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'utf8')),
  ].join('\n');
}
