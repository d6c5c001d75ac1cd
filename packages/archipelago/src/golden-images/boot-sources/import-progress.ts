import { conditionOf } from '@archipelago/apimachinery';
import type { ImageKnowledge } from '../images/image-knowledge.ts';
import { probeFixes } from '../images/probe-fixes.ts';
import type { LiveCron } from './observed-boot-sources.ts';

/** How far the first import of a cron is, and why no further. */
type ImportProgress =
  | { readonly state: 'waiting' | 'importing'; readonly cause: string }
  /** It does not come by itself. */
  | { readonly state: 'failed'; readonly cause: string; readonly fix: string };

/** What is known to be wrong with an image, from its registry. */
export type ImageFailure = Pick<Extract<ImageKnowledge, { kind: 'failed' }>, 'reason' | 'message'>;

/** CDI's words; where it gives no reason, what the registry told us. */
export function importProgress({ object }: LiveCron, failure: ImageFailure | undefined): ImportProgress {
  const progress = conditionOf(object, 'Progressing');
  const upToDate = conditionOf(object, 'UpToDate');
  const words = wordsOf(progress) || wordsOf(upToDate);
  if (progress?.status === 'True') return { state: 'importing', cause: words };
  if (!idle.includes(textOf(progress?.reason))) return { state: 'failed', cause: words, fix: importFix };
  return notBegun(upToDate, failure) ?? { state: 'waiting', cause: words || 'CDI has not begun' };
}

/** Why there is nothing to import yet; undefined: nobody knows. */
function notBegun(upToDate: Condition, failure: ImageFailure | undefined): ImportProgress | undefined {
  if (tellsWhy(upToDate)) {
    const fix = failure === undefined ? digestFix : probeFixes[failure.reason];
    return { state: 'failed', cause: wordsOf(upToDate), fix };
  }
  return failure && withoutRegistry(failure, textOf(upToDate?.reason) === 'NoDigest');
}

type Condition = ReturnType<typeof conditionOf>;

/** What CDI says while it has not heard from the registry. */
const beginnings = ['', 'No source digest', 'No source digest yet'];

function tellsWhy(upToDate: Condition): boolean {
  return textOf(upToDate?.reason) === 'NoDigest' && !beginnings.includes(textOf(upToDate?.message));
}

const idle = ['', 'NoImport', 'NoDigest', 'ImportScheduled'];

const importFix =
  'see `kubectl describe` of the DataImportCron and its DataVolume, and the importer pod there';
const digestFix =
  'check address, login and certificate of the image; name a registry without TLS in spec.storageImport.insecureRegistries';

/** CDI may reach what the operator does not, and a registry that asks us to wait answers later by itself. */
function withoutRegistry({ reason, message }: ImageFailure, lacksDigest: boolean): ImportProgress {
  const cause = `${reason}: ${message}`;
  return lacksDigest && reason !== 'rateLimited'
    ? { state: 'failed', cause, fix: probeFixes[reason] }
    : { state: 'waiting', cause };
}

function wordsOf(condition: Condition): string {
  const { reason, message } = condition ?? {};
  return [reason, message].filter((word) => textOf(word) !== '').join(': ');
}

function textOf(word: unknown): string {
  return typeof word === 'string' ? word : '';
}
