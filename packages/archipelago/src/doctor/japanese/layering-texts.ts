import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of boot images and of layering, in Japanese. */
export const layeringTexts: Readonly<Record<string, CheckTexts>> = {
  VD901: {
    title: 'ブートイメージをインポートできる',
    message: 'ブートイメージ {template} をインポートできません: {message}',
    impact: '新しい仮想マシンが古いイメージから起動するか、起動できません。',
    fix: '原因を取り除いてください。アドレスの誤り、認証情報の不足、クォータの超過が主な原因です。詳細は archipelago images で確認できます',
    falsePositives: '再試行中のインポート',
  },
  VD902: {
    title: 'レジストリーがブートイメージの構成を応答する',
    message: 'ブートイメージ {template} のアーキテクチャーを確認できません: {reason}: {message}',
    impact: '正しいかどうかにかかわらず、アノテーションだけでインポートするアーキテクチャーが決まります。',
    fix: 'Operator がレジストリーに接続できるようにするか、イメージのアドレスと認証情報を修正してください',
    falsePositives: '一時的に利用できないレジストリー。レジストリーにないイメージは対象外です',
  },
  VD903: {
    title: 'ブートイメージのアノテーションが正しい',
    message: 'ブートイメージ {template} のアノテーションが誤っています: {message}',
    impact: 'イメージにないアーキテクチャーの仮想マシンが起動しません。',
    fix: 'テンプレートの ssp.kubevirt.io/dict.architectures を修正するか、すべてのアーキテクチャーを含むイメージを指定してください',
    falsePositives: 'なし',
  },
  VD951: {
    title: 'ノードのイメージをビルドできる',
    message: 'MachineOSConfig {config}: {reason}: {message}',
    impact: 'ノードは現在のイメージのままになります。',
    fix: 'メッセージに示されている原因を取り除き、再試行してください',
    falsePositives: 'なし',
  },
  VD952: {
    title: 'ノードにイメージが適用される',
    message: 'MachineOSConfig {config}: {reason}: {message}',
    impact: '一部のノードが、ほかのノードと異なるイメージで実行されます。',
    fix: 'メッセージに示されているノードを確認してください: archipelago layering status {config}',
    falsePositives: '進行中のロールアウト、一時停止中のプール、ほかの方法で適用されるプールは対象外です',
  },
};
