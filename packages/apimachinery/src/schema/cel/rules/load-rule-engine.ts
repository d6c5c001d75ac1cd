import type { RuleEngine } from '../../structural/compile-schema.ts';

/** The CEL engine, loaded when it is asked for: a program that starts often does not pay for rules that no object needs. */
export async function loadRuleEngine(): Promise<RuleEngine> {
  return (await import('./rule-engine.ts')).ruleEngine;
}
