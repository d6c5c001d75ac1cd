import { describe, expect, it } from 'vitest';
import { operands } from '../config/operands.ts';
import { machineConfigGroup, ownGroup } from '../layering/api/layering-names.ts';
import { installationManifests } from './installation-manifests.ts';
import { permissions } from './permissions.ts';

const installation = { namespace: 'somewhere', platform: 'openshift', importer: 'ssp' } as const;

it('gives no wildcard, no escalation, and for each operand what is done to it', () => {
  const all = permissions(installation);
  const words = all.flatMap(({ group, resource, verbs }) => [group, resource, ...verbs]);
  for (const word of ['*', 'escalate', 'impersonate', 'deletecollection']) expect(words).not.toContain(word);
  const binding = all.filter(({ verbs }) => verbs.includes('bind'));
  expect(binding.map(({ resource, names }) => [resource, names])).toEqual([
    ['clusterroles', ['wasp-cluster']],
  ]);
  for (const { group, plural, name } of operands.filter(({ isInstalled }) => !isInstalled)) {
    const rules = all.filter((rule) => rule.group === group && rule.resource === plural);
    const verbs = rules.flatMap((rule) =>
      rule.names.length === 0 || rule.names.includes(name('kubevirt-hyperconverged')) ? rule.verbs : [],
    );
    expect([plural, ...new Set(verbs)].sort()).toEqual(
      [plural, 'create', 'delete', 'list', 'patch', 'watch'].sort(),
    );
    expect(rules.filter((rule) => rule.names.length === 0).flatMap((rule) => rule.verbs)).toEqual(['create']);
  }
});

it('asks for less where the platform has less', () => {
  const resources = new Set(
    permissions({ ...installation, platform: 'kubernetes' }).map(({ resource }) => resource),
  );
  for (const absent of ['clusterroles', 'ssps', 'securitycontextconstraints', 'ingresses', 'serviceaccounts'])
    expect(resources.has(absent)).toBe(false);
});

it('holds nothing only to grant it on, where the installation can bring the role', () => {
  expect(permissions(installation).filter(({ resource }) => resource === 'pods')).toEqual([]);
  const manifests = installationManifests(installation);
  const granted = manifests.find(({ metadata }) => JSON.stringify(metadata).includes('"wasp-cluster"'));
  expect(granted).toMatchObject({
    kind: 'ClusterRole',
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['watch', 'list'] }],
  });
  const elsewhere = installationManifests({ ...installation, platform: 'kubernetes' });
  expect(JSON.stringify(elsewhere)).not.toContain('"wasp-cluster"');
});

it('adds a Deployment for an image', () => {
  const kinds = (image?: string) => installationManifests({ ...installation, image }).map(({ kind }) => kind);
  expect(kinds()).not.toContain('Deployment');
  expect(kinds('registry.example/archipelago:1').at(-1)).toBe('Deployment');
});

it('asks for boot sources where the operator makes them, and never for secrets', () => {
  const of = (importer: 'auto' | 'ssp') =>
    new Set(permissions({ ...installation, importer }).map(({ resource }) => resource));
  expect([of('auto').has('dataimportcrons'), of('ssp').has('dataimportcrons')]).toEqual([true, false]);
  expect(of('auto').has('secrets')).toBe(false);
});

describe('layering', () => {
  const of = (platform: 'kubernetes' | 'openshift') =>
    permissions({ ...installation, platform, importer: 'ssp', layering: 'builder' });
  const verbsOf = (all: ReturnType<typeof of>, group: string, resource: string) =>
    all.flatMap((each) => (each.group === group && each.resource === resource ? each.verbs : []));

  it('only looks at the kinds of the Machine Config Operator where that has brought them', () => {
    for (const resource of ['machineosconfigs', 'machineosbuilds']) {
      expect(verbsOf(of('openshift'), machineConfigGroup, resource)).toEqual(['list', 'watch']);
      expect(verbsOf(of('openshift'), ownGroup, resource)).toContain('patch');
      expect(verbsOf(of('kubernetes'), machineConfigGroup, resource)).toContain('patch');
      for (const part of ['status', 'finalizers']) {
        expect(verbsOf(of('openshift'), machineConfigGroup, `${resource}/${part}`)).toEqual([]);
        expect(verbsOf(of('kubernetes'), machineConfigGroup, `${resource}/${part}`)).toEqual(['update']);
      }
    }
  });

  it.each([undefined, 'elsewhere', installation.namespace])(
    'sees secrets, jobs, pods and results of the namespace of builds only: %s',
    (layeringNamespace) => {
      for (const resource of ['secrets', 'jobs', 'pods', 'configmaps']) {
        const rules = permissions({
          ...installation,
          platform: 'kubernetes',
          layering: 'builder',
          layeringNamespace,
        }).filter((each) => each.resource === resource);
        expect(rules.map(({ namespace }) => namespace)).toEqual([layeringNamespace ?? 'archipelago-builds']);
      }
    },
  );

  it('reads of secrets, and looks at no other namespace than that of builds', () => {
    const namespaces = of('kubernetes').filter(({ resource }) => resource === 'namespaces');
    expect(namespaces).toMatchObject([{ names: ['archipelago-builds'], verbs: ['list', 'watch'] }]);
    expect(verbsOf(of('kubernetes'), '', 'secrets')).toEqual(['get', 'list', 'watch']);
  });

  it('brings images to nodes where it is told to: by nodes and evictions, on OpenShift by MachineConfigs alone', () => {
    const rolling = (platform: 'kubernetes' | 'openshift', rollout: boolean) => {
      const all = permissions({ ...installation, platform, importer: 'ssp', layering: 'builder', rollout });
      return [
        verbsOf(all, '', 'nodes').includes('patch'),
        verbsOf(all, '', 'pods/eviction').includes('create'),
        ['create', 'patch'].every((verb) =>
          verbsOf(all, machineConfigGroup, 'machineconfigs').includes(verb),
        ),
      ];
    };
    expect(rolling('kubernetes', true)).toEqual([true, true, false]);
    expect(rolling('openshift', true)).toEqual([false, false, true]);
    for (const platform of ['kubernetes', 'openshift'] as const)
      expect(rolling(platform, false)).toEqual([false, false, false]);
  });
});
