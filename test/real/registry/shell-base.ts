import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Makes a folder with a shell and perl of this machine, and further files; `use` has it while it runs. */
export async function withShellRoot<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-root-'));
  try {
    const root = join(folder, 'root');
    for (const program of ['/bin/dash', '/usr/bin/perl']) bring(root, program);
    symlinkSync('dash', join(root, 'bin/sh'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o755 });
    }
    writeFileSync(join(folder, 'Containerfile'), 'FROM scratch\nCOPY root /\n');
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A program with the libraries that it is linked with. */
function bring(root: string, program: string): void {
  const linked = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const path of [program, ...linked]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(realpathSync(path), join(root, path));
  }
}
