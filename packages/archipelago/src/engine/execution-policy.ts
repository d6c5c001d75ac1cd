/** How the actions of a planner depend on each other, where no action says so itself. */
export interface ExecutionPolicy {
  /** All at the same time; or in order, of which so many creates in a row at the same time. */
  readonly parallel: 'all' | { readonly creates: number };
  /** After something was not as it was seen. */
  readonly onStale: 'continue' | 'deleteNothing' | 'stop';
  /** After a refusal. Statuses tell how things stand. */
  readonly onRefusal: 'continue' | 'statusesOnly';
}
