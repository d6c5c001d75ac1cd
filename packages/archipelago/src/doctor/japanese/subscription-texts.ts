import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of the Subscription, in Japanese. */
export const subscriptionTexts: Readonly<Record<string, CheckTexts>> = {
  VD101: {
    title: 'Subscription とバージョンが正常である',
    message: 'Subscription {name}: {type}: {reason}',
    impact: 'Operator がインストールされていないか、更新されていません。',
    fix: '理由に示されている InstallPlan と CatalogSource を確認してください',
    falsePositives:
      'コピーされた CSV と置き換えられた CSV は対象外です。非推奨のものは情報として報告されます',
  },
  VD103: {
    title: 'ノードセレクターが組み込みのアフィニティーと矛盾しない',
    message:
      '{deployment} はコントロールプレーンノードを必要としますが、Subscription により {selector} に固定されています。',
    impact: 'Pod がスケジュールされず、仮想マシンの作成も移行もできません。',
    fix: 'Subscription の spec.config に同じラベルの affinity.nodeAffinity を追加してください。組み込みのアフィニティーが置き換えられます',
    falsePositives: '両方のラベルを持つノードがある場合',
  },
  VD102: {
    title: 'Operator の Pod を配置できるノードがある',
    message: '{version} の {deployment} を配置できるノードがありません。',
    impact: 'Pod が次に再起動したときに機能が停止します。',
    fix: 'Subscription の spec.config にあるセレクターまたは toleration を修正してください',
    falsePositives: '該当するノードがすべて cordon されている場合は警告になります',
  },
  VD108: {
    title: 'Operator がサポート対象のアーキテクチャーで実行される',
    message:
      '{deployment} は {arch} のノードにスケジュールされる可能性がありますが、{version} はこのアーキテクチャーをサポート対象としていません。',
    impact: 'そのようなノードでは Pod が "exec format error" で失敗します。',
    fix: 'Subscription の spec.config.affinity に kubernetes.io/arch を指定してください',
    falsePositives: 'ラベルがないだけの、複数アーキテクチャー対応イメージ',
  },
  VD104: {
    title: '空の podAntiAffinity がない',
    message: 'podAntiAffinity: {} があると、OLM は nodeAffinity を含む affinity 全体を破棄します。',
    impact: 'Operator の Pod が任意のノードで実行されます。',
    fix: 'spec.config.affinity から podAntiAffinity を削除してください',
    falsePositives: 'この問題が修正された OLM のリリース',
  },
  VD106: {
    title: 'spec.config.selector が使われていない',
    message: 'spec.config.selector は無視され、設定は Operator のすべての Deployment に適用されます。',
    impact: '設定が意図した範囲より広く適用されます。',
    fix: 'このフィールドを削除してください',
    falsePositives: 'なし',
  },
  VD107: {
    title: 'すべての volumeMount に対応する volume がある',
    message:
      'spec.config の volumeMount {mount} に対応する volume がないため、OLM は Deployment を作成できません。',
    impact: 'Operator がインストールされません。',
    fix: 'spec.config.volumes に volume を追加するか、volumeMount を削除してください',
    falsePositives: 'なし',
  },
  VD105: {
    title: 'Subscription のリソースがすべてのコンテナーに適している',
    message: 'spec.config.resources は {version} のすべてのコンテナーに適用されます: {problem}。',
    impact: 'Operator の Pod が拒否されるか、リソース不足で強制終了されます。',
    fix: 'spec.config.resources を削除してください。各コンテナーの独自の値が使われます',
    falsePositives:
      'すべてのコンテナーを測定して決めた制限。要求がそれを超えない場合は情報として報告されます',
  },
};
