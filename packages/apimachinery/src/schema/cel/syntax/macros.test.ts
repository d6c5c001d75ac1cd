import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'macros',
    [
      ['[1].all(1, true)', '1:9 argument must be a simple name'],
      ['[1].all(x.y, true)', '1:10 argument must be a simple name'],
      ["[1].all('x', true)", '1:9 argument must be a simple name'],
      ['[1].map(1, 2)', '1:9 argument is not an identifier'],
      ['[1].map(x.y, 2)', '1:10 argument is not an identifier'],
      ['[1].map(1, true, 2)', '1:9 argument is not an identifier'],
      ['[1].filter(1, true)', '1:12 argument is not an identifier'],
      ['[1].exists(1, true)', '1:12 argument must be a simple name'],
      ['[1].exists_one(1, true)', '1:16 argument must be a simple name'],
      [
        '[1].existsOne(x, true)',
        "1:14 undeclared reference to 'existsOne' (in container ''); 1:15 undeclared reference to 'x' (in container '')",
      ],
      ['[1].existsOne(1, x, true)', '1:15 argument must be a simple name'],
      ['[1].existsOne(x, 1, true)', '1:18 argument must be a simple name'],
      ['[1].all(x, x, true)', '1:12 duplicate variable name: x'],
      ['[1].exists(x, x, true)', '1:15 duplicate variable name: x'],
      ['[1].all(__result__, true)', '1:9 iteration variable overwrites accumulator variable'],
      ['[1].all(x, __result__, true)', '1:12 iteration variable overwrites accumulator variable'],
      [
        '[1].transformList(x, x)',
        "1:18 undeclared reference to 'transformList' (in container ''); 1:19 undeclared reference to 'x' (in container ''); 1:22 undeclared reference to 'x' (in container '')",
      ],
      ['[1].transformList(x, x, x)', '1:22 duplicate variable name: x'],
      ['[1].transformList(1, x, x)', '1:19 argument must be a simple name'],
      ['[1].transformMap(1, x, x)', '1:18 argument must be a simple name'],
      ['[1].transformMap(x, 1, x)', '1:21 argument must be a simple name'],
      ['[1].transformMapEntry(1, x, x)', '1:23 argument must be a simple name'],
      ['[1].transformMapEntry(x, x, {})', '1:26 duplicate variable name: x'],
      ['optional.of(1).optMap(1, 2)', '1:23 optMap() variable name must be a simple identifier'],
      ['optional.of(1).optMap(x.y, 2)', '1:24 optMap() variable name must be a simple identifier'],
      ['optional.of(1).optFlatMap(1, 2)', '1:27 optFlatMap() variable name must be a simple identifier'],
      [
        'optional.of(1).optMap(x)',
        "1:22 undeclared reference to 'optMap' (in container ''); 1:23 undeclared reference to 'x' (in container '')",
      ],
      [
        '1.optMap(x, x)',
        "1:9 found no matching overload for 'hasValue' applied to 'int.()'; 1:9 found no matching overload for 'value' applied to 'int.()'",
      ],
      [
        '1.all(x, true)',
        "1:1 expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
      ],
      [
        "'a'.all(x, true)",
        "1:1 expression of type 'string' cannot be range of a comprehension (must be list, map, or dynamic)",
      ],
      [
        'true.map(x, x)',
        "1:1 expression of type 'bool' cannot be range of a comprehension (must be list, map, or dynamic)",
      ],
      ['[1].all(x, x)', "1:12 expected type 'bool' but found 'int'"],
      ["[1].all(x, 'a')", "1:12 expected type 'bool' but found 'string'"],
      ['[1].exists(x, 1)', "1:15 expected type 'bool' but found 'int'"],
      ['[1].exists_one(x, 1)', "1:15 found no matching overload for '_?_:_' applied to '(int, int, int)'"],
      [
        '[1].filter(x, 1)',
        "1:11 found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'",
      ],
      [
        '[1].map(x, 1, x)',
        "1:8 found no matching overload for '_?_:_' applied to '(int, list(int), list(int))'",
      ],
      ['[1].map(x, y)', "1:12 undeclared reference to 'y' (in container '')"],
      ['[1].all(x, y)', "1:12 undeclared reference to 'y' (in container '')"],
      [
        '[1].map(x)',
        "1:8 undeclared reference to 'map' (in container ''); 1:9 undeclared reference to 'x' (in container '')",
      ],
      [
        '[1].map(x, x, x, x)',
        "1:8 undeclared reference to 'map' (in container ''); 1:9 undeclared reference to 'x' (in container ''); 1:12 undeclared reference to 'x' (in container ''); 1:15 undeclared reference to 'x' (in container ''); 1:18 undeclared reference to 'x' (in container '')",
      ],
      [
        '[1].filter(x)',
        "1:11 undeclared reference to 'filter' (in container ''); 1:12 undeclared reference to 'x' (in container '')",
      ],
      [
        '[1].all(x)',
        "1:8 undeclared reference to 'all' (in container ''); 1:9 undeclared reference to 'x' (in container '')",
      ],
      [
        'map(x, x)',
        "1:4 undeclared reference to 'map' (in container ''); 1:5 undeclared reference to 'x' (in container ''); 1:8 undeclared reference to 'x' (in container '')",
      ],
      [
        'all([1], x, true)',
        "1:4 undeclared reference to 'all' (in container ''); 1:10 undeclared reference to 'x' (in container '')",
      ],
      [
        '[1].has(x)',
        "1:8 undeclared reference to 'has' (in container ''); 1:9 undeclared reference to 'x' (in container '')",
      ],
      ['has(x)', '1:5 invalid argument to has() macro'],
      ['has(x.y)', "1:5 undeclared reference to 'x' (in container '')"],
      ['has(1)', '1:5 invalid argument to has() macro'],
      ['has([1][0])', '1:8 invalid argument to has() macro'],
      ["has({'a': 1}['a'])", '1:13 invalid argument to has() macro'],
      ["has('a'.b)", "1:4 type 'string' does not support field selection"],
      ['has({}.a.b)', 'error: no such key: a'],
      ['has()', "1:4 undeclared reference to 'has' (in container '')"],
      ['has({}.a, {}.b)', "1:4 undeclared reference to 'has' (in container '')"],
      ['[2, 1].sortBy(1, 2)', '1:15 argument is not an identifier'],
      ['[2, 1].sortBy(x, x)', '[1, 2]'],
      ['[2, 1].sortBy(x, -x)', '[2, 1]'],
      [
        '[2, 1].sortBy(x, [x])',
        "1:14 found no matching overload for '@sortByAssociatedKeys' applied to 'list(int).(list(list(int)))'",
      ],
      [
        "'ab'.sortBy(x, x)",
        '1:1 sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      ],
      [
        "{'a': 1}.sortBy(x, x)",
        '1:1 sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      ],
      [
        '1.sortBy(x, x)',
        '1:1 sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      ],
      ['dyn([2, 1]).sortBy(x, x)', '[1, 2]'],
      ['[2, 1].map(x, x).sortBy(x, x)', '[1, 2]'],
      ["[dyn(1), dyn('a')].sortBy(x, x)", 'error: list elements must have the same type'],
      ['[dyn([1]), dyn([2])].sortBy(x, x)', 'error: list elements must be comparable'],
      ['[2, 1].sortBy(x, 1 / 0)', 'error: division by zero'],
      ['[].sortBy(x, x)', '[]'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
