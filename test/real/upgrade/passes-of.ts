import type { PlayedOperator } from '../image/follow-operator.ts';

/** How often it has looked at the operands. */
export async function passesOf(replica: PlayedOperator): Promise<number> {
  const page = await fetch(`http://127.0.0.1:${await replica.port('metrics')}/metrics`);
  const found = (await page.text()).matchAll(
    /^archipelago_reconciles_total\{controller="HyperConverged".*\} (\d+)$/gm,
  );
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}
