import type { ToldAlert } from '../../../observability/alerts/told-alert.ts';

/** An alert as it is printed. */
export interface ShownAlert extends Omit<ToldAlert, 'since'> {
  readonly state: 'pending' | 'firing';
  /** RFC 3339; undefined: nobody knows. */
  readonly since: string | undefined;
}
