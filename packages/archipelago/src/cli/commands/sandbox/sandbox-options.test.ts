import { expect, test } from 'vitest';
import { parseSandboxOptions, type SandboxOptions } from './sandbox-options.ts';

const environment = { HOME: '/ada' };

test('without options: nine nodes on plain Kubernetes, any port, a kubeconfig that goes with the cluster', () => {
  expect(parseSandboxOptions({}, environment)).toEqual({
    port: 0,
    kubeconfig: { path: '/ada/.local/state/archipelago/kubeconfig', temporary: true },
    platform: 'kubernetes',
    operatorNamespace: 'kubevirt-hyperconverged',
    workers: [
      { architecture: 'amd64', count: 3 },
      { architecture: 'arm64', count: 2 },
      { architecture: 's390x', count: 1 },
    ],
  });
});

test('openshift has its own namespace; a named kubeconfig stays', () => {
  const plan = parseSandboxOptions(
    { platform: 'openshift', kubeconfigOut: '/tmp/k', port: '6443', nodes: 'arm64=2' },
    environment,
  );
  expect(plan).toMatchObject({
    operatorNamespace: 'openshift-cnv',
    kubeconfig: { path: '/tmp/k', temporary: false },
    port: 6443,
    workers: [{ architecture: 'arm64', count: 2 }],
  });
});

test('the state folder is XDG_STATE_HOME when it is absolute', () => {
  const path = (state: string) =>
    parseSandboxOptions({}, { ...environment, XDG_STATE_HOME: state }).kubeconfig.path;
  const named = parseSandboxOptions({ name: 'second' }, environment).kubeconfig.path;
  expect(named).toBe('/ada/.local/state/archipelago/kubeconfig-second');
  expect(path('/state')).toBe('/state/archipelago/kubeconfig');
  expect(path('state')).toBe('/ada/.local/state/archipelago/kubeconfig');
});

test.each<[SandboxOptions, string]>([
  [{ port: '65536' }, '--port "65536": must be a number from 1 to 65535'],
  [{ port: '-1' }, '--port "-1"'],
  [{ port: '80a' }, '--port "80a"'],
  [{ port: '' }, '--port ""'],
  [{ platform: 'OpenShift' }, '--platform "OpenShift": must be kubernetes or openshift'],
  [{ nodes: 'x86=1' }, '--nodes: unknown architecture "x86"'],
  [{ kubeconfigOut: '' }, '--kubeconfig-out: names no file'],
])('refuses %j', (options, reason) => {
  expect(() => parseSandboxOptions(options, environment)).toThrow(reason);
});
