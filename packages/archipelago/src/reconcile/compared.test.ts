import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import { compared } from './compared.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
const configuration = { written: {}, spec: {}, annotations: {} };

function renderedKubeVirt() {
  const { operands } = desire(configure(configuration, standardInputs), owner);
  const rendered = operands.find(({ operand }) => operand.kind === 'KubeVirt');
  if (rendered === undefined) throw new Error('nothing is rendered');
  return rendered;
}

/** Counts how often it is asked. */
function counting() {
  const asked: JsonObject[] = [];
  const defaulting = (object: JsonObject) => {
    asked.push(object);
    return object;
  };
  return { asked, defaulting };
}

describe('what is wanted, compared with what is there', () => {
  it('is compared once for the same objects', () => {
    const rendered = renderedKubeVirt();
    const { asked, defaulting } = counting();
    const live = { ...rendered.manifest };
    const first = compared(rendered, live, defaulting);
    expect(first.found).toEqual([]);
    expect(first.present()).toBe(first.wanted());
    const after = asked.length;
    expect(compared(rendered, live, defaulting)).toBe(first);
    expect(asked).toHaveLength(after);
  });

  it('is compared anew for another object, other defaults, or something else that is wanted', () => {
    const rendered = renderedKubeVirt();
    const { defaulting } = counting();
    const live = { ...rendered.manifest };
    const first = compared(rendered, live, defaulting);
    const changed = { ...live, spec: { somebody: 'else' } };
    expect(compared(rendered, changed, defaulting).found).not.toEqual([]);
    expect(compared(rendered, live, defaulting)).not.toBe(first);
    const others = (object: JsonObject) => ({ ...object, added: asText(object.added) });
    expect(compared(rendered, live, others).present()).not.toBe(first.present());
    const other = { ...rendered, manifest: { ...rendered.manifest, spec: { another: 'wish' } } };
    expect(compared(other, live, defaulting).found).not.toEqual([]);
  });
});

function asText(value: unknown): string {
  return typeof value === 'string' ? value : 'by the server';
}
