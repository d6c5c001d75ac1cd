import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

/** Whom skopeo talks to as, and whom it trusts. */
export interface SkopeoAccess {
  readonly user?: string;
  /** PEM; without it certificates are not checked and plain HTTP is allowed. */
  readonly caCertificate?: string;
}

/** The judge: what an image is, by somebody who knows nothing of this project. */
export interface Skopeo {
  /** The manifest or index of `host/path:tag`, byte by byte. */
  raw(image: string, access: SkopeoAccess): Promise<Buffer>;
  /** The config of an image that is no index. */
  config(image: string, access: SkopeoAccess): Promise<Buffer>;
  /** Copies with all children; `more` are further flags. */
  copy(from: SkopeoEnd, to: SkopeoEnd, ...more: readonly string[]): Promise<void>;
  /** Pulls everything of an image, which checks every digest. */
  pullAll(image: string, access: SkopeoAccess): Promise<void>;
  /** The same, and all blobs as text, unpacked. */
  contentOf(image: string, access: SkopeoAccess): Promise<string>;
  close(): void;
}

interface SkopeoEnd extends SkopeoAccess {
  readonly image: string;
}

const run = promisify(execFile);
const timeoutMs = 60_000;

/** Works in a folder of its own, with certificates, until closed. */
export function openSkopeo(): Skopeo {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-skopeo-'));
  const flags = ({ user, caCertificate }: SkopeoAccess, prefix = ''): string[] => {
    const trust = caCertificate === undefined ? [`--${prefix}tls-verify=false`] : [];
    if (caCertificate !== undefined) {
      const certificates = mkdtempSync(join(folder, 'certs-'));
      writeFileSync(join(certificates, 'ca.crt'), caCertificate);
      trust.push(`--${prefix}cert-dir=${certificates}`);
    }
    return user === undefined ? trust : [...trust, `--${prefix}creds=${user}`];
  };
  const skopeo = async (...args: readonly string[]): Promise<Buffer> => {
    const options = { encoding: 'buffer', maxBuffer: 16 * 1024 * 1024, timeout: timeoutMs } as const;
    return (await run('skopeo', args, options)).stdout;
  };
  const pull = async (image: string, access: SkopeoAccess): Promise<string> => {
    const target = mkdtempSync(join(folder, 'pull-'));
    const ends = flags(access, 'src-');
    await skopeo('copy', '--insecure-policy', '--all', ...ends, `docker://${image}`, `dir:${target}`);
    return target;
  };
  return {
    raw: (image, access) => skopeo('inspect', '--raw', ...flags(access), `docker://${image}`),
    config: (image, access) => skopeo('inspect', '--config', '--raw', ...flags(access), `docker://${image}`),
    copy: async (from, to, ...more) => {
      const ends = [...flags(from, 'src-'), ...flags(to, 'dest-')];
      const images = [`docker://${from.image}`, `docker://${to.image}`];
      await skopeo('copy', '--insecure-policy', ...more, ...ends, ...images);
    },
    pullAll: async (image, access) => {
      rmSync(await pull(image, access), { recursive: true });
    },
    contentOf: async (image, access) => {
      const target = await pull(image, access);
      const blobs = readdirSync(target).map((name) => readFileSync(join(target, name)));
      rmSync(target, { recursive: true });
      return blobs.map((blob) => (blob[0] === 0x1f ? gunzipSync(blob) : blob).toString('latin1')).join('\n');
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
