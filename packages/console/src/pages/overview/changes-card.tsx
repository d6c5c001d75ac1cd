import type { JsonValue } from '@archipelago/apimachinery';
import {
  Alert,
  DataList,
  DataListCell,
  DataListItem,
  DataListItemCells,
  DataListItemRow,
  Label,
} from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { type ChangesModel, changesModel } from '../../models/changes-model.ts';
import { Age } from '../../parts/age.tsx';
import { TitledCard } from '../../parts/titled-card.tsx';
import { changesWords } from '../../words/changes-words.ts';
import { useWords } from '../../words/language-context.ts';

/** What the operator did and who wrote the HyperConverged, the newest first. */
export function ChangesCard({ view }: { readonly view: JsonValue }): ReactElement {
  const words = useWords(changesWords);
  const { changes, problem } = changesModel(view, words);
  return (
    <TitledCard title={words.title}>
      {problem !== '' && <Alert variant="warning" isInline isPlain title={problem} component="p" />}
      {changes.length === 0 ? (
        problem === '' && <p>{words.none}</p>
      ) : (
        <DataList aria-label={words.title} isCompact>
          {changes.map((change) => (
            <Change key={`${change.at} ${change.about} ${change.text}`} change={change} />
          ))}
        </DataList>
      )}
    </TitledCard>
  );
}

function Change({ change }: { readonly change: ChangesModel['changes'][number] }): ReactElement {
  const { at, about, text, isWarning } = change;
  const { warning } = useWords(changesWords);
  return (
    <DataListItem>
      <DataListItemRow>
        <DataListItemCells
          dataListCells={[
            <DataListCell key="text">
              <div className="console-text">{text}</div>
              <div className="console-quiet console-text">
                {isWarning && (
                  <Label variant="outline" isCompact status="warning">
                    {warning}
                  </Label>
                )}{' '}
                <Age at={at} /> · {about}
              </div>
            </DataListCell>,
          ]}
        />
      </DataListItemRow>
    </DataListItem>
  );
}
