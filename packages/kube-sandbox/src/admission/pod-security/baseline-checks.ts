import { type JsonObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import {
  containersNamed,
  containersOf,
  counted,
  hasOwnUsers,
  type JudgedPod,
  namesWhere,
  quoted,
  secured,
  securedObject,
  settersOf,
  sortedSet,
  type Violation,
} from './pod-text.ts';

/** Every profile type that the pod and its containers name and that is not among the good ones. */
function badTypes(pod: JudgedPod, field: string, good: ReadonlySet<string>): readonly string[] {
  return sortedSet(
    [pod.spec, ...containersOf(pod)].flatMap((owner) => {
      const profile = securedObject(owner, field);
      return profile === undefined || good.has(textAt(profile, 'type')) ? [] : [textAt(profile, 'type')];
    }),
  );
}

export function hasBadType(owner: JsonObject, field: string, good: ReadonlySet<string>): boolean {
  const profile = securedObject(owner, field);
  return profile !== undefined && !good.has(textAt(profile, 'type'));
}

export const goodProfiles: ReadonlySet<string> = new Set(['RuntimeDefault', 'Localhost']);
const appArmorPrefix = 'container.apparmor.security.beta.kubernetes.io/';

function isBadAppArmor([key, value]: readonly [string, unknown]): boolean {
  if (!key.startsWith(appArmorPrefix) || typeof value !== 'string') return false;
  return value !== '' && value !== 'runtime/default' && !value.startsWith('localhost/');
}

export function appArmorProfile(pod: JudgedPod): Violation | undefined {
  const setters = settersOf(pod, (owner) => hasBadType(owner, 'appArmorProfile', goodProfiles));
  const annotations = sortedSet(
    Object.entries(pod.annotations)
      .filter(isBadAppArmor)
      .map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  );
  const values = [...badTypes(pod, 'appArmorProfile', goodProfiles), ...annotations];
  const who = [
    ...(setters === undefined ? [] : [setters.text]),
    ...(annotations.length === 0 ? [] : [counted(annotations, 'annotation', 'annotations')]),
  ];
  if (who.length === 0) return undefined;
  return {
    reason: counted(values, 'forbidden AppArmor profile', 'forbidden AppArmor profiles'),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

const defaultCapabilities = new Set([
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD'],
  ...['NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
]);

/** Capabilities that a container adds and that are not among the good ones. */
function badCapabilities(container: JsonObject, good: ReadonlySet<string>): readonly string[] {
  return textsAt(securedObject(container, 'capabilities') ?? {}, 'add').filter((name) => !good.has(name));
}

/** Which containers add them, or undefined. */
export function addedCapabilities(pod: JudgedPod, good: ReadonlySet<string>): string | undefined {
  const names = namesWhere(pod, (container) => badCapabilities(container, good).length > 0);
  if (names.length === 0) return undefined;
  const added = sortedSet(containersOf(pod).flatMap((container) => badCapabilities(container, good)));
  return `${containersNamed(names)} must not include ${quoted(added)} in securityContext.capabilities.add`;
}

export function capabilities(pod: JudgedPod): Violation | undefined {
  const detail = addedCapabilities(pod, defaultCapabilities);
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
}

export function privileged(pod: JudgedPod): Violation | undefined {
  const names = namesWhere(pod, (container) => secured(container, 'privileged') === true);
  if (names.length === 0) return undefined;
  const detail = `${containersNamed(names)} must not set securityContext.privileged=true`;
  return { reason: 'privileged', detail };
}

function procMountOf(container: JsonObject): string {
  return textAt(container, 'securityContext', 'procMount');
}

/** Whoever's namespace the users are of. */
export function anyProcMount(pod: JudgedPod): Violation | undefined {
  const isBad = (container: JsonObject) => !['', 'Default'].includes(procMountOf(container));
  const names = namesWhere(pod, isBad);
  if (names.length === 0) return undefined;
  const types = sortedSet(containersOf(pod).filter(isBad).map(procMountOf));
  const detail = `${containersNamed(names)} must not set securityContext.procMount to ${quoted(types)}`;
  return { reason: 'procMount', detail };
}

export function procMount(pod: JudgedPod, version: number): Violation | undefined {
  return version >= 35 && hasOwnUsers(pod) ? undefined : anyProcMount(pod);
}

function linuxTypes(version: number): ReadonlySet<string> {
  const types = ['', 'container_t', 'container_init_t', 'container_kvm_t'];
  return new Set(version >= 31 ? [...types, 'container_engine_t'] : types);
}

export function seLinuxOptions(pod: JudgedPod, version: number): Violation | undefined {
  const good = linuxTypes(version);
  const isSet = (owner: JsonObject, name: string) =>
    textAt(securedObject(owner, 'seLinuxOptions') ?? {}, name) !== '';
  const setters = settersOf(
    pod,
    (owner) => hasBadType(owner, 'seLinuxOptions', good) || isSet(owner, 'user') || isSet(owner, 'role'),
  );
  if (setters === undefined) return undefined;
  const types = badTypes(pod, 'seLinuxOptions', good);
  const owners = [pod.spec, ...containersOf(pod)];
  const bad = [
    ...(types.length === 0 ? [] : [`${counted(types, 'type', 'types')} ${quoted(types)}`]),
    ...['user', 'role'].flatMap((name) =>
      owners.some((owner) => isSet(owner, name)) ? [`${name} may not be set`] : [],
    ),
  ];
  const detail = `${setters.text} set forbidden securityContext.seLinuxOptions: ${bad.join('; ')}`;
  return { reason: 'seLinuxOptions', detail };
}

const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/';

function isBadSeccomp(value: string): boolean {
  return !['runtime/default', 'docker/default'].includes(value) && !value.startsWith('localhost/');
}

function annotatedSeccomp(pod: JudgedPod): Violation | undefined {
  const keys = [podSeccomp, ...containersOf(pod).map(({ name }) => `${containerSeccomp}${name}`)];
  const bad = sortedSet(
    keys.flatMap((key) => {
      const value = pod.annotations[key];
      return typeof value === 'string' && isBadSeccomp(value) ? [`${key}=${JSON.stringify(value)}`] : [];
    }),
  );
  if (bad.length === 0) return undefined;
  const detail = `forbidden ${counted(bad, 'annotation', 'annotations')} ${bad.join(', ')}`;
  return { reason: 'seccompProfile', detail };
}

/** Profiles that are set, and are not good. */
export function badSeccomp(pod: JudgedPod): Violation | undefined {
  const setters = settersOf(pod, (owner) => hasBadType(owner, 'seccompProfile', goodProfiles));
  if (setters === undefined) return undefined;
  const types = quoted(badTypes(pod, 'seccompProfile', goodProfiles));
  const detail = `${setters.text} must not set securityContext.seccompProfile.type to ${types}`;
  return { reason: 'seccompProfile', detail };
}

export function seccomp(pod: JudgedPod, version: number): Violation | undefined {
  return version >= 19 ? badSeccomp(pod) : annotatedSeccomp(pod);
}

/** Settings of the kernel that are the pod's own, by the version from which they are allowed. */
const safeSysctls: readonly (readonly [since: number, names: readonly string[]])[] = [
  [
    0,
    [
      'kernel.shm_rmid_forced',
      'net.ipv4.ip_local_port_range',
      'net.ipv4.tcp_syncookies',
      'net.ipv4.ping_group_range',
      'net.ipv4.ip_unprivileged_port_start',
    ],
  ],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [
    29,
    [
      'net.ipv4.tcp_keepalive_time',
      'net.ipv4.tcp_fin_timeout',
      'net.ipv4.tcp_keepalive_intvl',
      'net.ipv4.tcp_keepalive_probes',
    ],
  ],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
];

export function sysctls({ spec }: JudgedPod, version: number): Violation | undefined {
  const safe = safeSysctls.flatMap(([since, names]) => (version >= since ? names : []));
  const bad = objectsAt(spec, 'securityContext', 'sysctls')
    .map((each) => textAt(each, 'name'))
    .filter((name) => !safe.includes(name));
  return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') };
}
