import type { ApplyResult } from '../apply/apply-server-side.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, refuse } from '../refusals/status.ts';

/** Why an apply was not merged. */
export function refusedApply(result: Extract<ApplyResult, { ok: false }>): Refusal {
  switch (result.status) {
    case 400:
      return badRequest(result.message);
    case 500:
      return internal(result.message);
    case 409: {
      const causes = result.causes.map(({ message, field }) => ({
        reason: 'FieldManagerConflict',
        message,
        field,
      }));
      return refuse({ code: 409, message: result.message, reason: 'Conflict', details: { causes } });
    }
  }
}
