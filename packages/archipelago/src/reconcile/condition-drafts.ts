export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition of the HyperConverged without its time. */
export interface ConditionDraft {
  readonly type: string;
  readonly status: ConditionStatus;
  /** One CamelCase word for programs. */
  readonly reason: string;
  readonly message: string;
}

/** By type. */
export type Drafts = Map<string, ConditionDraft>;

type Line = readonly [type: string, status: ConditionStatus, reason: string, message: string];

/** Says it, whatever was said before. */
export function put(drafts: Drafts, [type, status, reason, message]: Line): void {
  drafts.set(type, { type, status, reason, message });
}

/** Says it where nobody has said anything. */
export function putUnlessThere(drafts: Drafts, line: Line): void {
  if (!drafts.has(line[0])) put(drafts, line);
}
