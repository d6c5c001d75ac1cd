import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of storage classes, in Japanese. */
export const storageClassTexts: Readonly<Record<string, CheckTexts>> = {
  VD301: {
    title: 'デフォルトの StorageClass がある',
    message: 'デフォルトの StorageClass がありません: {problem}。',
    impact: 'ブートイメージから仮想マシンを作成できません。',
    fix: 'いずれかのクラスをデフォルトにしてください。{candidate} が最適です',
    falsePositives: 'すべての利用者がクラスを指定するクラスター',
  },
  VD302: {
    title: 'デフォルトの StorageClass が 1 つだけである',
    message: '{count} 個のクラスがデフォルトになっています。最も新しい {winner} が使われます。',
    impact: '別のクラスが作成されると、新しいボリュームの作成先が変わります。',
    fix: '{others} からアノテーションを削除してください',
    falsePositives: 'クラスの移行中',
  },
  VD303: {
    title: '仮想マシン用のデフォルトクラスが 1 つだけである',
    message:
      '{count} 個のクラスが仮想マシン用のデフォルトになっています。ディスクは {winner} を使いますが、TPM の状態はどのクラスに保存されるか決まりません。',
    impact: '1 台の仮想マシンのディスクと TPM の状態が、別々のストレージに置かれる可能性があります。',
    fix: '{others} からアノテーションを削除してください',
    falsePositives: 'なし',
  },
  VD304: {
    title: 'デフォルトクラスにディスクを作成できる',
    message:
      'デフォルトクラス {class} にはディスクを作成できません。{provisioner} はボリュームを提供しません。',
    impact: 'クラスを指定しないディスクはすべて待機したままになります。',
    fix: '別のクラスをデフォルトにしてください',
    falsePositives: '手動で作成されたボリュームのクラスは対象外です',
  },
  VD309: {
    title: 'デフォルトクラスのディスクを移行できる',
    message:
      '{class} のディスクは ReadWriteOnce です。仮想マシンを移行できず、移行が必要な仮想マシンはドレインを妨げます。',
    impact: '仮想マシンを停止するまでノードをドレインできません。',
    fix: 'ReadWriteMany (できれば Block) を提供するクラスをデフォルトにするか、evictionStrategy: LiveMigrateIfPossible を設定してください',
    falsePositives: '意図的に選択されたローカルストレージ',
  },
  VD310: {
    title: 'ディスクがストレージによってクローンされる',
    message:
      '{class} では、ブートイメージから作成される仮想マシンごとにデータがネットワーク経由でコピーされます。',
    impact: '新しい仮想マシンの作成に数分かかり、ネットワークに負荷がかかります。',
    fix: 'driver が {provisioner} の VolumeSnapshotClass を作成してください',
    falsePositives: '小規模なクラスター',
  },
  VD315: {
    title: 'Ceph: 仮想マシン用のクラスが使われている',
    message: 'ディスクに使われる {default} には mapOptions krbd:rxbounce がありません。{virt} にはあります。',
    impact: 'Windows でチェックサムエラーが発生し、ブロックが再書き込みされます。',
    fix: '{virt} を仮想マシン用のデフォルトにしてください',
    falsePositives: 'rbd 以外の mounter を使うクラスは対象外です',
  },
  VD316: {
    title: 'Ceph: ディスクがブロックデバイスである',
    message: '{class} はディスクをファイルとして提供します。RBD のブロックデバイスを推奨します。',
    impact: 'ディスクの性能が本来より低くなります。',
    fix: 'RBD のクラスをデフォルトにするか、StorageProfile で Block を先頭にしてください',
    falsePositives: '意図的に共有されるファイルシステム',
  },
  VD319: {
    title: 'デフォルトクラスにスクラッチ領域を確保できる',
    message:
      'アップロードとレジストリーからのインポートには一時的にファイルシステムのボリュームが必要ですが、{class} の一覧にはありません。',
    impact: '一部のインポートがスクラッチ領域を待つ可能性があります。',
    fix: 'scratchSpaceStorageClass に、ReadWriteOnce と Filesystem を提供するクラスを設定してください',
    falsePositives: 'CDI の一覧にはありませんが、EBS と Azure のディスクはファイルシステムに対応しています',
  },
};
