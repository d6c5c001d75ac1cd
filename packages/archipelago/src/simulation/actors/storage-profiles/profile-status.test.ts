import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import provisioners from '../../../../../../test/vectors/provisioners.json' with { type: 'json' };
import { profileStatus } from './profile-status.ts';

const now = '2026-01-01T00:00:00Z';

interface Case {
  readonly provisioner?: string;
  readonly parameters?: JsonObject;
  readonly annotations?: JsonObject;
  readonly spec?: JsonObject;
  readonly before?: JsonObject;
  readonly snapshotClasses?: readonly string[];
  readonly volumes?: readonly JsonObject[];
}

const rbd = 'openshift-storage.rbd.csi.ceph.com';

function statusOf({ provisioner = rbd, ...more }: Case): JsonObject | undefined {
  const { parameters = {}, annotations = {}, spec = {}, before = {} } = more;
  return profileStatus({
    storageClass: { metadata: { name: 'fast', annotations }, provisioner, parameters },
    profile: { spec, status: before },
    snapshotClasses: (more.snapshotClasses ?? []).map(snapshotClass(provisioner)),
    volumes: more.volumes ?? [],
    now,
  });
}

/** `name`, `name!` for the default one, `name@driver` for another driver's. */
function snapshotClass(provisioner: string): (text: string) => JsonObject {
  return (text) => {
    const [name = '', driver = provisioner] = text.replace('!', '').split('@');
    const isDefault = text.includes('!');
    const annotations = { 'snapshot.storage.kubernetes.io/is-default-class': String(isDefault) };
    return { metadata: { name, annotations }, driver };
  };
}

/** Parameters of a class that CDI calls so. */
const parametersOf: Readonly<Record<string, JsonObject>> = {
  '/overlay': { overlayCSI: 'true' },
  '/nfs': {
    protocol: 'nfs',
    'csi.storage.k8s.io/fstype': 'nfs',
    sharedv4_mount_options: 'vers=3.0,nolock',
    storage_protocol: 'nfs',
    nfsOptions: 'hard',
  },
  '/pure_block': { backend: 'pure_block' },
  '/pure_fa_file': { backend: 'pure_fa_file' },
  '/ontap-nas': { backendType: 'ontap-nas-economy' },
  '/ontap-san': { backendType: 'ontap-san' },
  '/gcnv-flex': { backendType: 'google-cloud-netapp-volumes', selector: 'performance=flex' },
  '/iscsiorfibrechannel': { storage_protocol: 'fc' },
  '/nvme': { storage_protocol: 'nvme' },
  '/io1': { type: 'io1' },
  '/io2': { type: 'io2' },
  '/gp': { type: 'gp3' },
  '/hyperdisk': { type: 'hyperdisk-balanced-high-availability' },
  '/migratable': { migratable: 'true' },
  '/fs': { fsType: 'ext4' },
  '/iscsi': {},
  '/smb': { protocol: 'smb' },
  '/dp2': { profile: 'dp2' },
  '/rfs': { profile: 'rfs' },
  '/dp2-rwo': { profile: 'dp2', vmState: 'true' },
  '/rfs-rwo': { profile: 'rfs', vmState: 'true' },
};

describe(`provisioners that CDI knows (${provisioners.length})`, () => {
  it.each(provisioners.map((one) => [one.key, one] as const))('%s', (key, known) => {
    const suffix = Object.keys(parametersOf).find((one) => key.endsWith(one)) ?? '';
    const provisioner = key.slice(0, key.length - suffix.length);
    const status = statusOf({
      provisioner,
      parameters: parametersOf[suffix] ?? {},
      snapshotClasses: ['snap'],
    });
    expect(status).toMatchObject({
      claimPropertySets: known.claimPropertySets.map(({ accessMode, volumeMode }) => ({
        accessModes: [accessMode],
        volumeMode,
      })),
      cloneStrategy: known.advisedCloneStrategy ?? 'snapshot',
      dataImportCronSourceFormat: known.sourceFormat,
      snapshotClass: 'snap',
    });
    expect(objectsAt(status, 'conditions')[0]?.status).toBe('True');
  });
});

const handWritten = { claimPropertySets: [{ accessModes: ['ReadWriteMany'], volumeMode: 'Block' }] };

describe('what the status says', () => {
  it.each<[string, Case, JsonObject]>([
    ['the first snapshot class by name', { snapshotClasses: ['b', 'a'] }, { snapshotClass: 'a' }],
    ['the default snapshot class', { snapshotClasses: ['a', 'b!'] }, { snapshotClass: 'b' }],
    [
      'the one that the spec names',
      { snapshotClasses: ['a', 'b'], spec: { snapshotClass: 'b' } },
      { snapshotClass: 'b' },
    ],
    [
      'a snapshot class that is gone, for ever',
      { before: { snapshotClass: 'old' } },
      { snapshotClass: 'old', dataImportCronSourceFormat: 'pvc' },
    ],
    [
      "no snapshots with another driver's class",
      { snapshotClasses: ['a@other'] },
      { dataImportCronSourceFormat: 'pvc' },
    ],
    ['the strategy of the spec', { spec: { cloneStrategy: 'copy' } }, { cloneStrategy: 'copy' }],
    [
      "the strategy of the class's annotation",
      { annotations: { 'cdi.kubevirt.io/clone-strategy': 'copy' } },
      { cloneStrategy: 'copy' },
    ],
    [
      'copies where snapshots are asked for and there are none',
      { spec: { cloneStrategy: 'snapshot' } },
      { cloneStrategy: 'copy' },
    ],
    [
      'what somebody wrote, still unknown',
      { provisioner: 'x', spec: handWritten },
      { ...handWritten, conditions: [{ status: 'False', reason: 'UnrecognizedProvisioner' }] },
    ],
    [
      'parameters that tell nothing',
      { provisioner: 'csi.trident.netapp.io' },
      { conditions: [{ status: 'False', reason: 'UnrecognizedStorageClassParameters' }] },
    ],
  ])('%s', (_, given, expected) => {
    expect(statusOf(given)).toMatchObject(expected);
  });

  it('an annotation with another value leaves the strategy empty', () => {
    const annotations = { 'cdi.kubevirt.io/clone-strategy': 'fast' };
    expect(textAt(statusOf({ annotations }), 'cloneStrategy')).toBe('');
  });

  it('nothing of a class that nobody knows', () => {
    expect(statusOf({ provisioner: 'csi.acme.example' })).toEqual({
      storageClass: 'fast',
      provisioner: 'csi.acme.example',
      cloneStrategy: 'copy',
      dataImportCronSourceFormat: 'pvc',
      conditions: [
        { type: 'Recognized', status: 'False', reason: 'UnrecognizedProvisioner', lastTransitionTime: now },
      ],
    });
  });

  it('of hand-made volumes what there are', () => {
    const volume = (mode: string) => ({ spec: { storageClassName: 'fast', accessModes: [mode] } });
    const volumes = [
      volume('ReadWriteOnce'),
      volume('ReadWriteOnce'),
      { spec: { storageClassName: 'slow' } },
    ];
    const status = statusOf({ provisioner: 'kubernetes.io/no-provisioner', volumes });
    expect(objectAt(status).claimPropertySets).toEqual([
      { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
    ]);
  });
});

test('a snapshot class that does not exist, or is another driver, leaves the status as it was', () => {
  const spec = { snapshotClass: 'b' };
  expect(statusOf({ spec, snapshotClasses: ['a'] })).toBeUndefined();
  expect(statusOf({ spec, snapshotClasses: ['b@other'] })).toBeUndefined();
});

test('computed again from its own result it stays the same', () => {
  const first = statusOf({ snapshotClasses: ['a'] });
  expect(statusOf({ snapshotClasses: ['a'], before: first ?? {} })).toEqual(first);
});
