import { inBoth } from './in-both.ts';

/** Why what a page shows may be old, or nothing is. */
export interface PageWords {
  readonly over: string;
  readonly startAgain: string;
  readonly silent: string;
  readonly askedAgain: string;
  readonly notSeen: string;
  readonly nothing: string;
  /** What stands before a sentence, with the space between them. */
  readonly old: string;
}

export const pageWords = inBoth<PageWords>(
  {
    over: 'The session has ended',
    startAgain: 'Start archipelago console again, and open the link that it prints.',
    silent: 'The console does not answer',
    askedAgain: 'It is asked again until it does; see whether it runs in its terminal.',
    notSeen: 'The cluster could not be looked at',
    nothing: 'There is nothing to show',
    old: 'What is shown is what was seen last. ',
  },
  {
    over: 'セッションが終了しました',
    startAgain: 'archipelago console をもう一度実行し、表示されるリンクを開いてください。',
    silent: 'コンソールが応答しません',
    askedAgain: '応答するまで再接続を試みます。端末でコンソールが動作しているか確認してください。',
    notSeen: 'クラスターを確認できませんでした',
    nothing: '表示するものがありません',
    old: '表示しているのは最後に確認できた状態です。',
  },
);
