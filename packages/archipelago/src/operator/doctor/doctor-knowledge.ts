import { topics } from '../../doctor/checks.ts';
import type { Facts } from '../../doctor/facts/facts.ts';
import { applyIgnores } from '../../doctor/ignore/apply-ignores.ts';
import { examine } from '../../doctor/model/examine.ts';
import type { Report } from '../../doctor/model/report.ts';

const checks = topics.flatMap((topic) => topic.checks);

/** The checks. A module of its own, so that an operator that asks no doctor does not load them. */
export const doctorKnowledge = {
  topics,
  /** Without what annotations say is meant so. */
  ask: (facts: Facts): Report => {
    const report = examine(checks, facts);
    return { ...report, findings: applyIgnores(report, facts, [], facts.now).findings };
  },
};
