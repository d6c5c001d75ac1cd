import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import { objectAt } from '../api/json-members.ts';
import type { JsonObject, JsonValue } from '../api/json-value.ts';
import { parseFieldSelector } from './field-selector.ts';
import { labelSelectorErrors, parseLabelSelector } from './label-selector.ts';
import { parseLabelSelectorText } from './label-selector-text.ts';
import { matchesPodPlacement, matchNodeSelectorLeniently, parseNodeSelector } from './node-affinity.ts';
import { type Labels, selectorErrorText } from './requirement.ts';

function object(value: JsonValue | undefined): JsonObject {
  return objectAt(value);
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(object) : [];
}

function affinityNode(value: JsonValue | undefined) {
  const metadata = object(object(value).metadata);
  return { name: String(metadata.name), labels: object(metadata.labels) as Labels };
}

describe('measured selectors', () => {
  test('node affinity', () => {
    const cases = casesOf('kubernetes/selector/node-affinity');
    for (const { name, nodeSelector, error, nodes } of cases) {
      const parsed = parseNodeSelector(nodeSelector);
      expect(parsed.ok ? undefined : selectorErrorText(parsed.errors), `${name}`).toBe(error);
      for (const entry of objects(nodes)) {
        const node = affinityNode(entry.node);
        if (parsed.ok) expect(parsed.matches(node), `${name}`).toBe(entry.matches);
        const lenient = matchNodeSelectorLeniently(nodeSelector, node);
        expect(lenient.matches, `${name}`).toBe(entry.lazyMatches);
        const text = lenient.errors.length === 0 ? undefined : selectorErrorText(lenient.errors);
        expect(text, `${name}`).toBe(entry.lazyError);
      }
    }
    console.log(`selector vectors, node-affinity: ${cases.length} passed`);
  });

  test('pod node affinity', () => {
    const cases = casesOf('kubernetes/selector/pod-node-affinity');
    for (const { name, podSpec, nodes } of cases) {
      for (const entry of objects(nodes)) {
        const placed = matchesPodPlacement(object(podSpec), affinityNode(entry.node));
        expect(placed, `${name}`).toBe(entry.matches);
      }
    }
    console.log(`selector vectors, pod-node-affinity: ${cases.length} passed`);
  });

  test('structured label selectors', () => {
    const cases = casesOf('kubernetes/selector/label-selectors');
    for (const { name, labelSelector, error, canonical, format, matches } of cases) {
      const parsed = parseLabelSelector(labelSelector);
      expect(parsed.ok ? undefined : parsed.message, `${name}`).toBe(error);
      if (!parsed.ok) continue;
      expect(parsed.selector.text, `${name}`).toBe(canonical);
      expect(parsed.selector.text || '<none>', `${name}`).toBe(format);
      for (const entry of objects(matches)) {
        const answer = parsed.selector.matches(object(entry.labels) as Labels);
        expect(answer, `${name} ${JSON.stringify(entry)}`).toBe(entry.matches);
      }
    }
    console.log(`selector vectors, label-selectors: ${cases.length} passed`);
  });

  test('label selector texts', () => {
    const cases = casesOf('kubernetes/selector/label-strings');
    for (const { name, selector, error, canonical, matches } of cases) {
      const parsed = parseLabelSelectorText(String(selector));
      expect(parsed.ok ? undefined : parsed.message, `${name}`).toBe(error);
      if (!parsed.ok) continue;
      expect(parsed.selector.text, `${name}`).toBe(canonical);
      for (const entry of objects(matches)) {
        const answer = parsed.selector.matches(object(entry.labels) as Labels);
        expect(answer, `${name} ${JSON.stringify(entry)}`).toBe(entry.matches);
      }
    }
    console.log(`selector vectors, label-strings: ${cases.length} passed`);
  });

  test('field selectors', () => {
    const cases = casesOf('kubernetes/selector/field-selectors');
    for (const { name, selector, error, canonical, matches } of cases) {
      const parsed = parseFieldSelector(String(selector));
      expect(parsed.ok ? undefined : parsed.message, `${name}`).toBe(error);
      if (!parsed.ok) continue;
      expect(parsed.selector.text, `${name}`).toBe(canonical);
      for (const entry of objects(matches)) {
        const answer = parsed.selector.matches(object(entry.fields) as Labels);
        expect(answer, `${name} ${JSON.stringify(entry)}`).toBe(entry.matches);
      }
    }
    console.log(`selector vectors, field-selectors: ${cases.length} passed`);
  });
});

describe('node selector', () => {
  test.each([
    [5, '<nil>: Invalid value: a number: must be an object'],
    [null, '<nil>: Invalid value: null: must be an object'],
    [{ nodeSelectorTerms: {} }, 'nodeSelectorTerms: Invalid value: an object: must be a list'],
    [
      { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['x', 1] }] }] },
      'nodeSelectorTerms[0].matchExpressions[0].values[1]: Invalid value: a number: must be a string',
    ],
    [
      { nodeSelectorTerms: [{ matchExpressions: [{ operator: 'Gt', key: 'a', values: ['1e3'] }] }] },
      "nodeSelectorTerms[0].matchExpressions[0].values[0]: Invalid value: \"1e3\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('refuses %j', (value, message) => {
    const parsed = parseNodeSelector(value);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? undefined : selectorErrorText(parsed.errors)).toBe(message);
  });

  test.each([
    [{ key: 'metadata.name', operator: 'In', values: ['n'] }, true],
    [{ key: 'metadata.name', operator: 'NotIn', values: ['n'] }, false],
    [{ key: 'metadata.name', operator: 'In', values: ['m'] }, false],
    [{ key: 'metadata.uid', operator: 'In', values: ['n'] }, false],
    [{ key: 'metadata.uid', operator: 'In', values: [''] }, true],
  ])('%j of a field of the node n: %j', (requirement, matches) => {
    const parsed = parseNodeSelector({ nodeSelectorTerms: [{ matchFields: [requirement] }] });
    expect(parsed.ok && parsed.matches({ name: 'n', labels: {} })).toBe(matches);
  });

  test('a label called __proto__ is a label like any other', () => {
    const selector = {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }],
    };
    const parsed = parseNodeSelector(selector);
    expect(parsed.ok && parsed.matches({ name: 'n', labels: {} })).toBe(false);
    expect(parsed.ok && parsed.matches({ name: 'n', labels: { constructor: 'x' } })).toBe(true);
  });

  test('compares integers of 64 bits exactly', () => {
    const matches = (label: string, value: string) => {
      const parsed = parseNodeSelector({
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'n', operator: 'Gt', values: [value] }] }],
      });
      return parsed.ok && parsed.matches({ name: '', labels: { n: label } });
    };
    expect(matches('9223372036854775807', '9223372036854775806')).toBe(true);
    expect(matches('9223372036854775807', '9223372036854775807')).toBe(false);
    expect(matches('9223372036854775808', '1')).toBe(false);
    expect(matches('+2', '1')).toBe(true);
    expect(matches('-2', '1')).toBe(false);
  });
});

describe('label selector in an object', () => {
  test('is refused with the field of each error', () => {
    const errors = labelSelectorErrors(
      {
        matchLabels: { 'a b': '-' },
        matchExpressions: [
          { key: 'a', operator: 'In' },
          { key: 'a', operator: 'Exists', values: ['b'] },
          { key: 'a', operator: '=' },
        ],
      },
      'spec.selector',
    );
    expect(errors.map((error) => `${error.field}: ${error.message.slice(0, 40)}`)).toEqual([
      'spec.selector.matchLabels: Invalid value: "a b": name part must con',
      'spec.selector.matchLabels: Invalid value: "-": a valid label must b',
      'spec.selector.matchExpressions[0].values: Required value: must be specified when `',
      'spec.selector.matchExpressions[1].values: Forbidden: may not be specified when `op',
      'spec.selector.matchExpressions[2].operator: Invalid value: "=": not a valid selector',
    ]);
  });
});

describe('label selector texts', () => {
  const labels: Labels = { app: 'web', cpus: '4', in: 'x' };

  test.each<[string, boolean]>([
    ['', true],
    ['app', true],
    ['!app', false],
    ['!other', true],
    ['app=web', true],
    ['app==web', true],
    ['app==shop', false],
    ['app!=web', false],
    ['app!=shop', true],
    ['other!=web', true],
    ['app in (web,shop)', true],
    ['app in (shop)', false],
    ['app notin (shop)', true],
    ['app notin (web)', false],
    ['other notin (web)', true],
    ['cpus>3', true],
    ['cpus>4', false],
    ['cpus<5', true],
    ['cpus<4', false],
    ['app>3', false],
    ['in=x', true],
    ['app=web,cpus=5', false],
    ['app=web,cpus=4', true],
  ])('%s', (text, matches) => {
    const parsed = parseLabelSelectorText(text);
    expect(parsed.ok ? parsed.selector.matches(labels) : parsed.message).toBe(matches);
  });

  // The messages are those of apimachinery's labels.Parse.
  test.each([
    ['app in', "unable to parse requirement: found '' expected: '('"],
    ['app in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['app in (!', "unable to parse requirement: found '!', expected: ',', ')' or identifier"],
    ['app in (a', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['app in (a b)', "unable to parse requirement: found 'b', expected: ',' or ')'"],
    ['app in (a,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['app in (a,!', "unable to parse requirement: found '!', expected: ',', or identifier"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!!app', "unable to parse requirement: found '!', expected: identifier"],
    ['app=!', "unable to parse requirement: found '!', expected: identifier"],
    ['app=(a)', "unable to parse requirement: found '(', expected: identifier"],
    ['app app', "unable to parse requirement: found 'app', expected: in, notin, =, ==, !=, gt, lt"],
    ['app (a)', "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt"],
    [
      'cpus>x',
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
    ['app=web,', "found '', expected: identifier after ','"],
    ['app=web,,a', "found ',', expected: identifier after ','"],
    ['app=a b', "found 'b', expected: ',' or 'end of string'"],
    ['app in (a) b', "found 'b', expected: ',' or 'end of string'"],
    [',app', "found ',', expected: !, identifier, or 'end of string'"],
    ['(', "found '(', expected: !, identifier, or 'end of string'"],
  ])('refuses %s', (text, message) => {
    expect(parseLabelSelectorText(text)).toEqual({ ok: false, message });
  });

  test.each([
    ['b,a', 'a,b'],
    ['a in ()', 'a in ()'],
    ['a in (b,,c)', 'a in (,b,c)'],
    ['a in (,b)', 'a in (,b)'],
    ['a in (b,)', 'a in (,b)'],
    ['a in (b,b)', 'a in (b)'],
    ['a in (in,notin)', 'a in (in,notin)'],
    ['in in (a),!notin', 'in in (a),!notin'],
    ['a=in', 'a=in'],
    ['a=,b', 'a=,b'],
    ['a==b,a!=c', 'a==b,a!=c'],
    ['\ta \r\n = b ', 'a=b'],
    ['a=b\0c', 'a=b'],
  ])('%j is %s', (text, canonical) => {
    const parsed = parseLabelSelectorText(text);
    expect(parsed.ok ? parsed.selector.text : parsed.message).toBe(canonical);
  });
});

describe('field selector texts', () => {
  const fields: Labels = { 'metadata.name': 'a', 'status.phase': 'Running', odd: 'x,y=z\\' };

  test.each([
    ['', true],
    ['metadata.name=a', true],
    ['metadata.name=a,status.phase=Running', true],
    ['metadata.name=a,status.phase=Failed', false],
    ['metadata.name=b,status.phase=Running', false],
    ['metadata.name!=b,status.phase!=Failed', true],
    ['metadata.name!=a', false],
    ['absent=', true],
    ['absent!=', false],
    ['absent=a', false],
    ['constructor=', true],
    ['odd=x\\,y\\=z\\\\', true],
    ['odd=x', false],
  ])('%s', (text, matches) => {
    const parsed = parseFieldSelector(text);
    expect(parsed.ok ? parsed.selector.matches(fields) : parsed.message).toBe(matches);
  });

  test('conditions are told in their order by the alphabet, values with their escapes', () => {
    const parsed = parseFieldSelector('b!=1\\,2,,a==x\\=y,');
    expect(parsed).toMatchObject({
      ok: true,
      selector: {
        text: 'a=x\\=y,b!=1\\,2',
        requirements: [
          { field: 'a', operator: '=', value: 'x=y' },
          { field: 'b', operator: '!=', value: '1,2' },
        ],
      },
    });
  });

  test.each([
    ['a', "invalid selector: 'a'; can't understand 'a'"],
    ['b=1,a', "invalid selector: 'b=1,a'; can't understand 'a'"],
    ['a=1=2', 'invalid field selector: unescaped character in value: 61'],
    ['a=\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
  ])('refuses %s', (text, message) => {
    expect(parseFieldSelector(text)).toEqual({ ok: false, message });
  });
});

// Of the wrong types, one a case: an error that stands alone must be enough to refuse.
const wrongRequirements: readonly (readonly [JsonValue, string])[] = [
  [5, ': Invalid value: a number: must be an object'],
  [{ key: [], operator: 'Exists' }, '.key: Invalid value: a list: must be a string'],
  [{ key: 'a', operator: true }, '.operator: Invalid value: a boolean: must be a string'],
  [{ key: 'a', operator: 'In', values: {} }, '.values: Invalid value: an object: must be a list'],
  [{ key: 'a', operator: 'In', values: ['b', 1] }, '.values[1]: Invalid value: a number: must be a string'],
];

describe.each(['matchExpressions', 'matchFields'])('%s of a node selector', (list) => {
  test.each(wrongRequirements)('refuses %j', (requirement, message) => {
    const parsed = parseNodeSelector({ nodeSelectorTerms: [{ [list]: [requirement] }] });
    const [field, ...rest] = `nodeSelectorTerms[0].${list}[0]${message}`.split(': ');
    expect(parsed).toEqual({ ok: false, errors: [{ field, message: rest.join(': ') }] });
  });

  test('is a list', () => {
    const parsed = parseNodeSelector({ nodeSelectorTerms: [{ [list]: 5 }] });
    const message = 'Invalid value: a number: must be a list';
    expect(parsed).toEqual({ ok: false, errors: [{ field: `nodeSelectorTerms[0].${list}`, message }] });
  });
});

describe('a label selector', () => {
  test.each<readonly [JsonValue, string]>([
    [5, '<nil>: Invalid value: a number: must be an object'],
    [{ matchLabels: 5 }, 'matchLabels: Invalid value: a number: must be an object'],
    [{ matchLabels: { a: 5 } }, 'matchLabels[a]: Invalid value: a number: must be a string'],
    [{ matchExpressions: 5 }, 'matchExpressions: Invalid value: a number: must be a list'],
    ...wrongRequirements.map(
      ([requirement, message]) =>
        [{ matchExpressions: [requirement] }, `matchExpressions[0]${message}`] as const,
    ),
    [{ matchExpressions: [{ key: 'a', operator: 'Gt' }] }, '"Gt" is not a valid label selector operator'],
    [
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    ],
    [
      { matchLabels: 5, matchExpressions: 5 },
      '[matchLabels: Invalid value: a number: must be an object, matchExpressions: Invalid value: a number: must be a list]',
    ],
  ])('%j is refused', (value, message) => {
    expect(parseLabelSelector(value)).toEqual({ ok: false, message });
  });

  test('that is not there matches nothing, the empty one everything', () => {
    const answers = [undefined, null, {}].map((value) => {
      const parsed = parseLabelSelector(value);
      return parsed.ok ? parsed.selector.matches({ a: 'b' }) : parsed.message;
    });
    expect(answers).toEqual([false, false, true]);
  });

  test('tells its conditions in the order of their keys', () => {
    const parsed = parseLabelSelector({
      matchLabels: { c: 'd' },
      matchExpressions: [
        { key: 'b', operator: 'NotIn', values: ['y', 'x'] },
        { key: 'a', operator: 'Exists' },
      ],
    });
    expect(parsed).toMatchObject({
      ok: true,
      selector: {
        text: 'a,b notin (x,y),c=d',
        requirements: [
          { key: 'a', operator: 'exists', values: [] },
          { key: 'b', operator: 'notin', values: ['y', 'x'] },
          { key: 'c', operator: '=', values: ['d'] },
        ],
      },
    });
  });
});

describe('label selectors in an object', () => {
  test.each([
    undefined,
    null,
    {},
    { matchLabels: null, matchExpressions: null },
    {
      matchLabels: { 'example.com/a': 'b', empty: '' },
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['b'] },
        { key: 'a', operator: 'NotIn', values: ['b', ''] },
        { key: 'a', operator: 'Exists' },
        { key: 'a', operator: 'DoesNotExist', values: [] },
      ],
    },
  ])('nothing to refuse in %j', (value) => {
    expect(labelSelectorErrors(value, 'spec.selector')).toEqual([]);
  });

  test.each([
    [5, 'spec.selector', 'Invalid value: a number: must be an object'],
    [{ matchLabels: [] }, 'spec.selector.matchLabels', 'Invalid value: a list: must be an object'],
    [{ matchLabels: { a: 1 } }, 'spec.selector.matchLabels[a]', 'Invalid value: a number: must be a string'],
    [{ matchExpressions: {} }, 'spec.selector.matchExpressions', 'Invalid value: an object: must be a list'],
    [
      { matchExpressions: [5] },
      'spec.selector.matchExpressions[0]',
      'Invalid value: a number: must be an object',
    ],
    [
      { matchExpressions: [{ key: 1, operator: 'Exists' }] },
      'spec.selector.matchExpressions[0].key',
      'Invalid value: a number: must be a string',
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 2] }] },
      'spec.selector.matchExpressions[0].values[1]',
      'Invalid value: a number: must be a string',
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: ['b'] }] },
      'spec.selector.matchExpressions[0].values',
      "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'NotIn' }] },
      'spec.selector.matchExpressions[0].values',
      "Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
  ])('%j', (value, field, message) => {
    expect(labelSelectorErrors(value, 'spec.selector')).toEqual([{ field, message }]);
  });

  test('has labels and values as Kubernetes allows them', () => {
    const expression = { key: '/a', operator: 'In', values: ['b', 'a/b'] };
    const errors = labelSelectorErrors({ matchExpressions: [expression] }, 'spec.selector');
    expect(errors.map((error) => [error.field, error.message.slice(0, 39)])).toEqual([
      ['spec.selector.matchExpressions[0].key', 'Invalid value: "/a": prefix part must b'],
      ['spec.selector.matchExpressions[0].values[1]', 'Invalid value: "a/b": a valid label mus'],
    ]);
  });
});
