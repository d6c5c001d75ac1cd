import { canonicalQuantity, parseQuantity } from '@archipelago/apimachinery';

const mebibyte = 1024n ** 2n;

/** An amount of memory as Kubernetes writes it (`64Gi`), in bytes; 0 where it is none. */
export function bytesOf(text: string): bigint {
  const parsed = parseQuantity(text);
  if (!parsed.ok || text === '') return 0n;
  const { unscaled, exponent } = parsed.quantity;
  return exponent >= 0 ? unscaled * 10n ** BigInt(exponent) : unscaled / 10n ** BigInt(-exponent);
}

/** As Kubernetes writes it, rounded up to whole MiB: `32Gi`. */
export function bytesText(bytes: bigint): string {
  const unscaled = ((bytes + mebibyte - 1n) / mebibyte) * mebibyte;
  return canonicalQuantity({ unscaled, exponent: 0, format: 'BinarySI', wide: false });
}
