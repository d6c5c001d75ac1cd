import { inBoth } from './in-both.ts';

/** The plan of an edit, applying it, and what came of it. */
export interface EditWords {
  readonly planning: string;
  readonly apply: string;
  readonly applying: string;
  readonly nothingDone: string;
  readonly because: (cause: string) => string;
  readonly signs: Readonly<Record<'+' | '-' | '~' | '!', string>>;
  readonly elsewhere: string;
  readonly command: string;
  readonly all: string;
  readonly link: string;
  readonly manifest: string;
  readonly manifestHelp: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyManifest: string;
  readonly save: string;
  readonly stored: string;
  readonly storedNothing: string;
  readonly storedLines: string;
  readonly undo: string;
  readonly changed: string;
  readonly changedLines: string;
  readonly by: (who: string) => string;
  readonly byNobody: string;
  readonly planAgain: string;
  readonly gone: string;
  readonly refused: string;
  readonly mayNot: string;
  readonly kept: (keeper: string) => string;
  readonly notKnown: string;
  readonly notApplied: string;
}

const en: EditWords = {
  planning: 'The plan is being made…',
  apply: 'Apply',
  applying: 'Applying…',
  nothingDone: 'The operator would do nothing.',
  because: (cause) => `because: ${cause}`,
  signs: { '+': 'comes', '-': 'goes', '~': 'changes', '!': 'in the way' },
  elsewhere: 'To make this change elsewhere',
  command: 'The command that makes this change',
  all: 'Show all of it',
  link: 'A link to this plan',
  manifest: 'Manifest for Git',
  manifestHelp:
    'The whole HyperConverged after this change: what people write, without values that are the default here.',
  copy: 'Copy',
  copied: 'Copied',
  copyManifest: 'Copy the manifest',
  save: 'Save as a file',
  stored: 'This is stored',
  storedNothing: 'It was stored so already.',
  storedLines: 'What was stored',
  undo: 'Plan the way back',
  changed: 'Nothing was stored: it was changed after this plan was made',
  changedLines: 'What was changed meanwhile',
  by: (who) => `by ${who}`,
  byNobody: 'who did it is not recorded',
  planAgain: 'Plan again on the new state',
  gone: 'Nothing was stored: the HyperConverged that this was planned for is gone',
  refused: 'Nothing was stored: the cluster has refused this',
  mayNot: 'Nothing was stored: you may not make this change',
  kept: (keeper) => `Nothing was stored: ${keeper} keeps it, and would write it back. Plan it again`,
  notKnown: 'Whether this was stored is not known; plan again to see',
  notApplied: 'Nothing was stored',
};

const ja: EditWords = {
  planning: '計画を作成しています…',
  apply: '適用',
  applying: '適用しています…',
  nothingDone: 'オペレーターが行う処理はありません。',
  because: (cause) => `理由: ${cause}`,
  signs: { '+': '追加', '-': '削除', '~': '変更', '!': '障害' },
  elsewhere: 'ほかの方法でこの変更を行う',
  command: 'この変更を行うコマンド',
  all: 'すべて表示',
  link: 'この計画へのリンク',
  manifest: 'Git 用マニフェスト',
  manifestHelp:
    '変更後の HyperConverged 全体です。ユーザーが記述する部分のみで、このクラスターの既定値と同じ値は含みません。',
  copy: 'コピー',
  copied: 'コピーしました',
  copyManifest: 'マニフェストをコピー',
  save: 'ファイルに保存',
  stored: '保存しました',
  storedNothing: 'すでにこの内容で保存されていました。',
  storedLines: '保存された変更',
  undo: '元に戻す計画を作成',
  changed: '計画の作成後に変更されたため、何も保存していません',
  changedLines: 'その間に行われた変更',
  by: (who) => `変更者: ${who}`,
  byNobody: '変更者は記録されていません',
  planAgain: '最新の状態で計画し直す',
  gone: '計画の対象だった HyperConverged がなくなったため、何も保存していません',
  refused: 'クラスターに拒否されたため、何も保存していません',
  mayNot: 'この変更を行う権限がないため、何も保存していません',
  kept: (keeper) =>
    `${keeper} が管理しており元に戻されるため、何も保存していません。もう一度計画してください`,
  notKnown: '保存されたかどうか確認できません。計画し直して確認してください',
  notApplied: '何も保存していません',
};

export const editWords = inBoth(en, ja);
