import { expect, it } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from './configure.ts';
import { desire } from './desire.ts';
import { reviewFormerSpellings } from './review.ts';

const names = ['enableCommonBootImageImport', 'enableApplicationAwareQuota', 'deployVmConsoleProxy'] as const;
const values = [undefined, true, false] as const;
const cases = names.flatMap((name) =>
  values.flatMap((own) => [true, false].map((former) => [name, own, former] as const)),
);
const inputs = { ...standardInputs, facts: { ...standardInputs.facts, platform: 'openshift' as const } };

function rendered(name: string, own: boolean | undefined, former: boolean | undefined) {
  const spec = {
    ...(own === undefined ? {} : { [name]: own }),
    ...(former === undefined ? {} : { featureGates: { [name]: former } }),
  };
  const owner = { name: 'kubevirt-hyperconverged', namespace: 'here', uid: 'u' };
  return desire(configure({ written: spec, spec, annotations: {} }, inputs), owner).operands.map(
    ({ manifest }) => manifest,
  );
}

/** What the finding says to write; undefined: the field stays as it is. */
function fixed(name: string, own: boolean | undefined, former: boolean): boolean | undefined {
  const spec = { ...(own === undefined ? {} : { [name]: own }), featureGates: { [name]: former } };
  const [finding] = reviewFormerSpellings(spec);
  const written = /write spec\.\w+: (true|false)/.exec(finding?.fix ?? '')?.[1];
  return written === undefined ? own : written === 'true';
}

it.each(cases)(
  'a gate that moved to its field makes the same operands: %s %s, gate %s',
  (name, own, former) => {
    expect(rendered(name, fixed(name, own, former), undefined)).toEqual(rendered(name, own, former));
  },
);
