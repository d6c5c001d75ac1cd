import { type FileTree, type TreeEntry, textFile } from './file-tree.ts';

const home = 'usr/lib/archipelago';

/** What `npm run build` leaves in dist/ that runs; code caches are of the Node that built, and sources of errors are in the repository. */
const isNeeded = (name: string) => /\.(?:js|cjs)$/.test(name);

/**
 * The bundle and its start, `archipelago` in the path. There is no `env` and no shell: the first line names Node itself, and has it take
 * the authorities from the image's file, as all of Debian's Node do.
 */
export function applicationTree(files: ReadonlyMap<string, Uint8Array>): FileTree {
  const text = (name: string) => Buffer.from(files.get(name) ?? '').toString('utf8');
  const start = text('bin/archipelago').replace(/^#!.*/, '#!/usr/bin/node --use-openssl-ca');
  const bundles = [...files].filter(([name]) => name.startsWith('dist/') && isNeeded(name));
  return new Map<string, TreeEntry>([
    [
      `${home}/bin/archipelago`,
      { kind: 'file', content: new TextEncoder().encode(start), isExecutable: true },
    ],
    [`${home}/bin/package.json`, textFile(text('bin/package.json'))],
    ...bundles.map(([name, content]): [string, TreeEntry] => [
      `${home}/${name}`,
      { kind: 'file', content, isExecutable: false },
    ]),
    ['usr/bin/archipelago', { kind: 'link', target: '../lib/archipelago/bin/archipelago' }],
    ['usr/share/doc/archipelago/copyright', textFile(text('LICENSE'))],
    ['usr/share/doc/archipelago/THIRD_PARTY_LICENSES', textFile(text('dist/THIRD_PARTY_LICENSES'))],
  ]);
}
