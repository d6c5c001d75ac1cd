import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, listAt } from '@archipelago/apimachinery';
import { olmProgram } from '../../support/olm-program.ts';
import { until } from '../../support/until.ts';
import type { BareCluster } from './bare-cluster.ts';

/** The Operator Lifecycle Manager of its own project, as a process beside the cluster. */
interface RunningOlm {
  /** Where the catalog with the bundle is served. */
  readonly catalog: string;
  /** The end of what it said. */
  output(): string;
  /** Ends it and takes its definitions away. */
  stop(): Promise<void>;
}

/** Brings its definitions, and starts it with a catalog of one bundle, as the folder of `manifests --format olm` has them. */
export async function startOlm(cluster: BareCluster, written: string): Promise<RunningOlm> {
  const program = olmProgram((line) => process.stdout.write(`${line}\n`));
  const definitions = listAt(JSON.parse(await cluster.run(program, 'definitions')), 'items').filter(
    isJsonObject,
  );
  await cluster.apply(definitions);
  await cluster.run('kubectl', 'wait', '--for=condition=Established', ...definitions.map(resourceOf));
  const folder = join(cluster.newFolder(), 'olm');
  mkdirSync(folder);
  const inputs = [join(written, 'bundle'), join(written, 'catalog-template.yaml'), folder];
  const child = spawn(program, ['run', ...inputs], {
    env: { ...process.env, KUBECONFIG: cluster.kubeconfig },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += String(piece);
    });
  const tell = () => output.slice(-4_000);
  const catalog = await until(() => /^catalog=(\S+)$/m.exec(output)?.[1], {
    pauseMs: 100,
    withinMs: 60_000,
    tell,
  });
  return {
    catalog,
    output: tell,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await cluster.remove(definitions);
    },
  };
}

function resourceOf({ metadata }: JsonObject): string {
  return `crd/${isJsonObject(metadata) ? String(metadata.name) : ''}`;
}
