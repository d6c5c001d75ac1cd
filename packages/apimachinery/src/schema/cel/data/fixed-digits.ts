/** Exactly rounded decimals of any size, half to even on the exact binary value. */
export function fixedDigits(value: number, precision: number): string {
  const exact = exactDecimal(Math.abs(value));
  const scale = 10n ** BigInt(precision);
  const scaled = exact.numerator * scale;
  const rounded = roundHalfEven(scaled, exact.denominator);
  const digits = String(rounded).padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  return precision === 0 ? whole : `${whole}.${digits.slice(digits.length - precision)}`;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A finite double as a fraction: every double is an integer times a power of two. */
function exactDecimal(value: number): Fraction {
  let shift = 0;
  let mantissa = value;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    shift += 1;
  }
  return { numerator: BigInt(mantissa), denominator: 2n ** BigInt(shift) };
}

function roundHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}
