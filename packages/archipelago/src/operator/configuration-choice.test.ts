import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { nodeFacts, standardDeployment } from '../cluster-facts/standard-cluster.ts';
import { structuredSpec } from '../config/structured-spec.ts';
import { keptStatus } from '../reconcile/accepted-configuration.ts';
import { ConfigurationChoice } from './configuration-choice.ts';
import { DesiredState } from './desired-state.ts';

function lab() {
  const desired = new DesiredState({
    mirror: {
      platform: () => 'kubernetes',
      configuration: () => undefined,
      isServed: () => true,
      nodes: () => [nodeFacts('a', 'amd64', ['worker'])],
    },
    images: { importer: () => 'builtin', answers: () => undefined },
    deployment: standardDeployment,
    namespace: 'here',
    random: () => 0.5,
  });
  return new ConfigurationChoice(desired);
}

const tooShort = { certConfig: { ca: { duration: '1m', renewBefore: '1m' } } };

function object(spec: JsonObject, rest: { uid?: string; status?: JsonObject } = {}): JsonObject {
  const { uid = 'u', status = {} } = rest;
  return { metadata: { name: 'hc', uid, generation: 4 }, spec, status };
}

function kept(cpuModel: string): JsonObject {
  const spec = { defaultCPUModel: cpuModel };
  return {
    lastAccepted: keptStatus({ configuration: { written: spec, spec, annotations: {} }, generation: 2 }),
  };
}

function cpuModel(choice: ConfigurationChoice, of: JsonObject): unknown {
  const { desired, isInForce } = choice.of(of);
  return isInForce ? desired.configuration.spec.defaultCPUModel : 'nothing in force';
}

describe('the choice of a configuration', () => {
  it('is what is written where that is accepted, which is to be kept', () => {
    const chosen = lab().of(object({ defaultCPUModel: 'new' }, { status: kept('old') }));
    expect(chosen).toMatchObject({
      isInForce: true,
      refused: undefined,
      accepted: { generation: 4, configuration: { spec: { defaultCPUModel: 'new' } } },
    });
  });

  it('is what the status keeps where what is written is refused', () => {
    const refused = object(tooShort, { status: kept('old') });
    expect(cpuModel(lab(), refused)).toBe('old');
    expect(lab().of(refused)).toMatchObject({
      accepted: undefined,
      refused: {
        leaves: 'nothing',
        message: expect.stringContaining('(generation 2) stays in force: spec.certConfig'),
      },
    });
  });

  it('is what is written where all that is refused of it was accepted before, as it is', () => {
    // as servers store it: with defaults
    const stored = structuredSpec(tooShort);
    const spec = stored.ok ? stored.spec : {};
    const configuration = { written: spec, spec, annotations: {} };
    const status = { lastAccepted: keptStatus({ configuration, generation: 2 }) };
    const edited = { ...spec, defaultCPUModel: 'new' };
    const chosen = lab().of(object(edited, { status }));
    expect(chosen).toMatchObject({
      isInForce: true,
      refused: undefined,
      accepted: { generation: 4, configuration: { spec: edited } },
    });
    expect(chosen.spared.map(({ at }) => at)).toEqual([
      'spec.certConfig.ca.duration',
      'spec.certConfig.ca.renewBefore',
      'spec.certConfig',
    ]);
    const worse = { certConfig: { ca: { duration: '2m', renewBefore: '1m' } } };
    expect(lab().of(object(worse, { status }))).toMatchObject({ refused: { leaves: 'nothing' }, spared: [] });
  });

  it('spares a patch that was accepted, and no other', () => {
    const noted = (text: string) => ({ 'kubevirt.kubevirt.io/jsonpatch': text });
    const configuration = { written: {}, spec: {}, annotations: noted('[{') };
    const status = { lastAccepted: keptStatus({ configuration, generation: 2 }) };
    const patched = (text: string) => {
      const { metadata, ...rest } = object({ defaultCPUModel: 'new' }, { status });
      return lab().of({ ...rest, metadata: { ...objectAt(metadata), annotations: noted(text) } });
    };
    expect(patched('[{')).toMatchObject({ refused: undefined, isInForce: true });
    expect(patched('[{ ')).toMatchObject({ refused: { leaves: 'nothing' } });
  });

  it('is what this process accepted last, which it knows sooner than the status, until it has forgotten', () => {
    const choice = lab();
    choice.of(object({ defaultCPUModel: 'newer' }, { status: kept('old') }));
    const refused = object(tooShort, { status: kept('old') });
    expect(cpuModel(choice, refused)).toBe('newer');
    choice.forget();
    expect(cpuModel(choice, refused)).toBe('old');
  });

  it('is never that of another object of the same name', () => {
    const choice = lab();
    choice.of(object({ defaultCPUModel: 'of the former' }));
    const successor = choice.of(object(tooShort, { uid: 'other' }));
    expect(successor).toMatchObject({ isInForce: false, refused: { leaves: 'everything' } });
  });

  it('is computed once for the same object', () => {
    const choice = lab();
    const refused = object(tooShort, { status: kept('old') });
    expect(choice.of(refused).desired).toBe(choice.of(structuredClone(refused)).desired);
  });
});
