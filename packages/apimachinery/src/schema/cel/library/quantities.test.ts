import { describe, expect, test } from 'vitest';
import { answerTo } from '../answer-to.test-support.ts';

describe.each<[string, readonly (readonly [string, string])[]]>([
  [
    'quantities',
    [
      ["isQuantity('1.3Gi')", 'true'],
      ["isQuantity('1.3G')", 'true'],
      ["isQuantity('1,3')", 'false'],
      ["isQuantity('')", 'false'],
      ["isQuantity('1.3K')", 'false'],
      [
        "quantity('abc')",
        "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ],
      [
        "quantity('')",
        "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
      ],
      ["quantity('1Gi') == quantity('1024Mi')", 'true'],
      ["quantity('1') == quantity('1.0')", 'true'],
      ["quantity('1') == quantity('1001m')", 'false'],
      ["sign(quantity('-1m'))", '-1'],
      ["sign(quantity('0'))", '0'],
      ["sign(quantity('1n'))", '1'],
      [
        "quantity('1').sign()",
        "1:19 found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'",
      ],
      ["quantity('2').isGreaterThan(quantity('1'))", 'true'],
      ["quantity('1').isGreaterThan(quantity('1'))", 'false'],
      ["quantity('0').isGreaterThan(quantity('1'))", 'false'],
      ["quantity('2').isLessThan(quantity('1'))", 'false'],
      ["quantity('1').isLessThan(quantity('1'))", 'false'],
      ["quantity('0').isLessThan(quantity('1'))", 'true'],
      ["quantity('0').compareTo(quantity('1'))", '-1'],
      ["quantity('1').compareTo(quantity('1000m'))", '0'],
      ["quantity('2').compareTo(quantity('1'))", '1'],
      ["quantity('50k').asInteger()", '50000'],
      ["quantity('1500m').asInteger()", 'error: cannot convert value to integer'],
      ["quantity('9223372036854775807').asInteger()", 'error: cannot convert value to integer'],
      ["quantity('9223372036854775808').asInteger()", 'error: cannot convert value to integer'],
      ["quantity('50k').isInteger()", 'true'],
      ["quantity('1500m').isInteger()", 'false'],
      ["quantity('9223372036854775808').isInteger()", 'false'],
      ["quantity('1.5').asApproximateFloat()", '1.5'],
      ["quantity('1Ki').asApproximateFloat()", '1024.0'],
      ["quantity('-1.5').asApproximateFloat()", '-1.5'],
      ["quantity('1').add(quantity('500m')) == quantity('1500m')", 'true'],
      ["quantity('1').add(1) == quantity('2')", 'true'],
      ["quantity('1').add(-1) == quantity('0')", 'true'],
      ["quantity('1').sub(quantity('500m')) == quantity('500m')", 'true'],
      ["quantity('1').sub(3) == quantity('-2')", 'true'],
      [
        "quantity('1').add('1')",
        "1:18 found no matching overload for 'add' applied to 'kubernetes.Quantity.(string)'",
      ],
      ["dyn(quantity('1')) == dyn(1)", 'false'],
    ],
  ],
])('%s', (_, cases) => {
  test.each(cases)('%s', (source, answer) => {
    expect(answerTo(source)).toBe(answer);
  });
});
