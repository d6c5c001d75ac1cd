import { topics } from '../../doctor/checks.ts';
import type { Facts } from '../../doctor/facts/facts.ts';
import { examine } from '../../doctor/model/examine.ts';
import type { Report } from '../../doctor/model/report.ts';

const checks = topics.flatMap((topic) => topic.checks);

/** The checks. A module of its own, so that an operator that asks no doctor does not load them. */
export const doctorKnowledge = {
  topics,
  ask: (facts: Facts): Report => examine(checks, facts),
};
