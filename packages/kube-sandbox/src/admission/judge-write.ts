import type { Call } from '../calls/call.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { checkEscalation } from './check-escalation.ts';
import { checkOwners } from './check-owners.ts';
import { checkLimits } from './limits/check-limits.ts';
import { checkPodSecurity } from './pod-security/check-pod-security.ts';
import { enforcePolicies } from './policies/enforce-policies.ts';
import type { Write } from './policies/policy-review.ts';
import { checkQuotas } from './quota/check-quotas.ts';
import { judgeByWebhooks } from './webhooks/judge-by-webhooks.ts';

/** What is to be said against an object that is about to be stored, whatever its kind makes of it. */
export function judgeWrite(call: Call, write: Write): Refusal | undefined {
  return (
    checkEscalation(call, write) ??
    checkLimits(call, write) ??
    checkPodSecurity(call, write) ??
    checkOwners(call, write) ??
    judgeByRules(call, write) ??
    checkQuotas(call, write)
  );
}

/** What policies, and after them webhooks, say against a write. */
export function judgeByRules(call: Call, write: Write): Refusal | undefined {
  return enforcePolicies(call, write) ?? judgeByWebhooks(call, write);
}
