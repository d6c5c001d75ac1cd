import { describe, expect, it } from 'vitest';
import { desiredOf } from './admission.test-support.ts';
import type { Setting } from './framework/setting.ts';
import { settings } from './settings.ts';
import { type SettingView, settingsView } from './settings-view.ts';

function viewOf(name: string, given: Parameters<typeof desiredOf>[0] = {}): SettingView {
  const found = settingsView(desiredOf(given)).find(({ path }) => path === name);
  if (found === undefined) throw new Error(`no setting ${name}`);
  return found;
}

describe('the view of settings', () => {
  it('has every setting once, in the order of the reference', () => {
    expect(settingsView(desiredOf({})).map(({ path }) => path)).toEqual(
      settings.map(({ name }: Setting) => name),
    );
  });

  it('says what was written, and where it lands', () => {
    expect(viewOf('spec.defaultCPUModel', { spec: { defaultCPUModel: 'Haswell' } })).toMatchObject({
      type: 'string',
      summary: expect.stringMatching(/\w+/),
      written: true,
      value: 'Haswell',
      causes: [{ field: '', value: 'Haswell', cause: { kind: 'written', by: 'spec.defaultCPUModel' } }],
      lands: [
        {
          object: 'KubeVirt kubevirt-kubevirt-hyperconverged',
          field: 'spec.configuration.cpuModel',
          value: 'Haswell',
        },
      ],
    });
  });

  it('says what nobody wrote', () => {
    expect(viewOf('spec.defaultCPUModel')).toMatchObject({
      written: false,
      value: undefined,
      causes: [],
      lands: [{ value: undefined }],
    });
  });

  it('says the cause of each leaf', () => {
    const spec = { liveMigrationConfig: { network: 'migration' } };
    const { causes, default: byDefault } = viewOf('spec.liveMigrationConfig', { spec });
    expect(causes).toContainEqual({
      field: 'network',
      value: 'migration',
      cause: { kind: 'written', by: 'spec.liveMigrationConfig.network' },
    });
    expect(causes).toContainEqual({
      field: 'parallelMigrationsPerCluster',
      value: 5,
      cause: { kind: 'default', by: 'spec.liveMigrationConfig.parallelMigrationsPerCluster' },
    });
    expect(byDefault).toBeUndefined();
  });

  it('says of an operand that a setting brings whether it is there', () => {
    const existence = settingsView(desiredOf({})).flatMap(({ lands }) =>
      lands.filter((each) => 'exists' in each),
    );
    expect(existence.map(({ exists }) => exists)).toContain(false);
  });

  it('names deprecated settings, allowed values, and former spellings', () => {
    const views = settingsView(desiredOf({}));
    expect(views.filter(({ deprecated }) => deprecated !== undefined)).not.toEqual([]);
    expect(views.filter(({ values }) => values.length > 0)).not.toEqual([]);
    expect(views.filter(({ aliases }) => aliases.length > 0)).not.toEqual([]);
  });
});
