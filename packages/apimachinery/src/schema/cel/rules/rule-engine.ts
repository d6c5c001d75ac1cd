import type { RuleEngine } from '../../structural/compile-schema.ts';
import { compileRules, evaluateRules } from './compile-rules.ts';

/** CEL for `compileSchema`: compiles a schema's rules once, then runs them on every object. */
export const ruleEngine: RuleEngine = (schema) => {
  const rules = compileRules(schema);
  return (self, oldSelf) => evaluateRules(rules, { self, oldSelf });
};
