import { objectAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { parseClusterFacts } from '../../packages/archipelago/src/cluster-facts/parse-cluster-facts.ts';
import { admissionDefaults } from '../../packages/archipelago/src/config/admission-defaults.ts';
import { configurationOf, configure } from '../../packages/archipelago/src/config/configure.ts';
import { deriveFacts } from '../../packages/archipelago/src/config/derive-facts.ts';
import { desire } from '../../packages/archipelago/src/config/desire.ts';
import { objectKey } from '../../packages/archipelago/src/config/framework/operand.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { plannedOperands } from '../../packages/archipelago/src/reconcile/forecast/planned-operands.ts';
import { vectorsOf } from '../support/vectors.ts';

const vectors = vectorsOf('render').filter(([, { refused }]) => refused === undefined);

/** What would be written to the operands that upstream made of a configuration, were they there. */
function plannedFor({ cluster = {}, defaulted = {}, expected = {} }: (typeof vectors)[number][1]) {
  const parsed = parseClusterFacts(cluster);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { inputs } = parsed;
  const written = objectAt(defaulted, 'spec');
  const placement = objectAt(written, 'workloads').nodePlacement;
  const spec = admissionDefaults(settings, written, deriveFacts(inputs.facts, placement));
  const owner = {
    name: 'kubevirt-hyperconverged',
    namespace: inputs.deployment.operatorNamespace,
    uid: 'uid-hc',
  };
  const after = desire(configure(configurationOf({ ...defaulted, spec }), inputs), owner);
  const keys = new Map(after.operands.map(({ operand, manifest }) => [operand, objectKey(manifest)]));
  return plannedOperands({
    before: undefined,
    after,
    owner,
    seen: {
      live: (operand) => {
        const object = objectAt(expected, keys.get(operand) ?? '');
        return Object.keys(object).length === 0
          ? { state: 'absent' }
          : { state: 'present', object, foreignWriters: ['hyperconverged-cluster-operator'] };
      },
      defaulting: () => (manifest) => manifest,
    },
  });
}

describe(`operands that upstream made (${vectors.length})`, () => {
  it.each(vectors)('%s: are adopted without a write', (_, vector) => {
    expect(plannedFor(vector)).toEqual([]);
  });

  it('one that differs is planned, and no other', () => {
    const vector = new Map(vectors).get('base-k8s') ?? {};
    const key = 'CDI/cdi-kubevirt-hyperconverged';
    const cdi = objectAt(vector.expected, key);
    const changed = { ...cdi, spec: { ...objectAt(cdi, 'spec'), uninstallStrategy: 'RemoveWorkloads' } };
    const planned = plannedFor({ ...vector, expected: { ...vector.expected, [key]: changed } });
    expect(planned.map(({ object, verb }) => [object, verb])).toEqual([[key, 'update']]);
  });
});
