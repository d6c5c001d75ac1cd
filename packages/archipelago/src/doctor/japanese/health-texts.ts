import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of health, in Japanese. */
export const healthTexts: Readonly<Record<string, CheckTexts>> = {
  VD001: {
    title: 'HyperConverged が存在する',
    message:
      'HyperConverged が存在しません。Operator はインストールされていますが、何もデプロイされていません。',
    impact: '仮想マシンもディスクも作成できません。',
    fix: 'Operator の namespace に HyperConverged kubevirt-hyperconverged を作成してください',
    falsePositives:
      'Operator を使わずにインストールされた KubeVirt。KubeVirt が存在する場合はスキップされます',
  },
  VD002: {
    title: 'HyperConverged が正常である',
    message: 'HyperConverged は {type}={status} です: {reason}: {message}',
    impact: '仮想化機能の一部が動作しないか、設定どおりに動作しません。',
    fix: '理由に示されているオペランドを kubectl describe で確認してください',
    falsePositives: 'アップグレード中は数分間 Progressing になります',
  },
  VD003: {
    title: 'JSON パッチによる設定がない',
    message:
      'HyperConverged にアノテーション {annotation} があります (操作数: {operations})。内容は検証されず、アップグレードで壊れる可能性があります。',
    impact: 'パッチは設定より優先され、書き込む内容が次のリリースに存在しない場合があります。',
    fix: '対応するフィールドがある設定は spec に記述し、アノテーションを削除してください',
    falsePositives: '試験用のクラスター',
  },
  VD004: {
    title: 'Deployment が利用可能である',
    message: 'Deployment {name} で利用可能なレプリカは {wanted} 個中 {available} 個です。',
    impact: '提供するサービスの応答が遅れるか、応答しません。',
    fix: 'Pod を確認してください: kubectl get pods -n {namespace}',
    falsePositives: '0 にスケールされた Deployment は対象外です',
  },
  VD005: {
    title: 'virt-handler がすべてのワークロードノードで実行されている',
    message: 'virt-handler は {wanted} 台のワークロードノードのうち {ready} 台で Ready です。',
    impact: '残りのノードでは仮想マシンが起動せず、実行中の仮想マシンも管理できません。',
    fix: '原因となるテイント、ラベル、またはイメージを確認してください: kubectl get pods -l kubevirt.io=virt-handler -A -o wide',
    falsePositives: '参加した直後のノード',
  },
};
