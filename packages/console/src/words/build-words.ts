import { inBoth } from './in-both.ts';

type Names = Readonly<Record<string, string>>;

/** What the log of a build, the request for one, and the plan of a Containerfile say. */
interface BuildWords {
  readonly close: string;
  readonly log: {
    readonly title: (config: string, of: string) => string;
    readonly assembly: string;
    readonly asking: string;
    readonly none: string;
    readonly job: (name: string) => string;
    readonly running: string;
    readonly ended: string;
    readonly cut: string;
    readonly kept: string;
  };
  readonly request: {
    readonly title: (config: string, architecture: string, isRetry: boolean) => string;
  };
  readonly file: {
    readonly title: (config: string) => string;
    readonly lead: string;
    readonly loading: string;
    readonly entry: (architecture: string) => string;
    readonly all: string;
    readonly remove: (entry: string) => string;
    readonly add: (architecture: string) => string;
    readonly plan: string;
    readonly planning: string;
    readonly notPlanned: string;
    readonly verdicts: Names;
    readonly actions: Names;
    readonly columns: { readonly architecture: string; readonly what: string; readonly why: string };
    readonly table: string;
    readonly removed: (architectures: string) => string;
    readonly command: string;
    readonly commandLabel: string;
    readonly copy: string;
    readonly copied: string;
    readonly whole: string;
  };
}

export const buildWords = inBoth<BuildWords>(
  {
    close: 'Close',
    log: {
      title: (config, of) => `Log of ${config}, ${of}`,
      assembly: 'assembly',
      asking: 'The log is being read…',
      none: 'There is no log',
      job: (name) => `Job ${name}`,
      running: 'It goes on; the last lines are read again every two seconds.',
      ended: 'It has ended.',
      cut: 'What came before is not shown: archipelago layering logs prints all of it.',
      kept: 'Its pod is gone; this is what was kept of its log.',
    },
    request: {
      title: (config, architecture, isRetry) =>
        isRetry ? `Retry ${config} for ${architecture}` : `Build ${config} for ${architecture} again`,
    },
    file: {
      title: (config) => `Another Containerfile for ${config}`,
      lead: 'See what would be built and what used again. Nothing is stored.',
      loading: 'The Containerfile is being read…',
      entry: (architecture) => `Containerfile for ${architecture}`,
      all: 'all architectures',
      remove: (entry) => `Leave out the entry for ${entry}`,
      add: (architecture) => `Add an entry for ${architecture}`,
      plan: 'Show what it would build',
      planning: 'Planning…',
      notPlanned: 'This would be refused, or could not be planned',
      verdicts: {
        nothing: 'The images are there: nothing would be built',
        build: 'A build would begin',
        goesOn: 'A build of exactly this is under way',
        failed: 'A build of exactly this has failed, and is not repeated by itself',
        held: 'A build would begin if nothing stood in the way',
        refused: 'Nothing would be built from this',
        unknown: 'It is not known from here',
      },
      actions: {
        build: 'built',
        reuse: 'used again',
        keep: 'there already',
        goesOn: 'being built',
        wait: 'built once there is a node',
        failed: 'failed',
        held: 'held up',
        unknown: 'not known',
      },
      columns: { architecture: 'Architecture', what: 'Image', why: 'Why' },
      table: 'What would become of the image of each architecture',
      removed: (architectures) => `No longer wanted: ${architectures}`,
      command: 'To make this change',
      commandLabel: 'The command that makes this change',
      copy: 'Copy',
      copied: 'Copied',
      whole: 'Show all of it',
    },
  },
  {
    close: '閉じる',
    log: {
      title: (config, of) => `${config} (${of}) のログ`,
      assembly: '組み立て',
      asking: 'ログを読み込んでいます…',
      none: 'ログはありません',
      job: (name) => `Job ${name}`,
      running: '実行中です。最後の部分を 2 秒ごとに読み直します。',
      ended: '終了しました。',
      cut: 'これより前の部分は省略しています。archipelago layering logs で全体を表示できます。',
      kept: 'Pod は削除されています。保存されていたログを表示しています。',
    },
    request: {
      title: (config, architecture, isRetry) =>
        isRetry ? `${config} の ${architecture} を再試行` : `${config} の ${architecture} を再ビルド`,
    },
    file: {
      title: (config) => `${config} の別の Containerfile`,
      lead: '何がビルドされ、何が再利用されるかを確認します。何も保存されません。',
      loading: 'Containerfile を読み込んでいます…',
      entry: (architecture) => `Containerfile (${architecture})`,
      all: 'すべてのアーキテクチャー',
      remove: (entry) => `${entry} のエントリーを除く`,
      add: (architecture) => `${architecture} のエントリーを追加`,
      plan: 'ビルドされるものを表示',
      planning: '計画しています…',
      notPlanned: '拒否されるか、計画できませんでした',
      verdicts: {
        nothing: 'イメージはすでにあります。何もビルドされません',
        build: 'ビルドが開始されます',
        goesOn: '同じ内容のビルドが進行中です',
        failed: '同じ内容のビルドは失敗しており、自動では再試行されません',
        held: '妨げがなければビルドが開始されます',
        refused: 'この内容からは何もビルドされません',
        unknown: 'ここからは判断できません',
      },
      actions: {
        build: 'ビルド',
        reuse: '再利用',
        keep: '作成済み',
        goesOn: 'ビルド中',
        wait: 'ノードがあればビルド',
        failed: '失敗',
        held: '保留',
        unknown: '不明',
      },
      columns: { architecture: 'アーキテクチャー', what: 'イメージ', why: '理由' },
      table: '各アーキテクチャーのイメージの見込み',
      removed: (architectures) => `不要になるもの: ${architectures}`,
      command: 'この変更を適用するには',
      commandLabel: 'この変更を適用するコマンド',
      copy: 'コピー',
      copied: 'コピーしました',
      whole: 'すべて表示',
    },
  },
);
