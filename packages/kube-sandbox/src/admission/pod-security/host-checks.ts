import {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import {
  containersNamed,
  containersOf,
  counted,
  type JudgedPod,
  namesWhere,
  quoted,
  securedObject,
  settersOf,
  sortedSet,
  type Violation,
} from './pod-text.ts';

export function hostNamespaces({ spec }: JudgedPod): Violation | undefined {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((name) => spec[name] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((name) => `${name}=true`).join(', ') };
}

export function hostPathVolumes({ spec }: JudgedPod): Violation | undefined {
  const volumes = objectsAt(spec, 'volumes').filter(({ hostPath }) => isJsonObject(hostPath));
  if (volumes.length === 0) return undefined;
  const names = quoted(volumes.map((volume) => textAt(volume, 'name')));
  return { reason: 'hostPath volumes', detail: `${counted(volumes, 'volume', 'volumes')} ${names}` };
}

function hostPortsOf(container: JsonObject): readonly string[] {
  return objectsAt(container, 'ports').flatMap((port) => {
    const number = numberAt(port, 'hostPort') ?? 0;
    return number === 0 ? [] : [String(number)];
  });
}

export function hostPorts(pod: JudgedPod): Violation | undefined {
  const names = namesWhere(pod, (container) => hostPortsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sortedSet(containersOf(pod).flatMap(hostPortsOf));
  const used = `${counted(ports, 'hostPort', 'hostPorts')} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail: `${containersNamed(names)} ${counted(names, 'uses', 'use')} ${used}` };
}

const handlers = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
] as const;

function hostsOf(container: JsonObject): readonly string[] {
  return handlers
    .flatMap((path) => ['httpGet', 'tcpSocket'].map((action) => textAt(container, ...path, action, 'host')))
    .filter((host) => host !== '');
}

export function hostProbes(pod: JudgedPod): Violation | undefined {
  const names = sortedSet(namesWhere(pod, (container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sortedSet(containersOf(pod).flatMap(hostsOf));
  const reason = 'probe or lifecycle host';
  const used = `${counted(hosts, reason, `${reason}s`)} ${quoted(hosts)}`;
  return { reason, detail: `${containersNamed(names)} ${counted(names, 'uses', 'use')} ${used}` };
}

export function windowsHostProcess(pod: JudgedPod): Violation | undefined {
  const setters = settersOf(
    pod,
    (owner) => valueAt(securedObject(owner, 'windowsOptions') ?? {}, 'hostProcess') === true,
  );
  if (setters === undefined) return undefined;
  const detail = `${setters.text} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: 'hostProcess', detail };
}
