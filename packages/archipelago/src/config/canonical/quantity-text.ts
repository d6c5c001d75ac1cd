import { canonicalQuantity, parseQuantity } from '@archipelago/apimachinery';

/** An amount in the spelling Kubernetes prints: `2048Mi` → `2Gi`; text that is no amount stays as it is. */
export function quantityText(value: string | number | bigint): string {
  const text = String(value);
  const parsed = parseQuantity(text);
  if (!parsed.ok) return text;
  const { text: _, ...quantity } = parsed.quantity;
  return canonicalQuantity(quantity);
}
