import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'format strings',
    [
      ["'%s %s %s %s'.format(['a', true, 1, 1u])", '"a true 1 1"'],
      ["'%s %s %s'.format([1.5, b'ab', null])", '"1.5 ab null"'],
      ["'%s %s'.format([1.0, 1e20])", '"1 1e+20"'],
      ["'%s %s'.format([duration('90s'), timestamp('2024-01-01T00:00:00Z')])", '"90s 2024-01-01T00:00:00Z"'],
      ["'%s %s'.format([int, type('a')])", '"int string"'],
      ["'%s'.format([[1, 2u, 1.5, true, null]])", '"[1, 2, 1.500000, true, null]"'],
      ["'%s'.format([['a', b'b']])", '"[\\"a\\", b\\"b\\"]"'],
      [
        "'%s'.format([[duration('90s'), timestamp('2024-01-01T00:00:00Z')]])",
        '"[duration(\\"90s\\"), timestamp(\\"2024-01-01T00:00:00Z\\")]"',
      ],
      [`'%s'.format([[type(1), 'a"b\\n']])`, '"[int, \\"a\\\\\\"b\\\\n\\"]"'],
      ["'%s'.format([[1.0, -1.5, 1e20]])", '"[1.000000, -1.500000, 100000000000000000000.000000]"'],
      [
        "'%s'.format([[double('NaN'), double('Infinity'), double('-Infinity')]])",
        '"[\\"NaN\\", \\"+Inf\\", \\"-Inf\\"]"',
      ],
      ["'%s %s %s'.format([double('NaN'), double('Infinity'), double('-Infinity')])", '"NaN +Inf -Inf"'],
      ["'%s'.format([{'b': 1, 'a': 'x'}])", '"{\\"a\\":\\"x\\", \\"b\\":1}"'],
      ["'%s'.format([{2: 'b', 1: 'a'}])", '"{1:\\"a\\", 2:\\"b\\"}"'],
      ["'%s'.format([{true: 1, false: 0}])", '"{false:0, true:1}"'],
      ["'%s'.format([{2u: 1, 1u: 0}])", '"{1:0, 2:1}"'],
      [
        "'%s'.format([{1.5: 1}])",
        'error: error during formatting: no formatting function for map key of type double',
      ],
      ["'%s'.format([{'a': {'b': [1, {'c': 2}]}}])", '"{\\"a\\":{\\"b\\":[1, {\\"c\\":2}]}}"'],
      ["'%s'.format([[]])", '"[]"'],
      ["'%s'.format([{}])", '"{}"'],
      [
        "'%s'.format([dyn(optional.of(1))])",
        'error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
      ],
      [
        "'%s'.format([dyn(ip('::1'))])",
        'error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given net.IP',
      ],
      [
        "'%s'.format([dyn([optional.of(1)])])",
        'error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
      ],
      [
        "'%s'.format([dyn({'a': optional.of(1)})])",
        'error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
      ],
      [
        "'%s'.format([optional.of(1)])",
        '1:25 error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
      ],
      ["'%d %d %d'.format([1, -1, 2u])", '"1 -1 2"'],
      [
        "'%d'.format(['a'])",
        '1:14 error during formatting: decimal clause can only be used on integers, was given string',
      ],
      [
        "'%d'.format([1.5])",
        '1:14 error during formatting: decimal clause can only be used on integers, was given double',
      ],
      [
        "'%d'.format([dyn('a')])",
        'error: error during formatting: decimal clause can only be used on integers, was given string',
      ],
      [
        "'%d'.format([dyn(true)])",
        'error: error during formatting: decimal clause can only be used on integers, was given bool',
      ],
      ["'%f %f'.format([1.5, -1.5])", '"1.500000 -1.500000"'],
      ["'%.0f %.1f %.2f'.format([2.5, 0.25, 1.005])", '"2 0.2 1.00"'],
      ["'%.0f %.0f %.0f'.format([0.5, 1.5, -0.5])", '"0 2 -0"'],
      ["'%f %f'.format([12345.678, 1234567.0])", '"12,345.678000 1,234,567.000000"'],
      ["'%.3f %.1f'.format([999.9999, 999999.96])", '"1,000.000 1,000,000.0"'],
      ["'%f'.format([1e21])", '"1,000,000,000,000,000,000,000.000000"'],
      ["'%f %f %f'.format(['NaN', 'Infinity', '-Infinity'])", '"NaN ∞ -∞"'],
      ["'%f %f %f'.format([double('NaN'), double('Infinity'), double('-Infinity')])", '"NaN ∞ -∞"'],
      [
        "'%f'.format(['a'])",
        'error: error during formatting: fixed-point clause can only be used on doubles, was given string',
      ],
      [
        "'%f'.format([1])",
        '1:14 error during formatting: fixed-point clause can only be used on doubles, was given int',
      ],
      [
        "'%f'.format([dyn('x')])",
        'error: error during formatting: fixed-point clause can only be used on doubles, was given string',
      ],
      [
        "'%f'.format([dyn(1)])",
        'error: error during formatting: fixed-point clause can only be used on doubles, was given int',
      ],
      ["'%e %e'.format([1052.032911275, -0.000123456])", '"1.052033×10⁰³ -1.234560×10⁻⁰⁴"'],
      ["'%.2e %.0e'.format([1052.032911275, 0.0])", '"1.052033×10⁰³ 0.000000×10⁰⁰"'],
      ["'%e %e %e'.format(['NaN', 'Infinity', '-Infinity'])", '"NaN ∞ -∞"'],
      ["'%e'.format([double('Infinity')])", '"∞"'],
      ["'%e'.format([1.0e100])", '"1.000000×10¹⁰⁰"'],
      [
        "'%e'.format([1])",
        '1:14 error during formatting: scientific clause can only be used on doubles, was given int',
      ],
      [
        "'%e'.format([dyn(1)])",
        'error: error during formatting: scientific clause can only be used on doubles, was given int',
      ],
      ["'%b %b %b %b'.format([5, -5, 5u, true])", '"101 -101 101 1"'],
      ["'%b'.format([false])", '"0"'],
      [
        "'%b'.format(['a'])",
        '1:14 error during formatting: only integers and bools can be formatted as binary, was given string',
      ],
      [
        "'%b'.format([1.5])",
        '1:14 error during formatting: only integers and bools can be formatted as binary, was given double',
      ],
      [
        "'%b'.format([dyn('a')])",
        'error: error during formatting: only integers and bools can be formatted as binary, was given string',
      ],
      ["'%o %o %o'.format([8, -8, 8u])", '"10 -10 10"'],
      [
        "'%o'.format([true])",
        '1:14 error during formatting: octal clause can only be used on integers, was given bool',
      ],
      [
        "'%o'.format([dyn(true)])",
        'error: error during formatting: octal clause can only be used on integers, was given bool',
      ],
      ["'%x %x %x'.format([30, -30, 30u])", '"1e -1e 1e"'],
      ["'%X %X %X'.format([30, -30, 30u])", '"1E -1E 1E"'],
      ["'%x %X'.format(['hello', 'hello'])", '"68656c6c6f 68656C6C6F"'],
      ["'%x %X'.format([b'\\xff\\x00', b'\\xff\\x00'])", '"ff00 FF00"'],
      [
        "'%x'.format([true])",
        '1:14 error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given bool',
      ],
      [
        "'%X'.format([1.5])",
        '1:14 error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double',
      ],
      [
        "'%x'.format([dyn(true)])",
        'error: error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given bool',
      ],
      [
        "'%X'.format([dyn(1.5)])",
        'error: error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double',
      ],
      ["'%%'.format([])", '"%"'],
      ["'a%%b%%'.format([])", '"a%b%"'],
      ["'%s%%'.format([50])", '"50%"'],
      ["'%'.format([])", '1:11 unexpected end of string'],
      ["'%'.format([1])", '1:11 unexpected end of string'],
      ["'a%'.format([1])", '1:12 unexpected end of string'],
      ["'%y'.format([1])", '1:12 could not parse formatting clause: unrecognized formatting clause "y"'],
      [
        "'%.'.format([1])",
        '1:12 could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
      ],
      [
        "'%.2'.format([1.5])",
        '1:13 could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
      ],
      [
        "'%.f'.format([1.5])",
        '1:13 could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
      ],
      [
        "'%.af'.format([1.5])",
        '1:14 could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
      ],
      ["'%.2y'.format([1.5])", '1:14 could not parse formatting clause: unrecognized formatting clause "y"'],
      ["'%-d'.format([1])", '1:13 could not parse formatting clause: unrecognized formatting clause "-"'],
      ["'%5d'.format([1])", '1:13 could not parse formatting clause: unrecognized formatting clause "5"'],
      ["'%.2s'.format(['abc'])", '"abc"'],
      ["'%.2d'.format([1])", '"1"'],
      ["'%.1000f'.format([0.5]).size()", '1002'],
      ["'%.1001f'.format([0.5]).size()", '1002'],
      ["'%s'.format([])", '1:12 index 0 out of range'],
      ["'%s %s'.format([1])", '1:15 index 1 out of range'],
      [
        "'%s %d'.format(['a', 'b'])",
        '1:22 error during formatting: decimal clause can only be used on integers, was given string',
      ],
      ["''.format([1])", '1:10 too many arguments supplied to string.format (expected 0, got 1)'],
      ["'%d'.format([1, 2])", '1:12 too many arguments supplied to string.format (expected 1, got 2)'],
      ["'abc'.format([])", '"abc"'],
      ["'%s'.format([1 / 0])", 'error: division by zero'],
      ["'%s'.format([[1 / 0]])", 'error: division by zero'],
      ["'%s'.format(1)", "1:12 found no matching overload for 'format' applied to 'string.(int)'"],
      ["'%s'.format(dyn([1, 2]))", '"1"'],
      ["('%' + 's').format([1])", '"1"'],
      ["('%' + 's %s').format([1])", 'error: index 1 out of range'],
      [
        "('%' + 'd').format(['a'])",
        'error: error during formatting: decimal clause can only be used on integers, was given string',
      ],
      [
        "('%' + 'z').format(['a'])",
        'error: could not parse formatting clause: unrecognized formatting clause "z"',
      ],
      [
        "('%' + '.').format(['a'])",
        'error: could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
      ],
      [
        "('%' + '.f').format(['a'])",
        'error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
      ],
      ["('a' + '%').format([1])", 'error: unexpected end of string'],
      ["('a' + '%').format([])", 'error: index 0 out of range'],
      ["('%' + '.2').format([])", 'error: index 0 out of range'],
      ["('%' + 's').format([1, 2])", '"1"'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
