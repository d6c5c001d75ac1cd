import { describe, expect, it } from 'vitest';
import { type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { printImageReference } from '../references/image-reference.ts';
import { parseImageReference } from '../references/parse-image-reference.ts';
import { fromAnySource } from './from-any-source.ts';
import { parseMirrorSets } from './parse-mirror-sets.ts';
import { parseRegistriesConf } from './parse-registries-conf.ts';
import { isInsecure, pullSources } from './pull-sources.ts';
import type { RegistryRule } from './registry-rule.ts';
import { withInsecure } from './with-insecure.ts';

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
[[registry]]
prefix = "open.blocked.example"
[[registry]]
location = "strict.example"
mirror-by-digest-only = true
[[registry.mirror]]
location = "one.example"
[[registry.mirror]]
location = "two.example"
pull-from-mirror = "tag-only"
insecure = true
[[registry.mirror]]
location = "three.example"
pull-from-mirror = "all"
[[registry]]
prefix = "whole.example/app"
location = "host.example"
[[registry]]
location = "three.example"
insecure = true
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
    ['registry.example/team:1', ['mirror.example/copy:1', 'inner.example:5000/team:1 insecure']],
    ['registry.example:5000/team/app:1', ['registry.example:5000/team/app:1']],
    ['x.blocked.example/app:1', ['x.blocked.example/app:1 blocked']],
    ['x.blocked.example:5000/app:1', ['x.blocked.example:5000/app:1 blocked']],
    ['x.y.blocked.example/app:1', ['x.y.blocked.example/app:1 blocked']],
    ['blocked.example/app:1', ['blocked.example/app:1']],
    ['open.blocked.example/app:1', ['open.blocked.example/app:1']],
    [
      'strict.example/app:1',
      ['two.example/app:1 insecure', 'three.example/app:1 insecure blocked', 'strict.example/app:1'],
    ],
    [
      `strict.example/app@sha256:${hex}`,
      [
        `one.example/app@sha256:${hex}`,
        `three.example/app@sha256:${hex} insecure blocked`,
        `strict.example/app@sha256:${hex}`,
      ],
    ],
    [
      `strict.example/app:1@sha256:${hex}`,
      [
        `one.example/app:1@sha256:${hex}`,
        `three.example/app:1@sha256:${hex} insecure blocked`,
        `strict.example/app:1@sha256:${hex}`,
      ],
    ],
    ['whole.example/app:1', []],
    ['whole.example/app/more:1', ['host.example/more:1']],
  ])('%s is read at %j', (text, places) => {
    expect(sources(rules, text)).toEqual(places);
  });

  it.each([
    ['[[registry]', 'is no TOML'],
    ['[registries.search]\nregistries = []', 'is the format of version 1'],
    ['[[registry]]\ninsecure = true', 'has neither prefix nor location'],
    ['[[registry]]\nlocation = 5', 'is no string'],
    ['[[registry]]\nlocation = "a"\nblocked = "yes"', 'is no boolean'],
    ['[[registry]]\nlocation = "a"\ninsecure = 1', 'is no boolean'],
    ['registry = 5', 'is no list of tables'],
    ['registry = [5]', 'is no table'],
    ['[[registry]]\nlocation = "a"\n[[registry.mirror]]\ninsecure = true', 'is missing'],
    ['[[registry]]\nlocation = "a"\n[[registry.mirror]]\nlocation = 7', 'is no string'],
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

it('joins what several mirror sets say of one source: in order, each mirror once, closed when any closes it', () => {
  const set = (...entries: readonly object[]) => ({
    apiVersion: 'operator.openshift.io/v1alpha1',
    kind: 'ImageContentSourcePolicy',
    metadata: { name: 'set' },
    spec: { repositoryDigestMirrors: [...entries].map((entry) => ({ source: 'r.example', ...entry })) },
  });
  const rules = parseMirrorSets([
    set({ mirrors: ['a.example', 'b.example', '', 7] }, { mirrors: 'c.example' }),
    set({ mirrors: ['b.example', 'd.example'], mirrorSourcePolicy: 'AllowContactingSource' }),
    set({ source: '' }, { source: 5 }),
  ]);
  const byDigest = (...hosts: readonly string[]) => hosts.map((host) => `${host}.example/x@sha256:${hex}`);
  expect(rules).toHaveLength(1);
  expect(sources(rules, `r.example/x@sha256:${hex}`)).toEqual(byDigest('a', 'b', 'd', 'r'));
  expect(sources(rules, 'r.example/x:1')).toEqual(['r.example/x:1']);
  const closed = [set({ mirrorSourcePolicy: 'NeverContactSource' }), set({ mirrors: ['a.example'] })];
  expect(sources(parseMirrorSets(closed), `r.example/x@sha256:${hex}`)).toEqual([
    ...byDigest('a'),
    `r.example/x@sha256:${hex} blocked`,
  ]);
});

describe('registries that may be insecure', () => {
  const mirror = { location: 'm.example/copy', insecure: false, for: ['tag', 'digest'] as const };
  const rule: RegistryRule = { prefix: 'r.example', mirrors: [mirror], insecure: false, blockedFor: [] };

  it.each<[readonly string[], readonly string[]]>([
    [[], ['m.example/copy/x:1', 'r.example/x:1']],
    [['r.example'], ['m.example/copy/x:1', 'r.example/x:1 insecure']],
    [['m.example'], ['m.example/copy/x:1 insecure', 'r.example/x:1']],
    [['m.example/copy'], ['m.example/copy/x:1 insecure', 'r.example/x:1']],
    [
      ['m.example/cop', 'example'],
      ['m.example/copy/x:1', 'r.example/x:1'],
    ],
  ])('%j: %j', (registries, places) => {
    expect(sources(withInsecure([rule], registries), 'r.example/x:1')).toEqual(places);
  });

  it('are so for what goes by their own name alone', () => {
    const rules = withInsecure([{ ...rule, location: 'inner.example' }], ['s.example', 'inner.example']);
    expect(sources(rules, 'r.example/x:1').at(-1)).toBe('inner.example/x:1 insecure');
    expect(isInsecure(rules, 's.example', 'x')).toBe(true);
    expect(isInsecure(rules, 's.example:5000', 'x')).toBe(false);
    expect(isInsecure(rules, 'other.example', 'x')).toBe(false);
    expect(isInsecure([], 's.example', 'x')).toBe(false);
  });
});

describe('an image that is read at the first place that has it', () => {
  const places = ['one', 'two', 'three'].map((name) => `${name}.example`);
  const mirrors = places
    .slice(0, 2)
    .map((location) => ({ location, insecure: false, for: ['tag', 'digest'] as const }));
  const rule: RegistryRule = { prefix: 'three.example', mirrors, insecure: false, blockedFor: [] };

  /** What each place says, `ok` or why not; what that comes to, and where it was looked for. */
  async function read(says: Readonly<Record<string, 'ok' | RegistryFailure['kind']>>, rules = [rule]) {
    const asked: string[] = [];
    const reference = parseImageReference('three.example/x:1');
    if (reference.kind !== 'ok') throw new Error(reference.reason);
    const outcome = await fromAnySource<string>(reference.value, rules, async (source) => {
      const host = source.reference.registry;
      asked.push(host);
      const kind = says[host] ?? 'absent';
      if (kind === 'ok') return succeeded(host);
      const said = { host, asked: 'x', reason: 'no', fix: 'wait' };
      return kind === 'rateLimited' ? { kind, retryAfterMs: undefined, ...said } : { kind, ...said };
    });
    return { outcome: outcome.kind === 'ok' ? outcome.value : `${outcome.kind} ${outcome.host}`, asked };
  }

  it.each<[Parameters<typeof read>[0], string, number]>([
    [{ 'one.example': 'ok' }, 'one.example', 1],
    [{ 'two.example': 'ok' }, 'two.example', 2],
    [{ 'one.example': 'unreachable', 'three.example': 'ok' }, 'three.example', 3],
    [
      { 'one.example': 'malformed', 'two.example': 'unauthorized', 'three.example': 'ok' },
      'three.example',
      3,
    ],
    [{}, 'absent three.example', 3],
    [{ 'one.example': 'unreachable' }, 'unreachable one.example', 3],
    [{ 'one.example': 'unreachable', 'two.example': 'unauthorized' }, 'unauthorized two.example', 3],
    [{ 'one.example': 'aborted', 'two.example': 'ok' }, 'aborted one.example', 1],
  ])('%j: %s', async (says, outcome, places) => {
    const found = await read(says);
    expect([found.outcome, found.asked.length]).toEqual([outcome, places]);
  });

  it('is not looked for where that is forbidden, or where there is no place', async () => {
    const closed = { ...rule, blockedFor: ['tag' as const] };
    expect(await read({ 'three.example': 'ok' }, [closed])).toEqual({
      outcome: 'refused three.example',
      asked: places.slice(0, 2),
    });
    const nowhere = { ...rule, prefix: 'three.example/x', location: 'host.example', mirrors: [] };
    expect(await read({}, [nowhere])).toEqual({ outcome: 'refused three.example', asked: [] });
  });
});
