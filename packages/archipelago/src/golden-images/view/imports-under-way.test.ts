import { describe, expect, it } from 'vitest';
import { importsUnderWay } from './imports-under-way.ts';

const cron = (name: string, volume: string | undefined) => ({
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataImportCron',
  metadata: { name, namespace: 'n' },
  spec: { managedDataSource: `${name}-arm64` },
  status: volume === undefined ? {} : { currentImports: [{ DataVolumeName: volume, Digest: 'sha256:1' }] },
});
const volume = (name: string, status: { readonly phase?: string; readonly progress?: string }) => ({
  apiVersion: 'cdi.kubevirt.io/v1beta1',
  kind: 'DataVolume',
  metadata: { name, namespace: 'n' },
  status: { ...status },
});

describe('imports under way', () => {
  it.each<[string, Parameters<typeof volume>[1], readonly object[]]>([
    [
      'with progress',
      { phase: 'ImportInProgress', progress: '42.31%' },
      [{ phase: 'ImportInProgress', percent: 42 }],
    ],
    ['without', { phase: 'Pending', progress: 'N/A' }, [{ phase: 'Pending', percent: undefined }]],
    ['with nonsense', { phase: 'Pending', progress: '9999%' }, [{ phase: 'Pending', percent: undefined }]],
    ['with too much', { phase: 'Pending', progress: '101%' }, [{ phase: 'Pending', percent: 100 }]],
    ['that are done', { phase: 'Succeeded', progress: '100.0%' }, []],
    ['of which nothing is told', {}, []],
  ])('%s', (_, status, told) => {
    const seen = { dataImportCrons: [cron('fedora', 'v')], dataVolumes: [volume('v', status)] };
    const all = told.map((each) => ({ namespace: 'n', dataSource: 'fedora-arm64', ...each }));
    expect(importsUnderWay(seen)).toEqual(all);
  });

  it('are none where a cron has not begun, or its volume is gone', () => {
    const dataImportCrons = [cron('a', undefined), cron('b', 'gone')];
    expect(importsUnderWay({ dataImportCrons, dataVolumes: [] })).toEqual([]);
  });
});
