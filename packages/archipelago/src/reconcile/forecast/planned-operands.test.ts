import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { inputsOf } from '../../config/admission.test-support.ts';
import { configure } from '../../config/configure.ts';
import { type Desired, desire } from '../../config/desire.ts';
import type { Operand } from '../../config/framework/operand.ts';
import { aaq } from '../../config/operands/aaq/aaq.ts';
import { cdi } from '../../config/operands/cdi/cdi.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import { priorityClass } from '../../config/operands/priority-class/priority-class.ts';
import type { Live } from '../live.ts';
import { plannedOperands } from './planned-operands.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'here', uid: 'u' };
const identity = { uid: 'u-1', resourceVersion: '7' };

function desired(spec: JsonObject): Desired {
  return desire(configure({ written: spec, spec, annotations: {} }, inputsOf({})), owner);
}

/** As it is desired, on a server, but for some members. */
function stored(operand: Operand, { operands }: Desired, change: JsonObject = {}): Live {
  const { manifest = {} } = operands.find((one) => one.operand === operand) ?? {};
  const metadata = isJsonObject(manifest.metadata) ? manifest.metadata : {};
  const object = { ...manifest, metadata: { ...metadata, ...identity }, ...change };
  return { state: 'present', object, foreignWriters: [] };
}

const plain = desired({});
const quota = desired({ enableApplicationAwareQuota: true });
const absent: Live = { state: 'absent' };

function forecast(after: Desired, other: ReadonlyMap<Operand, Live>, before: Desired | undefined = plain) {
  const live = (operand: Operand) =>
    other.get(operand) ??
    (after.operands.some((one) => one.operand === operand) ? stored(operand, after) : absent);
  return plannedOperands({ before, after, owner, seen: { live, defaulting: () => (object) => object } });
}

const aaqName = 'AAQ/aaq-kubevirt-hyperconverged';
const kubevirtName = 'KubeVirt/here/kubevirt-kubevirt-hyperconverged';

describe('what would be done to operands', () => {
  it('is nothing where all is as it is desired', () => {
    expect(forecast(plain, new Map())).toEqual([]);
  });

  it('is to make what is missing and to delete what must not be, and why', () => {
    expect(forecast(quota, new Map([[aaq, absent]]))).toEqual([
      { object: aaqName, verb: 'create', because: 'it is missing', fields: [] },
    ]);
    expect(forecast(plain, new Map([[aaq, stored(aaq, quota)]]))).toEqual([
      {
        object: aaqName,
        verb: 'delete',
        because: 'spec.enableApplicationAwareQuota does not ask for it',
        fields: [],
      },
    ]);
  });

  it('is told of updates field by field, with where a field that goes came from', () => {
    const after = desired({ defaultCPUModel: 'Haswell' });
    const configuration = 'spec.configuration.cpuModel';
    const came = forecast(after, new Map([[kubevirt, stored(kubevirt, plain)]]));
    const change = {
      field: configuration,
      before: undefined,
      after: 'Haswell',
      because: 'spec.defaultCPUModel',
    };
    expect(came).toEqual([{ object: kubevirtName, verb: 'update', fields: [change] }]);
    const goes = (before: Desired | undefined) =>
      forecast(plain, new Map([[kubevirt, stored(kubevirt, after)]]), before)[0]?.fields[0];
    expect(goes(after)).toMatchObject({ field: configuration, because: 'it came from spec.defaultCPUModel' });
    expect(goes(plain)).toMatchObject({ field: configuration, because: 'nothing asks for it' });
  });

  it('is to make anew what cannot change', () => {
    expect(
      forecast(plain, new Map([[priorityClass, stored(priorityClass, plain, { value: 5 })]])),
    ).toMatchObject([{ verb: 'recreate', fields: [{ field: 'value', before: 5, after: 1_000_000_000 }] }]);
  });

  it.each<[Live, string]>([
    [{ state: 'unknown' }, 'it has not been read'],
    [{ state: 'notServed', definition: 'd' }, 'the cluster has no d'],
    [{ state: 'forbidden', message: 'not for you' }, 'not for you'],
    [
      {
        state: 'present',
        object: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
        foreignWriters: [],
      },
      'it is being deleted',
    ],
  ])('waits where something is in the way: %j', (live, obstacle) => {
    expect(forecast(plain, new Map([[kubevirt, live]]))).toEqual([
      { object: kubevirtName, verb: 'wait', fields: [], obstacle },
    ]);
  });

  it('is told in the order in which operands are handled', () => {
    const waiting: Live = { state: 'unknown' };
    const planned = forecast(
      plain,
      new Map<Operand, Live>([
        [aaq, stored(aaq, quota)],
        [cdi, absent],
        [kubevirt, waiting],
        [priorityClass, absent],
      ]),
    );
    expect(planned.map(({ verb }) => verb)).toEqual(['create', 'wait', 'create', 'delete']);
  });
});
