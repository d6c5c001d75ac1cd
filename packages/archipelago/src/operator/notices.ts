import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import type { EventRecorder } from '@archipelago/kube-client';
import type { Finding } from '../api/finding.ts';
import type { OperatorEvent } from './options/operator-event.ts';

interface NoticesOptions {
  readonly recorder: Pick<EventRecorder, 'record'>;
  readonly onEvent: (event: OperatorEvent) => void;
}

/** Of one pass; thousands of images can fail for one reason. */
const mostAtOnce = 20;

/** Tells what is odd about a HyperConverged, by an event on it and in the log: once, and again when it came back. */
export class Notices {
  readonly #options: NoticesOptions;
  #told: ReadonlySet<string> = new Set();

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  /** Everything that is odd now; called again and again. */
  tell(about: JsonObject, findings: readonly Finding[]): void {
    const odd = new Map(findings.map((finding) => [keyOf(finding), finding]));
    const news = [...odd].filter(([key]) => !this.#told.has(key));
    for (const [, finding] of news.slice(0, mostAtOnce)) this.#say(about, finding.reason, textOf(finding));
    if (news.length > mostAtOnce)
      this.#say(
        about,
        'MoreFindings',
        `${news.length - mostAtOnce} more of this kind; \`archipelago images doctor\` tells all`,
      );
    this.#told = new Set(odd.keys());
  }

  #say(about: JsonObject, reason: string, message: string): void {
    const { recorder, onEvent } = this.#options;
    onEvent({ type: 'problem', message, of: 'operands' });
    if (isKubernetesObject(about)) recorder.record({ about, type: 'Warning', reason, message });
  }
}

/** The words may change from attempt to attempt. */
function keyOf({ reason, at, message }: Finding): string {
  return JSON.stringify([reason, at ?? message]);
}

function textOf({ at, message, fix }: Finding): string {
  const said = at === undefined ? message : `${at} ${message}`;
  return fix === undefined ? said : `${said}. Fix: ${fix}`;
}
