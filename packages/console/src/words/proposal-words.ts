import { inBoth } from './in-both.ts';

/** What is said of writes that are shown before they are made. */
export interface ProposalWords {
  readonly asking: string;
  readonly accepts: string;
  readonly refuses: string;
  readonly mayNot: string;
  readonly failed: string;
  readonly nothing: string;
  readonly changed: string;
  readonly done: string;
  readonly halfDone: (count: number) => string;
  readonly verbs: Readonly<Record<string, string>>;
  readonly signs: Readonly<Record<'+' | '-' | '~' | '!', string>>;
  readonly keptBy: (keeper: string) => string;
  readonly force: string;
  readonly effects: string;
  readonly carryOut: string;
  readonly carryingOut: string;
  readonly lookAgain: string;
  readonly undo: string;
  readonly saveUndo: string;
  readonly close: string;
  readonly because: string;
}

export const proposalWords = inBoth<ProposalWords>(
  {
    asking: 'The cluster is being asked…',
    accepts: 'The cluster would accept this',
    refuses: 'The cluster would refuse this',
    mayNot: 'You may not do this; somebody else has to',
    failed: 'This could not be looked at',
    nothing: 'There is nothing to write',
    changed: 'Something has changed since this was shown; nothing was written. Look at it again.',
    done: 'Done',
    halfDone: (count) => `It stopped after ${count} of these writes`,
    verbs: { create: 'created', change: 'changed', delete: 'deleted' },
    signs: { '+': 'comes', '-': 'goes', '~': 'changes', '!': 'in the way' },
    keptBy: (keeper) => `${keeper} looks after it, and would write it back. Change it there.`,
    force: 'Write it all the same',
    effects: 'What follows',
    carryOut: 'Carry it out',
    carryingOut: 'It is being written…',
    lookAgain: 'Look again',
    undo: 'Take it back',
    saveUndo: 'Save the way back',
    close: 'Close',
    because: 'because: ',
  },
  {
    asking: 'クラスターに問い合わせています…',
    accepts: 'クラスターはこの変更を受け入れます',
    refuses: 'クラスターはこの変更を拒否します',
    mayNot: 'この操作の権限がありません。権限を持つ人に依頼してください',
    failed: '確認できませんでした',
    nothing: '書き込む内容はありません',
    changed: '表示後に状態が変わったため、何も書き込みませんでした。もう一度確認してください。',
    done: '完了しました',
    halfDone: (count) => `${count} 件書き込んだところで停止しました`,
    verbs: { create: '作成', change: '変更', delete: '削除' },
    signs: { '+': '追加', '-': '削除', '~': '変更', '!': '障害' },
    keptBy: (keeper) => `${keeper} が管理しているため、元に戻されます。管理元で変更してください。`,
    force: 'それでも書き込む',
    effects: '影響',
    carryOut: '実行',
    carryingOut: '書き込んでいます…',
    lookAgain: 'もう一度確認',
    undo: '元に戻す',
    saveUndo: '元に戻す手順を保存',
    close: '閉じる',
    because: '理由: ',
  },
);
