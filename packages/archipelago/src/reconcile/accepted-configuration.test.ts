import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Configuration } from '../config/framework/resolve.ts';
import { keptIn, keptStatus, longestKept } from './accepted-configuration.ts';

const patch = 'kubevirt.kubevirt.io/jsonpatch';

function configuration(spec: JsonObject, annotations: Record<string, string> = {}): Configuration {
  return { written: spec, spec, annotations };
}

function kept(spec: JsonObject, annotations: Record<string, string> = {}): JsonObject {
  return { lastAccepted: keptStatus({ configuration: configuration(spec, annotations), generation: 3 }) };
}

describe('the configuration that was accepted last', () => {
  it('comes back out of the status, with the annotations that configure something, and with today’s defaults', () => {
    const found = keptIn(kept({ defaultCPUModel: 'x' }, { [patch]: '[]', 'kubectl.kubernetes.io/x': 'y' }));
    expect(found).toMatchObject({
      is: 'there',
      accepted: { generation: 3, configuration: { annotations: { [patch]: '[]' } } },
    });
    if (found.is !== 'there') throw new Error('missing');
    const { spec, written } = found.accepted.configuration;
    expect(spec).toMatchObject({ defaultCPUModel: 'x', certConfig: { ca: { duration: '48h0m0s' } } });
    expect(written).toEqual(spec);
  });

  it('is stored without null, which a patch of the status could not write', () => {
    const spec = { a: null, b: { c: null, d: [{ e: null, f: 1 }] } };
    expect(keptStatus({ configuration: configuration(spec), generation: 1 })).toEqual({
      generation: 1,
      annotations: {},
      spec: { b: { d: [{ f: 1 }] } },
    });
  });

  it('is stored with numbers that no double holds', () => {
    const spec = { liveMigrationConfig: { completionTimeoutPerGiB: 9223372036854775807n } };
    expect(keptStatus({ configuration: configuration(spec), generation: 1 }).spec).toEqual(spec);
  });

  it('leaves its generation only where it is too long: an older one would pass for it', () => {
    const text = (length: number) =>
      keptStatus({ configuration: configuration({ a: 'x'.repeat(length) }), generation: 7 });
    const room = longestKept - JSON.stringify({ annotations: {}, spec: { a: '' } }).length;
    expect(text(room)).toHaveProperty('spec');
    expect(text(room + 1)).toEqual({ generation: 7, omittedLength: longestKept + 1 });
    expect(keptIn({ lastAccepted: text(room + 1) })).toEqual({
      is: 'missing',
      because: expect.stringContaining('(generation 7) was too long to keep'),
    });
  });

  it.each<[string, JsonObject, string]>([
    ['nothing', {}, 'no configuration has been accepted yet'],
    ['a text', { lastAccepted: 'x' }, 'status.lastAccepted is no object'],
    ['no spec', { lastAccepted: { annotations: {} } }, 'status.lastAccepted.spec cannot be used'],
    ['a spec that is none', { lastAccepted: { spec: 7 } }, 'status.lastAccepted.spec cannot be used'],
    [
      'a field of another type',
      { lastAccepted: { spec: { certConfig: { ca: 7 } } } },
      'status.lastAccepted.spec cannot be used: certConfig.ca',
    ],
    [
      'an annotation that is no text',
      { lastAccepted: { spec: {}, annotations: { [patch]: 7 } } },
      'status.lastAccepted.annotations are no texts',
    ],
  ])('is missing where the status has %s', (_, status, because) => {
    expect(keptIn(status)).toEqual({ is: 'missing', because: expect.stringContaining(because) });
  });

  it('is not judged by rules: they may be younger than it', () => {
    const shortLived = { certConfig: { ca: { duration: '1m', renewBefore: '2m' } } };
    expect(keptIn(kept(shortLived)).is).toBe('there');
  });
});
