import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { admit } from '../../../config/admit.ts';
import type { FieldFinding } from '../../../config/framework/setting.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import type { OpenCluster } from '../../cluster/open-cluster.ts';
import { unknownField } from '../../input/report.ts';

/** What admission would say of a HyperConverged. */
interface Judged {
  readonly allowed: boolean;
  /** As it would be stored. */
  readonly object: JsonObject;
  /** Refusals and warnings. */
  readonly findings: readonly FieldFinding[];
}

/** Judges a HyperConverged in the place of the stored one, whose identity and status it keeps. */
export async function judgeWanted(
  start: JsonObject,
  cluster: OpenCluster,
  edit: (placed: JsonObject) => JsonObject = (placed) => placed,
): Promise<Judged> {
  const { hyperConverged: stored, inputs, operandRefusals } = cluster;
  const object = edit(inPlaceOf(stored, start));
  const operation = stored === undefined ? 'create' : 'update';
  const asked = operandRefusals === undefined ? {} : { operandRefusals };
  const request = { operation, object, oldObject: stored, inputs, ...asked } as const;
  const verdict = admit(request, await loadEngines(object));
  const unknownFields = verdict.unknownFields.map((field) => unknownField(field, 'warning'));
  const findings = [...verdict.findings, ...unknownFields];
  return { allowed: verdict.allowed, object: verdict.allowed ? verdict.object : object, findings };
}

/** Identity and status of the stored object, whatever a file says. */
function inPlaceOf(stored: JsonObject | undefined, start: JsonObject): JsonObject {
  // a server drops the status of what is created
  if (stored === undefined) return { ...start, status: undefined };
  const [own, theirs] = [stored.metadata, start.metadata].map((value) => objectAt(value));
  return { ...start, metadata: { ...own, ...theirs }, status: stored.status };
}
