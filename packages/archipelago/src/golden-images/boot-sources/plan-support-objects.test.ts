import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { keyOf } from '../../engine/plan/action.ts';
import { Lab, namespace, owner, shownAction, sketched } from './boot-source-lab.test-support.ts';
import { merge } from './cdi-model.test-support.ts';
import { isAnyLeft, planRemoval, planSupportObjects } from './plan-support-objects.ts';
import { supportObjects } from './support-objects.ts';

const all = supportObjects(namespace, owner);
const view = 'os-images.kubevirt.io:view';
const edit = 'os-images.kubevirt.io:edit';
const plan = (observed: readonly KubernetesObject[]) =>
  planSupportObjects(namespace, owner, observed).actions.map(shownAction);

function changed(kind: string, patch: JsonObject): readonly KubernetesObject[] {
  return all.map((one) => (one.kind === kind ? (merge(one, patch) as unknown as KubernetesObject) : one));
}

describe('what boot sources need around them', () => {
  test('is made in an order in which it can be: the namespace, the role, its binding', () => {
    expect(plan([])).toEqual([
      `create Namespace ${namespace}`,
      `create Role ${view}`,
      `create RoleBinding ${view}`,
      `create ClusterRole ${edit}`,
    ]);
    expect(plan(all)).toEqual([]);
  });

  test.each(['Role', 'RoleBinding', 'ClusterRole'])(
    'leaves the labels of a %s that the installation brought: it may be of another version',
    (kind) => {
      const metadata = { labels: { 'app.kubernetes.io/version': '9' }, annotations: null };
      expect(plan(changed(kind, { metadata }))).toEqual([]);
      expect(plan(changed(kind, { metadata, rules: [], subjects: [] }))).toHaveLength(1);
    },
  );

  test('is made at once, but for the binding, which waits for its role', () => {
    const { actions } = planSupportObjects(namespace, owner, []);
    expect(actions.map(({ after }) => after)).toEqual([
      undefined,
      undefined,
      [`Role/${namespace}/${view}`],
      undefined,
    ]);
    expect(actions.map(keyOf)).toContain(`Role/${namespace}/${view}`);
  });

  test('lets everybody see and clone boot sources, and nobody more', () => {
    const [, role, binding] = all;
    const rules = role?.rules as readonly { resources: readonly string[]; verbs: readonly string[] }[];
    const verbs = (resource: string) => rules.find(({ resources }) => resources.includes(resource))?.verbs;
    const look = ['get', 'list', 'watch'];
    for (const resource of [
      'persistentvolumeclaims',
      'volumesnapshots',
      'datavolumes',
      'datasources',
      'dataimportcrons',
      'namespaces',
    ])
      expect(verbs(resource), resource).toEqual(look);
    expect(verbs('datavolumes/source')).toEqual(['create']);
    expect(rules.flatMap((rule) => rule.verbs).filter((verb) => !look.includes(verb))).toEqual(['create']);
    expect(binding).toMatchObject({
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: view },
      subjects: [{ name: 'system:authenticated' }, { name: 'system:serviceaccounts' }].map((subject) => ({
        ...subject,
        kind: 'Group',
        apiGroup: 'rbac.authorization.k8s.io',
      })),
    });
  });

  test.each([
    [
      'rules that somebody widened',
      'Role',
      { rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
      view,
    ],
    ['rules of the editor', 'ClusterRole', { rules: [] }, edit],
    ['whom the role is given to', 'RoleBinding', { subjects: [] }, view],
    ['our namespace', 'Namespace', { metadata: { labels: { 'app.kubernetes.io/name': 'x' } } }, namespace],
  ])('is put right: %s', (_, kind, patch, name) => {
    expect(plan(changed(kind, patch))).toEqual([`patch ${kind} ${name}`]);
  });

  test.each([
    ['a namespace that somebody else made', 'Namespace', { metadata: { annotations: null, labels: null } }],
    ['what is being deleted', 'Role', { rules: [], metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } }],
    ['what others wrote on it', 'Role', { metadata: { labels: { mine: 'x' }, annotations: { mine: 'x' } } }],
  ])('leaves alone %s', (_, kind, patch) => {
    expect(plan(changed(kind, patch))).toEqual([]);
  });

  test('a role of the same name elsewhere is not it', () => {
    expect(plan(changed('Role', { metadata: { namespace: 'elsewhere' } }))).toEqual([`create Role ${view}`]);
  });
});

describe('removal, step by step', () => {
  const next = (lab: Lab, support: readonly KubernetesObject[] = all) =>
    planRemoval({ observed: lab.model.observe(), support, owner }).actions.map(shownAction);

  function settled(): Lab {
    const lab = new Lab({});
    lab.settle();
    return lab;
  }

  test('crons first, and nothing else while one is there', () => {
    const lab = settled();
    expect(next(lab)).toEqual([
      'delete DataImportCron fedora-cron-amd64',
      'delete DataImportCron fedora-cron-arm64',
    ]);
    for (const name of lab.names('DataImportCron'))
      lab.change('DataImportCron', name, { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } });
    expect(next(lab), 'CDI has not let them go').toEqual([]);
    expect(isAnyLeft(lab.model.observe(), owner)).toBe(true);
  });

  test('then DataSources, and nothing else while one is there', () => {
    const lab = settled();
    for (const name of lab.names('DataImportCron')) lab.remove('DataImportCron', name);
    expect(next(lab)).toEqual(
      ['fedora', 'fedora-amd64', 'fedora-arm64'].map((name) => `delete DataSource ${name}`),
    );
    for (const name of lab.names('DataSource'))
      lab.change('DataSource', name, { metadata: { deletionTimestamp: '2026-11-20T00:00:00Z' } });
    expect(next(lab)).toEqual([]);
    expect(isAnyLeft(lab.model.observe(), owner)).toBe(true);
  });

  test.each(['PersistentVolumeClaim', 'VolumeSnapshot', 'DataVolume', 'DataSource', 'DataImportCron'])(
    'the namespace stays while a %s of somebody is in it',
    (kind) => {
      const lab = new Lab({});
      lab.put(kind, 'mine');
      // roles and bindings came with the installation
      expect(next(lab)).toEqual([]);
      lab.remove(kind, 'mine');
      lab.put(kind, 'mine', { namespace: 'elsewhere' });
      expect(next(lab)).toEqual([`delete Namespace ${namespace}`]);
      expect(isAnyLeft(lab.model.observe(), owner)).toBe(false);
    },
  );

  test('deletes nothing twice, and nothing that others made meanwhile', () => {
    const lab = new Lab({});
    const going = all.map(
      (one) => merge(one, { metadata: { deletionTimestamp: 'x' } }) as unknown as KubernetesObject,
    );
    expect(next(lab, going)).toEqual([]);
    expect(next(lab, [sketched('Role', view), sketched('Namespace', namespace)])).toEqual([]);
  });

  test('names what it deletes by uid and version', () => {
    const lab = settled();
    lab.change('DataImportCron', 'fedora-cron-amd64', { metadata: { uid: 'u', resourceVersion: '7' } });
    expect(planRemoval({ observed: lab.model.observe(), support: [], owner }).actions[0]).toMatchObject({
      kind: 'delete',
      object: {
        kind: 'DataImportCron',
        namespace,
        name: 'fedora-cron-amd64',
        uid: 'u',
        resourceVersion: '7',
      },
    });
  });
});
