import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { isSameBootSource, mirroredBootSource } from './mirrored-boot-source.ts';

function claim(more: Partial<KubernetesObject['metadata']> = {}): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: 'disk',
      namespace: 'apps',
      uid: 'u',
      resourceVersion: '1',
      labels: { 'cdi.kubevirt.io/dataImportCron': 'fedora-cron', app: 'shop' },
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
      finalizers: ['kubernetes.io/pvc-protection'],
      ...more,
    },
    spec: { volumeName: 'pv-1' },
    status: { phase: 'Bound' },
  };
}

describe('what is kept of the disks of a cluster', () => {
  it('is what boot sources can be told by, and no more: there are disks by the ten thousand', () => {
    expect(mirroredBootSource(claim())).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        name: 'disk',
        namespace: 'apps',
        uid: 'u',
        resourceVersion: '1',
        labels: { 'cdi.kubevirt.io/dataImportCron': 'fedora-cron' },
      },
    });
  });

  it.each([
    ['another annotation', { annotations: { a: 'b' } }, true],
    ['another label of somebody', { labels: { 'cdi.kubevirt.io/dataImportCron': 'fedora-cron' } }, true],
    ['a newer version', { resourceVersion: '2' }, true],
    ['the label of another cron', { labels: { 'cdi.kubevirt.io/dataImportCron': 'other' } }, false],
    ['another architecture', { labels: { 'template.kubevirt.io/architecture': 'arm64' } }, false],
    ['that it is being deleted', { deletionTimestamp: '2026-11-21T00:00:00Z' }, false],
  ])('with %s: is it the same?', (_, more, isSame) => {
    const [before, after] = [mirroredBootSource(claim()), mirroredBootSource(claim(more))];
    expect(isSameBootSource(before, after)).toBe(isSame);
  });
});
