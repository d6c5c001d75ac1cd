import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import { ownedPart } from './owned-part.ts';

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

describe('the part of an object that is ours', () => {
  it('is the same while the object, what is wanted and the defaults are', () => {
    const rendered = renderedKubeVirt();
    const { asked, defaulting } = counting();
    const live = { ...rendered.manifest, status: { phase: 'Deployed' } };
    const first = ownedPart(live, rendered, defaulting);
    expect(first).not.toHaveProperty('status');
    expect(first).toEqual(ownedPart(rendered.manifest, rendered, defaulting));
    expect(ownedPart(live, rendered, defaulting)).toBe(first);
    expect(asked).toHaveLength(2);
  });

  it('is another one of another object, with other defaults, or where something else is wanted', () => {
    const rendered = renderedKubeVirt();
    const { defaulting } = counting();
    const live = { ...rendered.manifest };
    const first = ownedPart(live, rendered, defaulting);
    const foreign = { ...live, spec: { somebody: 'else' } };
    expect(ownedPart(foreign, rendered, defaulting)).not.toEqual(first);
    const filling = (object: JsonObject) => ({ ...object, added: 'by the server' });
    expect(ownedPart(live, rendered, filling)).not.toEqual(first);
    const { spec: _, ...withoutSpec } = rendered.manifest;
    const other = { ...rendered, manifest: withoutSpec };
    expect(ownedPart(live, other, defaulting)).not.toHaveProperty('spec');
    expect(ownedPart(live, rendered, defaulting)).toEqual(first);
  });
});
