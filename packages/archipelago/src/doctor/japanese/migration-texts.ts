import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of migration, in Japanese. */
export const migrationTexts: Readonly<Record<string, CheckTexts>> = {
  VD501: {
    title: '移行ネットワークが存在する',
    message:
      '移行ネットワーク {network} が {namespace} にありません{elsewhere}。virt-handler が起動できません。',
    impact: '新しい仮想マシンが起動せず、実行中の仮想マシンも管理できません。',
    fix: '{namespace} に NetworkAttachmentDefinition を作成するか、{field} を削除してください',
    falsePositives: 'なし',
  },
  VD502: {
    title: '移行ネットワークがアドレスを割り当てる',
    message:
      'NetworkAttachmentDefinition {network}: {problem}。Pod の migration0 にアドレスが割り当てられません。',
    impact: 'すべての移行が失敗します。',
    fix: 'whereabouts など、各ノードにアドレスを割り当てる ipam を設定してください',
    falsePositives: 'ノード上のファイルにある設定は確認できないため、不明になります',
  },
  VD503: {
    title: '移行ネットワークに十分なアドレスがある',
    message: '移行ネットワークのアドレスは {addresses} 個ですが、virt-handler の Pod は {pods} 個あります。',
    impact: '一部のノードで virt-handler が起動しません。',
    fix: 'アドレス範囲を広げてください',
    falsePositives: 'IPv6 の範囲は数えません',
  },
  VD507: {
    title: 'ドレイン時に仮想マシンを移動できる',
    message:
      '{arch} のワークロードノードは 1 台だけです。{node} の仮想マシンが、ノードのドレインを常に妨げます。',
    impact: 'ノードをドレインできないため、更新もできません。',
    fix: '{field}: LiveMigrateIfPossible を設定するか、{arch} のノードを追加してください',
    falsePositives: '単一ノードのクラスターでは、デフォルトのストラテジーは None です',
  },
  VD508: {
    title: '仮想マシンを移行できる',
    message: '{count} 台の仮想マシンが移行できず ({reason})、ドレインを妨げます (例: {first})。',
    impact: '該当するノードをドレインできません。',
    fix: '理由に示されている原因を取り除くか、evictionStrategy: LiveMigrateIfPossible を設定してください',
    falsePositives: '起動中の仮想マシンは対象外です',
  },
};
