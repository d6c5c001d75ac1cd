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
      'NetworkAttachmentDefinition {network}: {problem}。migration0 にアドレスがないと移行できません。',
    impact: 'すべての移行が失敗します。',
    fix: 'whereabouts など、各ノードにアドレスを割り当てる ipam を設定してください',
    falsePositives: 'ノード上のファイルにある設定は確認できないため、不明になります',
  },
  VD503: {
    title: '移行ネットワークに十分なアドレスがある',
    message: '移行ネットワークのアドレスは {addresses} 個ですが、アドレスが必要な Pod は {pods} 個あります。',
    impact: '一部のノードで virt-handler が起動しません。',
    fix: 'アドレス範囲を広げてください',
    falsePositives: 'IPv6 の範囲は数えません',
  },
  VD507: {
    title: 'ドレイン時に仮想マシンを移動できる',
    message: '{arch}: {problem}。',
    impact: 'ノードをドレインできないため更新もできないか、移動できる仮想マシンが停止します。',
    fix: '{field}: LiveMigrateIfPossible を設定してください。{arch} のノードが 1 台の場合は追加してください',
    falsePositives: '単一ノードのクラスターでは、デフォルトのストラテジーは None です',
  },
  VD508: {
    title: '仮想マシンを移行できる',
    message: '{count} 台の仮想マシンが移行できず ({reason})、ドレインを妨げます (例: {first})。',
    impact: '該当するノードをドレインできません。',
    fix: '理由に示されている原因を取り除くか、evictionStrategy: LiveMigrateIfPossible を設定してください',
    falsePositives: '起動中の仮想マシンは対象外です',
  },
  VD504: {
    title: 'ノードに移行ネットワークのリンクがある',
    message: '移行ネットワーク {network} が使う {link} が {nodes} にありません。',
    impact: 'virt-handler が起動せず、そのノードでは仮想マシンも起動しません。',
    fix: 'NodeNetworkConfigurationPolicy で該当するノードに {link} を作成してください。名前が異なる場合はアーキテクチャーごとに作成してください',
    falsePositives: 'SR-IOV が付ける名前は対象外です',
  },
  VD505: {
    title: 'virt-handler が移行ネットワークに接続されている',
    message:
      '{nodes} などの virt-handler の Pod {count} 個に、移行ネットワーク {network} のアドレスがありません。移行には Pod ネットワークが使われます。',
    impact: '移行が通知なしに Pod ネットワークに負荷をかけます。',
    fix: '次の Pod が Ready になるのを待ちながら、該当する Pod を 1 つずつ削除してください',
    falsePositives: 'ロールアウト中など、作成から 5 分以内の Pod は対象外です',
  },
  VD506: {
    title: '移行の制限が互いに矛盾しない',
    message: '移行の制限: {problems}。',
    impact: '移行に時間がかかるか、中断されるか、ほかの通信の帯域を消費します。',
    fix: '{field} の制限を修正してください',
    falsePositives: '測定に基づいた制限',
  },
  VD509: {
    title: 'Pod ネットワークの仮想マシンを移行できる',
    message: 'Pod ネットワークの仮想マシンは {binding} を使っており、移行できません。',
    impact: 'ドレインによって停止するか、ドレインが妨げられます。',
    fix: '{field}: masquerade を設定してください',
    falsePositives: 'HyperConverged は masquerade を設定するため、存在する場合はスキップされます',
  },
};
