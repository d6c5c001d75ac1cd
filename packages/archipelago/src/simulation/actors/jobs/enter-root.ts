/** Users of this machine that a pod's users become: none of its own, and none of its range has a login or a file. */
const firstUser = 1_878_982_656;
const users = 65_536;

/**
 * As the pod's root, in a namespace of its own: what was mounted before can no longer be taken off one by one. In a session of its own,
 * too: who shares the terminal of `up` could type into it.
 */
const inside = `set -eu
cd /tmp
echo > go
mount --no-canonicalize --rbind root root
cd root
pivot_root . .
umount --no-canonicalize --lazy .
cd /
echo entered >&3
exec 3>&-
capabilities=$1
privileges=$2
shift 2
exec setsid --wait setpriv "$capabilities" "$privileges" -- \\
  /bin/sh -c '. /dev/environment && /bin/rm -f /dev/environment && cd "$0" && exec "$@"' "$@"
`;

/**
 * Arguments of `unshare` that run a program in a root of its own. It runs as root of this machine until the root is furnished, and
 * executes nothing of that root until it has become a user who owns nothing here. Writes `entered` to descriptor 3 when the program
 * is about to begin.
 *
 * The script's arguments: the folder, `ro` or `rw` for the root, then access, source and path of each mount, `--`, two
 * options of setpriv, the working directory, the program.
 */
export const enterRoot: readonly string[] = [
  ...['--mount', '--propagation', 'private', '--ipc', '--uts', '--pid', '--fork', '--kill-child'],
  ...['/bin/sh', '-c'],
  `set -eu
folder=$1
root=$2
shift 2
cd "$folder"
chown -hR ${firstUser}:${firstUser} root
mount --bind root root
while [ "$1" != -- ]; do
  [ "$1" = programs ] || chown -hR --from=0:0 ${firstUser}:${firstUser} "$2"
  [ "$1" = write ] && mode=rw || mode=ro
  mount --bind -o "$mode,nosuid,nodev" "$2" "root$3"
  shift 3
done
shift
mount -t proc -o nosuid,nodev,noexec proc root/proc
for path in bus fs irq sys sysrq-trigger; do
  [ ! -e "root/proc/$path" ] || mount --bind -o ro,nosuid,nodev,noexec "root/proc/$path" "root/proc/$path"
done
for path in kcore keys kmsg latency_stats sched_debug timer_list; do
  [ ! -e "root/proc/$path" ] || mount --bind /dev/null "root/proc/$path"
done
mount -t tmpfs -o nosuid,noexec,mode=755,size=4m tmpfs root/dev
for device in null zero full random urandom; do
  : > "root/dev/$device"
  mount --bind "/dev/$device" "root/dev/$device"
done
ln -s /proc/self/fd root/dev/fd
ln -s fd/0 root/dev/stdin
ln -s fd/1 root/dev/stdout
ln -s fd/2 root/dev/stderr
mkdir root/dev/shm
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777,size=64m tmpfs root/dev/shm
# where anybody can get to, whoever may enter the folders above
mount --rbind "$folder" /tmp
cd /tmp
mkfifo go
mv environment root/dev/environment
chown ${firstUser}:${firstUser} . go root/dev root/dev/environment
[ "$root" = rw ] || mount -o remount,bind,ro root
unshare --user --mount --propagation private /bin/sh -c 'read -r _ < go' 3>&- &
spaces=root/proc/$!/ns
own=$(readlink root/proc/self/ns/user)
while [ "$(readlink "$spaces/user")" = "$own" ]; do sleep 0.01; done
for map in uid_map gid_map; do echo '0 ${firstUser} ${users}' > "$spaces/../$map"; done
# not exec: when this shell, the first process of its namespace, is killed, all others go with it
nsenter --user="$spaces/user" --mount="$spaces/mnt" --setuid 0 --setgid 0 /bin/sh -c "$INSIDE" inside "$@"
`,
  'root',
];

/** What the script itself runs with: nothing of the pod's, whose variables could lead it elsewhere. */
export const enterEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  INSIDE: inside,
};
