import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of networks, in Japanese. */
export const networkTexts: Readonly<Record<string, CheckTexts>> = {
  VD601: {
    title: 'ノードのネットワークポリシーが適用されている',
    message: 'ポリシー {policy} が {nodes} で失敗しました: {message}',
    impact: 'そのノードの仮想マシンでは、このネットワークを使用できません。',
    fix: 'spec.desiredState を修正してください。インターフェイス名がアーキテクチャーごとに異なる場合は、それぞれにポリシーを作成してください',
    falsePositives: '再試行中のノードは警告になります',
  },
  VD602: {
    title: 'ネットワークポリシーに一致するノードがある',
    message: 'ポリシー {policy} が適用されるノードがありません: {selector}',
    impact: 'このネットワークはどのノードにも作成されません。',
    fix: 'spec.nodeSelector を修正してください',
    falsePositives: 'ノード数が 0 にスケールされたプール',
  },
  VD604: {
    title: 'OVN のネットワーク名とマッピングが正しい',
    message: 'NetworkAttachmentDefinition {network}: {problem}。',
    impact: 'OVN がネットワークを作成しないか、どこにも接続されません。',
    fix: 'netAttachDefName: {network} を指定して再作成してください。localnet は NodeNetworkConfigurationPolicy (ovn.bridge-mappings) でマッピングしてください',
    falsePositives: 'NMState 以外で作成されたマッピング。NMState がない場合は警告になります',
  },
  VD605: {
    title: '仮想マシンのネットワークが存在する',
    message: 'VirtualMachine {namespace}/{vm} が使うネットワーク {network} は存在しません。',
    impact: '仮想マシンが起動しません。',
    fix: 'NetworkAttachmentDefinition を作成するか、名前を修正してください',
    falsePositives: '停止している仮想マシンは警告になります',
  },
  VD606: {
    title: 'ノードで SR-IOV が設定されている',
    message: '{node} の SR-IOV: {error}',
    impact: '仮想マシンはこのデバイスを使用できません。',
    fix: 'ノードに一致する SriovNetworkNodePolicy を修正してください',
    falsePositives: '外部で管理されているデバイス',
  },
  VD608: {
    title: 'アドレスプールが広告されている',
    message: 'プール {pool} の Advertisement がありません。アドレスは割り当てられますが、到達できません。',
    impact: '仮想マシンのサービスに外部から到達できません。',
    fix: '{namespace} に、このプールを指定する L2Advertisement を作成してください',
    falsePositives: 'ルーターが独自に広告するアドレス',
  },
  VD603: {
    title: '仮想マシンのブリッジがノードにある',
    message:
      'ブリッジ {bridge} があるのは、{arch} のノード {all} 台のうち {count} 台です。VirtualMachine {namespace}/{vm} はそのノードでのみ実行できます。',
    impact: '仮想マシンを起動できるノードが予定より少ないか存在せず、移行先も限られます。',
    fix: 'NodeNetworkConfigurationPolicy で {missing} に {bridge} を作成してください。インターフェイス名が異なる場合はアーキテクチャーごとに作成してください',
    falsePositives: 'ブリッジのあるノードを選択する仮想マシンは対象外です',
  },
  VD607: {
    title: 'SR-IOV デバイスが仮想マシンのノードにある',
    message: 'SR-IOV リソース {resource} は{problem}。',
    impact: 'このデバイスを使う仮想マシンが起動しません。',
    fix: '該当するノードのハードウェア用の SriovNetworkNodePolicy を作成してください',
    falsePositives: 'なし。使用中のデバイスも数えます',
  },
  VD609: {
    title: '仮想マシンを実行するすべてのノードでアドレスが広告される',
    message: '{namespace}/{vm} が {nodes} に移行すると、Service {service} のアドレスが広告されなくなります。',
    impact: '仮想マシンが元のノードに戻るまで、Service に到達できません。',
    fix: 'Advertisement の spec.nodeSelectors の範囲を広げるか、externalTrafficPolicy: Cluster を設定してください',
    falsePositives: '広告するノードを選択する仮想マシンは対象外です',
  },
  VD610: {
    title: '仮想マシンの Service にアドレスが割り当てられる',
    message: 'Service {service} にアドレスが割り当てられません: {why}。',
    impact: '仮想マシンに外部から到達できません。',
    fix: 'プールにアドレスを追加するか、namespace {namespace} で使えるプールを用意してください',
    falsePositives: 'ほかのロードバランサーの Service と、作成から 5 分以内の Service は対象外です',
  },
};
