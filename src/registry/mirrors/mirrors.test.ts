import { describe, expect, it } from 'vitest';
import { printImageReference } from '../references/image-reference.ts';
import { parseImageReference } from '../references/parse-image-reference.ts';
import { parseMirrorSets } from './parse-mirror-sets.ts';
import { parseRegistriesConf } from './parse-registries-conf.ts';
import { pullSources } from './pull-sources.ts';
import type { RegistryRule } from './registry-rule.ts';

const hex = 'a'.repeat(64);

function sources(rules: readonly RegistryRule[], text: string) {
  const reference = parseImageReference(text);
  if (reference.kind !== 'ok') throw new Error(reference.reason);
  return pullSources(reference.value, rules).map(({ reference: at, insecure, blocked }) =>
    [printImageReference(at), insecure ? 'insecure' : '', blocked ? 'blocked' : ''].filter(Boolean).join(' '),
  );
}

const conf = `
[[registry]]
prefix = "registry.example/team"
location = "inner.example:5000/team"
insecure = true
[[registry.mirror]]
location = "mirror.example/copy"
[[registry.mirror]]
location = "digests.example"
pull-from-mirror = "digest-only"
[[registry]]
prefix = "*.blocked.example"
blocked = true
`;

describe('registries.conf', () => {
  const parsed = parseRegistriesConf(conf);
  const rules = parsed.kind === 'ok' ? parsed.value : [];
  it.each([
    ['registry.example/team/app:1', ['mirror.example/copy/app:1', 'inner.example:5000/team/app:1 insecure']],
    [
      `registry.example/team/app@sha256:${hex}`,
      [
        `mirror.example/copy/app@sha256:${hex}`,
        `digests.example/app@sha256:${hex}`,
        `inner.example:5000/team/app@sha256:${hex} insecure`,
      ],
    ],
    ['registry.example/teams/app:1', ['registry.example/teams/app:1']],
    ['x.blocked.example/app:1', ['x.blocked.example/app:1 blocked']],
  ])('%s is read at %j', (text, places) => {
    expect(sources(rules, text)).toEqual(places);
  });

  it.each([
    ['[[registry]', 'is no TOML'],
    ['[registries.search]\nregistries = []', 'is the format of version 1'],
    ['[[registry]]\ninsecure = true', 'has neither prefix nor location'],
    ['[[registry]]\nlocation = 5', 'is no string'],
    [
      '[[registry]]\nlocation = "a"\n[[registry.mirror]]\nlocation = "b"\npull-from-mirror = "x"',
      'is unknown',
    ],
  ])('%s is refused: it %s', (text, reason) => {
    expect(parseRegistriesConf(text)).toMatchObject({ reason: expect.stringContaining(reason) });
  });
});

it('reads OpenShift’s mirror sets: digests by one kind, tags by the other, closed sources', () => {
  const set = (kind: string, field: string, mirrors: readonly string[], more: object = {}) => ({
    apiVersion: 'config.openshift.io/v1',
    kind,
    metadata: { name: kind.toLowerCase() },
    spec: { [field]: [{ source: 'registry.example', mirrors: [...mirrors], ...more }] },
  });
  const rules = parseMirrorSets([
    set('ImageDigestMirrorSet', 'imageDigestMirrors', ['d.example'], {
      mirrorSourcePolicy: 'NeverContactSource',
    }),
    set('ImageTagMirrorSet', 'imageTagMirrors', ['t.example']),
    set('Other', 'imageTagMirrors', ['x.example']),
  ]);
  expect(sources(rules, 'registry.example/a:1')).toEqual(['t.example/a:1', 'registry.example/a:1']);
  expect(sources(rules, `registry.example/a@sha256:${hex}`)).toEqual([
    `d.example/a@sha256:${hex}`,
    `registry.example/a@sha256:${hex} blocked`,
  ]);
});
