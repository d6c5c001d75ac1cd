import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { furnishRoot } from '../../packages/archipelago/src/simulation/actors/jobs/furnish-root.ts';
import { runInRoot } from '../../packages/archipelago/src/simulation/actors/jobs/run-in-root.ts';

// What a program in a pod of `up --builds=buildah` sees and may do, whatever it tries. Needs root, as builds do.

let folder: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'archipelago-roots-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const path = '/usr/sbin:/usr/bin:/sbin:/bin';

async function run(script: string, environment: Readonly<Record<string, string>> = {}, mount = '/run/there') {
  const pod = join(folder, `pod-${count++}`);
  mkdirSync(join(pod, 'volume'), { recursive: true });
  writeFileSync(join(pod, 'volume', 'given'), 'of the volume\n');
  const own = join(pod, 'container');
  const binds = await furnishRoot(own, {
    files: { '/etc/own': 'of the pod\n' },
    environment: { PATH: path, ...environment },
    shim: undefined,
    volumes: [{ source: join(pod, 'volume'), path: mount, access: 'write' }],
    visible: [],
  });
  const program = ['/bin/sh', '-c', script];
  const signal = AbortSignal.timeout(20_000);
  const confinement = {
    capabilities: ['CHOWN', 'SYS_ADMIN', 'SYS_CHROOT'],
    noNewPrivileges: true,
    readOnlyRoot: false,
  };
  const rooted = { folder: own, binds, confinement, directory: '/', program, said: () => undefined };
  const end = await runInRoot(rooted, signal);
  return { end, pod };
}

async function said(script: string, environment?: Readonly<Record<string, string>>): Promise<string> {
  const { end } = await run(script, environment);
  return end.kind === 'ended' ? end.log : `unrooted: ${end.why}`;
}

it('shows programs, the pod’s own files and volumes, and nothing else of the machine', async () => {
  const log = await said(
    'ls -A /; ls /dev /sys; cat /etc/own /run/there/given; ls /etc/shadow /etc/ssl/private',
  );
  const [top, dev] = [log.split('\n'), ['fd', 'full', 'null', 'random', 'shm', 'stderr', 'stdin', 'stdout']];
  for (const name of ['home', 'root', 'work', 'mnt', 'boot', 'srv', '.old', '.environment'])
    expect(top).not.toContain(name);
  for (const name of [...dev, 'urandom', 'zero', 'of the pod', 'of the volume']) expect(top).toContain(name);
  for (const name of ['tty', 'kmsg', 'mem', 'sda', 'vda', 'fuse', 'kernel']) expect(top).not.toContain(name);
  expect(log).toContain("'/etc/shadow': No such file");
  expect(log).toContain("'/etc/ssl/private': No such file");
});

it('runs as somebody who is nobody here, with the capabilities of its container and no more', async () => {
  const log = await said('cat /proc/self/uid_map; grep -E "^(CapEff|CapBnd|NoNewPrivs)" /proc/self/status');
  expect(log.replace(/\s+/g, ' ').trim()).toBe(
    '0 1878982656 65536 CapEff: 0000000000240001 CapBnd: 0000000000240001 NoNewPrivs: 1',
  );
});

/** Leaves any chroot. Where the old root is not mounted any more that leads nowhere. */
const doubleChroot = `perl -e 'mkdir "/tmp/x"; chroot "/tmp/x"; chdir ".." for 1..64; chroot "."; exec "/bin/sh", "-c", $ARGV[0]'`;

it.each([
  ['a second chroot', (attack: string) => `${doubleChroot} '${attack}'`],
  [
    'the first process',
    (attack: string) =>
      `nsenter --mount=/proc/1/ns/mnt --root=/proc/1/root sh -c '${attack}'; chroot /proc/1/root sh -c '${attack}'`,
  ],
  ['a user namespace in it', (attack: string) => `unshare --user --map-root-user --mount sh -c '${attack}'`],
])('leads to nothing of the machine by %s', async (_, way) => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'canary');
  const marker = '/usr/bin/archipelago-was-here';
  const attack = `cat ${secret}; mount -o remount,bind,rw /usr; umount /usr; touch ${marker}`;
  const log = await said(`${way(attack)}; ${attack}; echo done`);
  expect(log).toContain('done');
  expect(log).not.toContain('canary');
  expect(existsSync(marker)).toBe(false);
});

it('lets nothing of the pod run before: neither variables nor volumes lead the making of the root elsewhere', async () => {
  const log = await said('echo "$LD_PRELOAD $ODD"', { LD_PRELOAD: '/run/there/given', ODD: "it's\n$(id)" });
  expect(log).toContain("/run/there/given it's\n$(id)\n");
  for (const place of ['/', '/usr/bin', '/bin', '/lib', '/etc', '/proc/x', '/dev'])
    await expect(run('true', {}, place)).rejects.toThrow(`a volume is mounted at ${place}`);
});

it('leaves files of nobody on this machine, and no mount', async () => {
  const { pod } = await run(
    'echo more > /run/there/more; mkfifo /run/there/pipe; chmod 4755 /run/there/more',
  );
  expect(statSync(join(pod, 'volume', 'more')).uid).toBe(1_878_982_656);
  expect(readdirSync(join(pod, 'container', 'root', 'usr'))).toEqual([]);
});
