import { type JsonObject, type JsonValue, listAt, textAt, timestamp } from '@archipelago/apimachinery';

export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** A condition with its times, which move with what it says only; `before` are the conditions so far. */
export function timedCondition(one: Condition, before: JsonValue | undefined, now: number): JsonObject {
  const known: readonly JsonValue[] = listAt(before);
  const old = known.find((each) => textAt(each, 'type') === one.type);
  const isSame = textAt(old, 'status') === one.status;
  const unchanged = isSame && textAt(old, 'message') === one.message && textAt(old, 'reason') === one.reason;
  return {
    ...one,
    lastTransitionTime: (isSame && textAt(old, 'lastTransitionTime')) || timestamp(now),
    lastHeartbeatTime: (unchanged && textAt(old, 'lastHeartbeatTime')) || timestamp(now),
  };
}
