import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { digestOf } from '@archipelago/oci-registry';
import { judgeAt, type Side } from './open-image-world.ts';

/** An image of one architecture as a machine of it has it. */
interface PulledImage {
  /** Of the manifest that was chosen. */
  readonly digest: string;
  readonly config: { readonly os: string; readonly architecture: string; readonly variant?: string };
  /** Texts of all files of all layers, by name. */
  readonly files: Readonly<Record<string, string>>;
}

const run = promisify(execFile);

/** Runs skopeo with the login and the authority of a registry; `{}` stands for the image's place in the arguments. */
export async function skopeoAt(side: Side, args: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-judge-'));
  const { user, caCertificate } = judgeAt(side);
  if (caCertificate !== undefined) writeFileSync(join(folder, 'ca.crt'), caCertificate);
  const [command = '', ...rest] = args;
  const prefix = command === 'copy' ? '--src-' : '--';
  const flags = [
    caCertificate === undefined ? `${prefix}tls-verify=false` : `${prefix}cert-dir=${folder}`,
    ...(user === undefined ? [] : [`${prefix}creds=${user}`]),
  ];
  try {
    return (await run('skopeo', [command, ...flags, ...rest], { timeout: 60_000 })).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pulls `path:tag` or `path@digest` as a machine of an architecture does; rejects where there is nothing for it. */
export async function pullImage(side: Side, name: string, architecture: string): Promise<PulledImage> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-pulled-'));
  const as = ['--override-os=linux', `--override-arch=${architecture}`];
  try {
    const from = `docker://${side.host}/${name}`;
    await skopeoAt(side, ['copy', '--insecure-policy', ...as, from, `dir:${folder}`]);
    const manifest = readFileSync(join(folder, 'manifest.json'));
    const { config, layers }: { config: { digest: string }; layers: { digest: string }[] } = JSON.parse(
      manifest.toString(),
    );
    const blob = (digest: string) => join(folder, digest.replace('sha256:', ''));
    const files: Record<string, string> = {};
    for (const { digest } of layers) Object.assign(files, await filesIn(blob(digest)));
    return {
      digest: digestOf(manifest),
      config: JSON.parse(readFileSync(blob(config.digest), 'utf8')),
      files,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function filesIn(layer: string): Promise<Readonly<Record<string, string>>> {
  const names = (await run('tar', ['-tzf', layer])).stdout.split('\n').filter((name) => /[^/]$/.test(name));
  const texts = names.map(async (name) => [name, (await run('tar', ['-xzOf', layer, name])).stdout] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** The tags of a repository, sorted; empty when there is none. */
export async function tagsOf(side: Side, repository: string): Promise<readonly string[]> {
  try {
    const listed: { Tags: string[] } = JSON.parse(
      await skopeoAt(side, ['list-tags', `docker://${side.host}/${repository}`]),
    );
    return listed.Tags.toSorted();
  } catch (error) {
    if (/name unknown|NAME_UNKNOWN|404 \(Not Found\)/i.test(String(error))) return [];
    throw error;
  }
}
