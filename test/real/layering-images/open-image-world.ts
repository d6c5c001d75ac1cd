import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImagePlace, parseImageReference, type RegistryAccess } from '@archipelago/oci-registry';
import {
  type DockerRegistry,
  type DockerRegistryOptions,
  startDockerRegistry,
} from '../../support/docker-registry.ts';
import { type Buildah, openBuildah } from '../registry/buildah.ts';
import { openSkopeo, type Skopeo, type SkopeoAccess } from '../registry/skopeo.ts';

/** A registry, and who may do everything there. */
export interface Side extends DockerRegistry {
  /** `name:password`; undefined: plain HTTP for everybody. */
  readonly login: string | undefined;
}

/** What `layering assemble` is told. */
interface Wanted {
  readonly target: string;
  /** `host/path@digest` or `host/path:tag`, by `ARCH` or `ARCH/VARIANT`. */
  readonly parts: Readonly<Record<string, string>>;
  /** Further flags. */
  readonly more?: readonly string[];
  /** Logins, `name:password` by host, instead of the right ones. */
  readonly pullLogins?: Readonly<Record<string, string>>;
  readonly pushLogins?: Readonly<Record<string, string>>;
}

/** What it came to. */
interface Assembled {
  readonly code: unknown;
  readonly err: string;
  /** The files it left for whoever reports, by name. */
  readonly results: Readonly<Record<string, string>>;
}

/** The registry of the builders and the final one, both with TLS and a login of their own, and the tools of both sides. */
export interface ImageWorld {
  readonly builds: Side;
  readonly final: Side;
  readonly buildah: Buildah;
  readonly skopeo: Skopeo;
  /** A further one, which ends with this world; with TLS and a login, unless `open`. */
  start(options?: DockerRegistryOptions & { readonly open?: boolean }): Promise<Side>;
  /** From now on a host that is spoken to by plain HTTP. */
  allowPlain(host: string): void;
  /** Runs the product's own process, with `--results` as the controller's job does; it never rejects. */
  assemble(wanted: Wanted): Promise<Assembled>;
  /** The same process, while it runs. */
  begin(wanted: Wanted): { kill(): void; readonly ended: Promise<unknown> };
  /** The same process without `--results`: its exit code and what it says. */
  run(wanted: Wanted): Promise<Omit<Assembled, 'results'>>;
  close(): Promise<void>;
}

/** Starts everything; ends with `close`. */
export async function openImageWorld(): Promise<ImageWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-images-'));
  const sides: Side[] = [];
  const plain: string[] = [];
  const start: ImageWorld['start'] = async ({ open = false, ...options } = {}) => {
    const [name, password] = [`user-${sides.length}`, `secret of ${sides.length}`];
    const secured = open ? {} : { tls: true, users: { [name]: password } };
    const started = await startDockerRegistry({ ...secured, ...options });
    const side = { ...started, login: open ? undefined : `${name}:${password}` };
    sides.push(side);
    if (open) plain.push(side.host);
    return side;
  };
  const [builds, final] = [await start(), await start()];
  let files = 0;
  const file = (content: string): string => {
    files += 1;
    const path = join(folder, String(files));
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const logins = () =>
    Object.fromEntries(sides.flatMap(({ host, login }) => (login === undefined ? [] : [[host, login]])));
  const flagsOf = ({ target, parts, more = [], ...wanted }: Wanted): readonly string[] => [
    ...Object.entries(parts).map(([platform, image]) => `--platform=${platform}=${image}`),
    `--target=${target}`,
    `--source-authfile=${file(authfile(wanted.pullLogins ?? logins()))}`,
    `--authfile=${file(authfile(wanted.pushLogins ?? logins()))}`,
    `--ca-file=${file(sides.map(({ caCertificate = '' }) => caCertificate).join('\n'))}`,
    `--registries-conf=${file(plain.map((host) => `[[registry]]\nlocation = "${host}"\ninsecure = true\n`).join(''))}`,
    ...more,
  ];
  const skopeo = openSkopeo();
  // both are there before anything is built
  const buildah = openBuildah(file(authfile(logins())));
  return {
    builds,
    final,
    buildah,
    skopeo,
    start,
    allowPlain: (host) => plain.push(host),
    run: (wanted) => startAssemble(flagsOf(wanted)).ended,
    begin: (wanted) => startAssemble(flagsOf(wanted)),
    assemble: async (wanted) => {
      const results = join(folder, `results-${files}`);
      mkdirSync(results);
      const ran = await startAssemble([...flagsOf(wanted), `--results=${results}`]).ended;
      return { ...ran, results: contentOf(results) };
    },
    close: async () => {
      await Promise.all([...sides.map((side) => side.stop()), buildah.close()]);
      skopeo.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function authfile(logins: Readonly<Record<string, string>>): string {
  const auths = Object.entries(logins).map(([host, login]) => [
    host,
    { auth: Buffer.from(login).toString('base64') },
  ]);
  return JSON.stringify({ auths: Object.fromEntries(auths) });
}

function startAssemble(flags: readonly string[]) {
  const args = ['bin/archipelago', 'layering', 'assemble', ...flags];
  let kill = () => {};
  const ended = new Promise<Omit<Assembled, 'results'>>((resolve) => {
    const child = execFile(process.execPath, args, (error, _, err) =>
      resolve({ code: error === null ? 0 : error.code, err }),
    );
    kill = () => {
      child.kill('SIGKILL');
    };
  });
  return { kill, ended };
}

function contentOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]);
  return Object.fromEntries(files);
}

/** How skopeo gets into a registry. */
export function judgeAt({ login, caCertificate }: Side): SkopeoAccess {
  return {
    ...(login === undefined ? {} : { user: login }),
    ...(caCertificate === undefined ? {} : { caCertificate }),
  };
}

/** How our own client does. */
export function accessTo({ host, login, caCertificate: ca }: Side): RegistryAccess {
  if (login === undefined) return { credentials: [], ca };
  const [username = '', password = ''] = login.split(':');
  return { credentials: [{ scope: host, credential: { kind: 'password', username, password } }], ca };
}

/** `path:tag` or `path@digest` of a registry, for our own client. */
export function placeAt(side: Side, name: string): ImagePlace {
  const reference = parseImageReference(`${side.host}/${name}`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const insecure = side.caCertificate === undefined;
  return {
    reference: reference.value,
    insecure,
    access: accessTo(side),
    signal: AbortSignal.timeout(50_000),
  };
}
