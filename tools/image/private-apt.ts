import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { imagePlatforms } from './image-platforms.ts';
import { runTool } from './run-tool.ts';

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const architectures = imagePlatforms.map(({ debian }) => debian).join(',');

/**
 * Debian's packages of its stable release for all architectures, from where this machine's apt gets its own. Nothing of the machine's
 * apt is changed: lists and cache are in a folder of ours. What is downloaded is checked against Debian's signature by apt.
 */
export class PrivateApt {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
    for (const part of ['lists/partial', 'cache/archives/partial'])
      mkdirSync(join(this.#folder, part), { recursive: true });
    writeFileSync(join(this.#folder, 'status'), '');
    const lines = debianArchives().map(
      (address) => `deb [arch=${architectures} signed-by=${keyring}] ${address} stable main`,
    );
    writeFileSync(join(this.#folder, 'sources.list'), `${lines.join('\n')}\n`);
    this.#run('apt-get', ['--quiet=2', 'update']);
  }

  /** What the newest versions of these packages are, each as apt names it: `libc6:s390x`. In one call: each reads all lists. */
  show(packages: readonly string[]): readonly ReadonlyMap<string, string>[] {
    const text = this.#run('apt-cache', ['show', '--no-all-versions', ...packages]);
    return text
      .split(/\n\n+/)
      .filter((stanza) => stanza.trim() !== '')
      .map((stanza) => {
        const fields = [...stanza.matchAll(/^([\w-]+): (.*)$/gm)];
        return new Map(fields.map(([, field = '', value = '']) => [field, value]));
      });
  }

  /** Downloads into a folder; packages as apt names them: `libc6:s390x=2.41-12`. */
  download(packages: readonly string[], folder: string): void {
    this.#run('apt-get', ['--quiet=2', 'download', ...packages], folder);
  }

  #run(program: string, args: readonly string[], folder?: string): string {
    const options = {
      'Dir::Etc::sourcelist': join(this.#folder, 'sources.list'),
      'Dir::Etc::sourceparts': '/dev/null',
      'Dir::State::lists': join(this.#folder, 'lists'),
      'Dir::State::status': join(this.#folder, 'status'),
      'Dir::Cache': join(this.#folder, 'cache'),
      'APT::Architecture': 'amd64',
      'APT::Architectures': architectures,
      'APT::Sandbox::User': 'root',
    };
    const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
    return runTool(program, [...flags, ...args], folder).toString('utf8');
  }
}

/** Where this machine's apt gets Debian's packages. */
function debianArchives(): readonly string[] {
  if (!existsSync(keyring)) throw new Error(`${keyring} is missing: install debian-archive-keyring`);
  const known = runTool('apt-get', ['indextargets', '--format', '$(REPO_URI) $(COMPONENT)']).toString('utf8');
  const archives = [...known.matchAll(/^(\S*\/debian\/?) main$/gm)].map(([, address = '']) => address);
  if (archives.length === 0)
    throw new Error("apt's sources have no archive of Debian; the image takes libraries from there");
  return [...new Set(archives)];
}
