import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of networks, in Japanese. */
export const networkTexts: Readonly<Record<string, CheckTexts>> = {
  VD601: {
    title: 'ノードのネットワークポリシーが適用されている',
    message: 'ポリシー {policy} が {nodes} で失敗しました: {message}',
    impact: 'そのノードの仮想マシンでは、このネットワークを使用できません。',
    fix: 'spec.desiredState を修正してください。インターフェイス名がアーキテクチャーごとに異なる場合は、それぞれにポリシーを作成してください',
    falsePositives: '再試行中のノード',
  },
  VD602: {
    title: 'ネットワークポリシーに一致するノードがある',
    message: 'ポリシー {policy} が適用されるノードがありません: {selector}',
    impact: 'このネットワークはどのノードにも作成されません。',
    fix: 'spec.nodeSelector を修正してください',
    falsePositives: 'ノード数が 0 にスケールされたプール',
  },
  VD604: {
    title: 'OVN のネットワーク名が正しい',
    message:
      'NetworkAttachmentDefinition {network}: netAttachDefName は {written} ですが、{wanted} である必要があります。',
    impact: 'OVN はこのネットワークを作成しません。',
    fix: 'netAttachDefName: {wanted} を指定して再作成してください',
    falsePositives: 'なし',
  },
  VD605: {
    title: '仮想マシンのネットワークが存在する',
    message: 'VirtualMachine {machine} が使うネットワーク {network} は存在しません。',
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
    fix: 'このプールを指定する L2Advertisement を作成してください',
    falsePositives: 'ルーターが独自に広告するアドレス',
  },
};
