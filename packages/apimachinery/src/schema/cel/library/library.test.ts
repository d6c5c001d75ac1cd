import { describe, expect, test } from 'vitest';
import { compileExpression, evaluateExpression } from '../expression.ts';

const noVariables = { variables: new Map(), objects: new Map() };

/** The value of an expression; where there is none, why. */
function evaluate(source: string): unknown {
  const compiled = compileExpression(source, noVariables);
  if (!compiled.ok) return compiled.message;
  const result = evaluateExpression(compiled.expression, new Map());
  return result.kind === 'value' ? result.value : result.message;
}

// What the libraries document, one property a line: each of them holds.
describe.each<[string, readonly string[]]>([
  [
    'literals',
    [
      "r'\\n'.size() == 2",
      "R'\\n'.size() == 2",
      "br'\\n'.size() == 2",
      "'\\a\\b\\f\\n\\r\\t\\v' == '\\x07\\x08\\x0c\\x0a\\x0d\\x09\\x0b'",
      "'\\u00e9\\U0001f600\\303' == 'é😀Ã'",
      "'\\\"\\'\\`\\?\\\\'.size() == 5",
      "b'\\xff' != b'\\303'",
      '0x1F == 31 && -0x1f == -31 && 1e3 == 1000.0 && .5 == 0.5',
      '0x1Fu == 31u && 7U == uint(7)',
      "'''a\nb''' == 'a\\nb'",
    ],
  ],
  [
    'texts',
    [
      "'tacocat'.indexOf('ac') == 1 && 'tacocat'.indexOf('a', 2) == 5 && 'tacocat'.indexOf('x') == -1",
      "'tacocat'.lastIndexOf('a') == 5 && 'tacocat'.lastIndexOf('a', 3) == 1",
      "'tacocat'.substring(4) == 'cat' && 'tacocat'.substring(0, 4) == 'taco'",
      "'tacocat'.substring(4, 4) == '' && 'tacocat'.substring(7) == ''",
      "'tacocat'.charAt(3) == 'o' && 'tacocat'.charAt(7) == ''",
      "'a,b,c'.split(',') == ['a', 'b', 'c'] && 'a,b,c'.split(',', 2) == ['a', 'b,c']",
      "'a,b'.split(',', 0) == [] && 'ab'.split('') == ['a', 'b'] && 'a,b'.split(',', -1) == ['a', 'b']",
      "'aaa'.replace('a', 'b') == 'bbb' && 'aaa'.replace('a', 'b', 2) == 'bba' && 'a'.replace('a', 'b', 0) == 'a'",
      "['a', 'b'].join() == 'ab' && ['a', 'b'].join('-') == 'a-b'",
      "' \\t a b \\n'.trim() == 'a b'",
      "'ÀB'.lowerAscii() == 'Àb' && 'àb'.upperAscii() == 'àB'",
      'strings.quote(\'a"\\n\') == \'"a\\\\"\\\\n"\'',
      "'abc123def45'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == ''",
      "'a1b22'.findAll('[0-9]+') == ['1', '22'] && 'a1b22'.findAll('[0-9]+', 1) == ['1'] && 'a1'.findAll('[0-9]+', 0) == []",
      "'abc'.matches('^a.c$') && !'abc'.matches('^b') && matches('abc', 'b')",
    ],
  ],
  [
    'formats',
    [
      "'%d %d'.format([1, 2u]) == '1 2'",
      "'%b %b %b'.format([5, 5u, true]) == '101 101 1'",
      "'%o %o'.format([8, 8u]) == '10 10'",
      "'%x %X %x %X'.format([255, 255u, 'hi', b'\\x0a']) == 'ff FF 6869 0A'",
      "'%s %s %s'.format(['a', 1, [1, 2]]) == 'a 1 [1, 2]'",
      "'%f %.2f %e'.format([1.5, 2.345, 1500.0]) == '1.500000 2.35 1.500000×10⁰³'",
      "'100%%'.format([]) == '100%'",
      "'%f %f %f'.format([double('NaN'), double('Infinity'), double('-Infinity')]) == 'NaN ∞ -∞'",
      "'%f %e %f'.format(['NaN', 'Infinity', '-Infinity']) == 'NaN ∞ -∞'",
    ],
  ],
  [
    'lists',
    [
      '[1, 2][dyn(1.0)] == 2 && [1, 2][dyn(0u)] == 1 && [1, 2][1] == 2',
      '[1, 2, 3].isSorted() && ![2, 1].isSorted() && [].isSorted()',
      '[1, 2, 3].sum() == 6 && [1.5, 2.5].sum() == 4.0 && [1u, 2u].sum() == 3u',
      '[3, 1, 2].min() == 1 && [3, 1, 2].max() == 3',
      '[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2',
      '[1, 2].indexOf(3) == -1 && [1, 2].lastIndexOf(3) == -1',
      '[1, 2, 3, 4].slice(1, 3) == [2, 3] && [1].slice(1, 1) == []',
      '[[1], [2]].flatten() == [1, 2] && [[[1]], [[2]]].flatten(2) == [1, 2]',
      'lists.range(3) == [0, 1, 2] && [1, 2, 3].reverse() == [3, 2, 1]',
      '[1, 2, 1].distinct() == [1, 2] && [3, 1, 2].sort() == [1, 2, 3]',
      "['b', 'a'].sort() == ['a', 'b'] && ['bb', 'a'].sortBy(text, size(text)) == ['a', 'bb']",
      '[1, 2, 3].first() == optional.of(1) && [1, 2, 3].last() == optional.of(3)',
      '[].first() == optional.none() && [].last() == optional.none()',
      'sets.contains([1, 2], [2]) && !sets.contains([1], [2])',
      'sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [2])',
      'sets.equivalent([1, 2, 1], [2, 1]) && !sets.equivalent([1], [1, 2])',
    ],
  ],
  [
    'macros',
    [
      '[1, 2].all(i, v, v == i + 1) && [1, 2].exists(i, v, i == 1 && v == 2) && [1, 2].existsOne(i, v, v > 1)',
      '[1, 2].transformList(i, v, i + v) == [1, 3] && [1, 2].transformList(i, v, i > 0, v) == [2]',
      "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2}",
      '[1, 2].map(x, x > 1, x * 2) == [4] && [1, 2].filter(x, x > 1) == [2] && [1, 2].exists_one(x, x == 1)',
      "has({'a': 1}.a) && !has({'a': 1}.b)",
    ],
  ],
  [
    'optionals',
    [
      "optional.of(1).hasValue() && !optional.none().hasValue() && !optional.ofNonZeroValue('').hasValue()",
      'optional.none().orValue(2) == 2 && optional.of(1).or(optional.of(2)).value() == 1',
      "{'a': 1}[?'a'] == optional.of(1) && {'a': 1}[?'b'] == optional.none() && [1][?1] == optional.none()",
      "{'a': 1}.?a.orValue(0) == 1 && [?optional.none(), 1] == [1] && {?'a': optional.none()} == {}",
      'optional.of(1).optMap(x, x + 1).value() == 2 && optional.of(1).optFlatMap(x, optional.of(x)).value() == 1',
      'optional.of(1) != optional.of(2) && optional.of(1) != optional.none() && optional.none() == optional.none()',
    ],
  ],
  [
    'addresses',
    [
      "isIP('10.0.0.1') && isIP('::1') && !isIP('10.0.0') && !isIP('10.0.0.256') && !isIP('01.0.0.1') && !isIP('')",
      "isIP('1:2:3:4:5:6:7:8') && !isIP('1:2:3:4:5:6:7') && !isIP('1::2::3') && !isIP('12345::') && !isIP('::g')",
      "!isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0') && !isIP('1:2:3:4:5:6:7:8:9') && !isIP(':1')",
      "ip('::1') == ip('0:0:0:0:0:0:0:1') && ip('::1') != ip('::2') && ip('0.0.0.1') != ip('::1')",
      "ip('127.0.0.1').family() == 4 && ip('::1').family() == 6 && ip.isCanonical('::1') && !ip.isCanonical('0::1')",
      "ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified() && !ip('::1').isUnspecified()",
      "ip('127.0.0.9').isLoopback() && ip('::1').isLoopback() && !ip('128.0.0.1').isLoopback()",
      "ip('224.0.0.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast()",
      "ip('169.254.1.1').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && !ip('169.253.1.1').isLinkLocalUnicast()",
      "ip('8.8.8.8').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast() && !ip('224.0.0.1').isGlobalUnicast()",
      "isCIDR('10.0.0.0/8') && isCIDR('::/0') && !isCIDR('10.0.0.0') && !isCIDR('10.0.0.0/33') && !isCIDR('::/129')",
      "cidr('10.0.0.0/8').containsIP('10.1.2.3') && cidr('10.0.0.0/8').containsIP(ip('10.1.2.3')) && !cidr('10.0.0.0/8').containsIP('11.0.0.0')",
      "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
      "cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').prefixLength() == 8",
      "cidr('10.0.0.0/8') != cidr('10.0.0.0/9') && cidr('10.0.0.0/8') != cidr('11.0.0.0/8') && cidr('10.0.0.0/8').ip() == ip('10.0.0.0')",
    ],
  ],
  [
    'URLs',
    [
      "isURL('https://a.b:80/c?d=e') && isURL('/a') && !isURL('a b') && !isURL('../x') && !isURL('https://a:b/')",
      "url('https://u@a.b:80/c%20d?e=f').getScheme() == 'https' && url('/a').getScheme() == ''",
      "url('https://a.b:80/').getHost() == 'a.b:80' && url('https://a.b:80/').getHostname() == 'a.b' && url('https://a.b:80/').getPort() == '80'",
      "url('https://[::1]:80/').getHost() == '[::1]:80' && url('https://[::1]:80/').getHostname() == '::1' && url('https://[::1]/').getPort() == ''",
      "url('https://a/c d').getEscapedPath() == '/c%20d' && url('https://a').getEscapedPath() == ''",
      "url('https://a/?k=v&k=w&l=').getQuery() == {'k': ['v', 'w'], 'l': ['']}",
      "url('https://a/') == url('https://a/') && url('https://a/') != url('https://a/b')",
    ],
  ],
  [
    'quantities',
    [
      "isQuantity('1.5Gi') && !isQuantity('1.5X') && quantity('1k') == quantity('1000') && quantity('1') != quantity('2')",
      "quantity('5').isInteger() && !quantity('1.5').isInteger() && quantity('5').asInteger() == 5",
      "quantity('1.5').asApproximateFloat() == 1.5 && sign(quantity('-1')) == -1 && sign(quantity('0')) == 0 && sign(quantity('1')) == 1",
      "quantity('2').isGreaterThan(quantity('1')) && !quantity('1').isGreaterThan(quantity('1'))",
      "quantity('1').isLessThan(quantity('2')) && !quantity('1').isLessThan(quantity('1'))",
      "quantity('1').compareTo(quantity('2')) == -1 && quantity('2').compareTo(quantity('1')) == 1 && quantity('1').compareTo(quantity('1000m')) == 0",
      "quantity('1').add(quantity('2')) == quantity('3') && quantity('1').add(2) == quantity('3')",
      "quantity('3').sub(quantity('2')) == quantity('1') && quantity('3').sub(1) == quantity('2')",
    ],
  ],
  [
    'versions',
    [
      "isSemver('1.2.3') && isSemver('1.2.3-a.1+b') && !isSemver('1.2') && !isSemver('v1.2.3') && !isSemver('01.2.3')",
      "isSemver('v1.2', true) && semver('v1', true) == semver('1.0.0') && !isSemver('', true)",
      "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
      "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0').isGreaterThan(semver('1.0.0-a'))",
      "semver('1.0.0-1').isLessThan(semver('1.0.0-a')) && semver('1.0.0-a').isLessThan(semver('1.0.0-a.1'))",
      "semver('1.0.0-2').isLessThan(semver('1.0.0-10')) && semver('1.0.0+a').compareTo(semver('1.0.0+b')) == 0",
    ],
  ],
  [
    'named formats',
    [
      "format.named('nope') == optional.none() && format.dns1123Label().validate('a-b') == optional.none()",
      "format.dns1123Label().validate('A').value().size() > 0 && format.dns1123Label().validate('a'.replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).hasValue()",
      "!format.dns1123Subdomain().validate('a.b').hasValue() && format.dns1123Subdomain().validate('a..b').hasValue()",
      "!format.dns1035Label().validate('a1').hasValue() && format.dns1035Label().validate('1a').hasValue()",
      "!format.qualifiedName().validate('a/b').hasValue() && format.qualifiedName().validate('a/b/c').hasValue()",
      "!format.labelValue().validate('').hasValue() && format.labelValue().validate('a b').hasValue()",
      "!format.dns1123LabelPrefix().validate('a-').hasValue() && !format.dns1123SubdomainPrefix().validate('a.b-').hasValue()",
      "!format.uri().validate('https://a').hasValue() && format.uri().validate('a b').hasValue()",
      "!format.uuid().validate('00000000-0000-0000-0000-000000000000').hasValue() && format.uuid().validate('0').hasValue()",
      "!format.byte().validate('aGk=').hasValue() && format.byte().validate('a').hasValue()",
      "!format.date().validate('2024-02-29').hasValue() && format.date().validate('2023-02-29').hasValue()",
      "!format.datetime().validate('2024-01-01T00:00:00Z').hasValue() && format.datetime().validate('2024-01-01').hasValue()",
    ],
  ],
  [
    'times',
    [
      "duration('1h30m').getMinutes() == 90 && duration('90s').getSeconds() == 90 && duration('1.5s').getMilliseconds() == 1500",
      "timestamp('2024-02-29T12:30:15.250Z').getFullYear() == 2024 && timestamp('2024-02-29T12:30:15.250Z').getMonth() == 1",
      "timestamp('2024-02-29T12:30:15Z').getDate() == 29 && timestamp('2024-02-29T12:30:15Z').getDayOfMonth() == 28",
      "timestamp('2024-02-29T12:30:15Z').getDayOfWeek() == 4 && timestamp('2024-02-29T12:30:15Z').getDayOfYear() == 59",
      "timestamp('2024-02-29T23:30:15Z').getHours('+02:00') == 1 && timestamp('2024-02-29T23:30:15Z').getHours('-02:00') == 21 && timestamp('2024-02-29T12:30:15.250Z').getMilliseconds() == 250",
      "timestamp('2024-01-01T12:00:00+02:30') == timestamp('2024-01-01T09:30:00Z') && timestamp('2024-01-01T12:00:00-02:30') == timestamp('2024-01-01T14:30:00Z')",
      "timestamp('2024-01-02T00:00:00Z') - timestamp('2024-01-01T00:00:00Z') == duration('24h')",
    ],
  ],
  [
    'conversions',
    [
      "int('7') == 7 && int(7u) == 7 && int(7.9) == 7 && int(-7.9) == -7 && int(timestamp('1970-01-01T00:00:07Z')) == 7",
      "uint('7') == 7u && double('1.5') == 1.5 && double(2) == 2.0 && string(1.5) == '1.5' && string(b'a') == 'a'",
      "['1', 't', 'T', 'TRUE', 'true', 'True'].all(text, bool(text))",
      "['0', 'f', 'F', 'FALSE', 'false', 'False'].all(text, !bool(text))",
      "string(true) == 'true' && string(7u) == '7' && string(duration('90s')) == '90s' && bytes('é') == b'\\xc3\\xa9'",
      'type(1) == int && type(1u) == uint && type(1) != type(1u) && type([]) == list && type({}) == map && type(null) == null_type',
      "type(1.0) == double && type('') == string && type(b'') == bytes && type(true) == bool && type(type(1)) == type",
      'dyn(1) == 1u && dyn(1) == 1.0 && 1 < dyn(1.5) && dyn([1]) == [1.0]',
    ],
  ],
])('%s', (_, properties) => {
  test.each(properties)('%s', (property) => {
    expect(evaluate(property)).toBe(true);
  });
});

describe('there is no value', () => {
  test.each([
    ["'abc'.substring(2, 1)", 'invalid substring range. start: 2, end: 1'],
    ["'abc'.substring(4)", 'index out of range: 4'],
    ["'%d'.format(['a'])", 'decimal clause'],
    ["'%b'.format(['a'])", 'only integers and bools'],
    ["'%o'.format(['a'])", 'octal clause'],
    ["bool('yes')", 'type conversion error'],
    ["int('4.2')", 'type conversion error'],
    ["'%s'.format([])", 'index 0 out of range'],
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['[1][1]', 'index out of bounds: 1'],
    ["{'a': 1}['b']", 'no such key: b'],
    ['[].min()', 'min called on empty list'],
    ["quantity('1.5').asInteger()", 'cannot convert value to integer'],
  ])('of %s', (source, message) => {
    expect(evaluate(source)).toContain(message);
  });
});
