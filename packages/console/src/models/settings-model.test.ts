import { describe, expect, it } from 'vitest';
import { settingsWords } from '../words/settings-words.ts';
import { filterSettings, patchOf, type SettingsFilter, settingsModel, valueIn } from './settings-model.ts';

const caused = (field: string, value: string, cause: object) => ({ field, value, cause: { ...cause } });

const view = {
  settings: [
    {
      path: 'spec.evictionStrategy',
      type: 'string',
      summary: 'What happens to machines.',
      default: 'by nodes',
      values: ['None', 'LiveMigrate'],
      landsIn: ['KubeVirt spec.configuration.evictionStrategy'],
      aliases: [],
      members: [],
      written: false,
      value: 'LiveMigrate',
      causes: [caused('', 'LiveMigrate', { kind: 'fact', fact: 'nodes: several workers' })],
      lands: [{ object: 'KubeVirt kv', field: 'spec.configuration.evictionStrategy', value: 'LiveMigrate' }],
    },
    {
      path: 'spec.liveMigrationConfig',
      written: true,
      value: { network: 'm', retries: 2 },
      landsIn: [],
      causes: [
        caused('network', 'm', { kind: 'written', by: 'spec.liveMigrationConfig' }),
        caused('retries', '2', { kind: 'default', by: 'KubeVirt' }),
      ],
      lands: [],
    },
    {
      path: 'spec.enableApplicationAwareQuota',
      deprecated: 'no longer',
      landsIn: ['whether AAQ exists'],
      causes: [],
      lands: [{ object: 'AAQ', exists: false }],
    },
  ],
};

describe('settings', () => {
  const settings = settingsModel(view, settingsWords.en);

  it('have value, cause and landing', () => {
    expect(settings[0]).toMatchObject({
      valueText: 'LiveMigrate',
      isWritten: false,
      allowed: ['None', 'LiveMigrate'],
      cause: { kind: 'fact', text: 'Cluster: nodes: several workers' },
      lands: [{ object: 'KubeVirt kv', field: 'spec.configuration.evictionStrategy', value: 'LiveMigrate' }],
    });
  });

  it('have several causes where their parts have', () => {
    expect(settings[1]).toMatchObject({
      valueText: '{\n  "network": "m",\n  "retries": 2\n}',
      cause: { kind: 'several', text: 'Stored, Default' },
      causes: [
        { field: 'network', cause: { text: 'Stored' } },
        { field: 'retries', cause: { text: 'Default: KubeVirt' } },
      ],
    });
  });

  it('that are not set say so', () => {
    expect(settings[2]).toMatchObject({
      valueText: '—',
      cause: { kind: 'none', text: 'Not set' },
      lands: [{ object: 'AAQ', field: '', value: 'is not there' }],
    });
  });

  it.each<[string, Partial<SettingsFilter>, readonly number[]]>([
    ['everything', {}, [0, 1, 2]],
    ['a word of the path, however it is written', { words: 'EVICTION' }, [0]],
    ['a field of an operand', { words: 'spec.configuration.evictionstrategy' }, [0]],
    ['several words, wherever they are', { words: ' migrate  kubevirt ' }, [0]],
    ['words that are nowhere', { words: 'migrate nowhere' }, []],
    ['what users have written', { only: 'written' }, [1]],
    ['what the cluster decides', { only: 'cluster' }, [0]],
    ['what is deprecated', { only: 'deprecated' }, [2]],
    ['both', { only: 'deprecated', words: 'eviction' }, []],
  ])('are found: %s', (_, filter, wanted) => {
    const found = filterSettings(settings, { words: '', only: 'all', ...filter });
    expect(found.map((each) => settings.indexOf(each))).toEqual(wanted);
  });

  it('show values without end shortened', () => {
    const [huge] = settingsModel(
      { settings: [{ path: 'spec.a', value: 'x'.repeat(1_000_000) }] },
      settingsWords.en,
    );
    expect(huge?.valueText).toMatch(/^x{2000}… \(1000000 characters\)$/);
  });
});

describe('the patch of a setting', () => {
  it.each([
    ['spec.evictionStrategy', 'None', { spec: { evictionStrategy: 'None' } }],
    ['spec.featureGates.alignCPUs', true, { spec: { featureGates: { alignCPUs: true } } }],
    ['spec.evictionStrategy', undefined, { spec: { evictionStrategy: null } }],
    ['deployOVS', true, { metadata: { annotations: { deployOVS: 'true' } } }],
    ['hco.kubevirt.io/x', undefined, { metadata: { annotations: { 'hco.kubevirt.io/x': null } } }],
  ])('%s to %j', (path, value, patch) => {
    expect(patchOf(path, value)).toEqual(patch);
  });

  it.each([
    ['spec.a.b', 1],
    ['x.y/z', 'v'],
    ['spec.none', undefined],
  ])('is of where %s has its value', (path, value) => {
    expect(valueIn({ metadata: { annotations: { 'x.y/z': 'v' } }, spec: { a: { b: 1 } } }, path)).toBe(value);
  });
});
