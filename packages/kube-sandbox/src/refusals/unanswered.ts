import { Refusal } from './refusal.ts';

/** The request cannot be answered before somebody else was asked. It goes back as a refusal does; no client ever sees it. */
export class Unanswered extends Refusal {
  constructor() {
    super({ kind: 'Status', apiVersion: 'v1', status: 'Failure' }, 500);
  }
}
