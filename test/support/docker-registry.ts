import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificates } from '@archipelago/kube-sandbox';
import { type Guard, startGuard, startProcess } from '@archipelago/kube-sandbox/real';

/** How a registry is started. */
export interface DockerRegistryOptions {
  /** HTTPS, with a certificate of an own authority. */
  readonly tls?: boolean;
  /** Names and passwords (htpasswd); everyone may do everything when absent. */
  readonly users?: Readonly<Record<string, string>>;
  /** False: it answers 405 to whoever wants to delete something. */
  readonly deletes?: boolean;
  /** Another program that is served the same way; Debian's when absent. */
  readonly program?: RegistryProgram;
}

/** A registry of the distribution project. */
export interface RegistryProgram {
  readonly folder: string;
  readonly name: string;
}

/** A request as a registry's access log has it. */
export interface LoggedRequest {
  /** `METHOD path?query`. */
  readonly line: string;
  readonly status: number;
}

/** Debian's docker-registry (2.8.2) on loopback, empty at first. It ends with this process, however that goes. */
export interface DockerRegistry {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** PEM, with TLS. */
  readonly caCertificate?: string;
  /** Where it keeps its content, as files. */
  readonly storage: string;
  /** What it has answered since its start, oldest first. */
  requests(): readonly LoggedRequest[];
  /** Frees what nothing names, and manifests without a tag; as its operator would, from outside. Throws when that fails. */
  collectGarbage(): void;
  /** Until `thaw` it answers nothing, and holds its connections. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes everything it wrote. */
  stop(): Promise<void>;
}

const startMs = 15_000;
const debian: RegistryProgram = { folder: '/usr/bin', name: 'docker-registry' };

/** Starts one on a free port. Throws, with the end of its log, when it does not come up. */
export async function startDockerRegistry(options: DockerRegistryOptions = {}): Promise<DockerRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-registry-'));
  const guard = startGuard(folder);
  try {
    return await start(options, folder, guard);
  } catch (error) {
    await guard.finish();
    throw error;
  }
}

async function start(
  { tls = false, users, deletes = true, program = debian }: DockerRegistryOptions,
  folder: string,
  guard: Guard,
): Promise<DockerRegistry> {
  const certificates = tls ? await createCertificates(Date.now(), ['127.0.0.1', 'localhost']) : undefined;
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const storage = join(folder, 'storage');
  mkdirSync(storage);
  const config = {
    version: '0.1',
    log: { level: 'info' },
    storage: { filesystem: { rootdirectory: storage }, delete: { enabled: deletes } },
    http: {
      // it says in its log which port it took
      addr: '127.0.0.1:0',
      ...(certificates === undefined
        ? {}
        : {
            tls: {
              certificate: file('server.crt', certificates.certificate),
              key: file('server.key', certificates.privateKey),
            },
          }),
    },
    ...(users === undefined
      ? {}
      : { auth: { htpasswd: { realm: 'test', path: file('htpasswd', htpasswd(users)) } } }),
  };
  const place = { programs: program.folder, folder, guard };
  // JSON is YAML
  const configured = file('config.yml', JSON.stringify(config));
  const running = startProcess(place, program.name, ['serve', configured]);
  const log = () => readFileSync(join(folder, `${program.name}.log`), 'utf8');
  const port = () => /listening on 127\.0\.0\.1:(\d+)/.exec(log())?.[1];
  await running.until(async () => port() !== undefined, startMs);
  return {
    host: `127.0.0.1:${port()}`,
    ...(certificates === undefined ? {} : { caCertificate: certificates.caCertificate }),
    storage,
    requests: () => requestsIn(log()),
    collectGarbage: () => {
      const args = ['garbage-collect', '--delete-untagged', configured];
      const { status, stderr } = spawnSync(join(program.folder, program.name), args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`${program.name} collects no garbage: ${stderr}`);
    },
    freeze: running.freeze,
    thaw: running.thaw,
    stop: async () => {
      running.thaw();
      await running.stop();
      await guard.finish();
    },
  };
}

/** In the combined log format, between lines of another one. */
function requestsIn(log: string): readonly LoggedRequest[] {
  return [...log.matchAll(/"([A-Z]+ [^" ]+) HTTP\/[\d.]+" (\d{3}) /g)].map(([, line = '', status]) => ({
    line,
    status: Number(status),
  }));
}

/** The registry takes nothing but bcrypt, which Node does not have and Debian's Python does. */
function htpasswd(users: Readonly<Record<string, string>>): string {
  const lines = Object.entries(users).map(([name, password]) => {
    const script =
      'import crypt,sys; print(crypt.crypt(sys.stdin.read(), crypt.mksalt(crypt.METHOD_BLOWFISH, rounds=16)))';
    const { stdout, status } = spawnSync('python3', ['-W', 'ignore', '-c', script], {
      input: password,
      encoding: 'utf8',
    });
    if (status !== 0 || !stdout.startsWith('$2')) throw new Error('python3 makes no bcrypt hash');
    return `${name}:${stdout.trim()}\n`;
  });
  return lines.join('');
}
