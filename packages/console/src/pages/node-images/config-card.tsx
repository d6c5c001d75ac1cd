import { Alert, Button, DescriptionList, Flex, FlexItem, Stack } from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { Age } from '../../parts/age.tsx';
import { Fact } from '../../parts/fact.tsx';
import { useProposal } from '../../parts/proposal/use-proposal.ts';
import { TitledCard } from '../../parts/titled-card.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useWords } from '../../words/language-context.ts';
import { nodeImagesWords } from '../../words/node-images-words.ts';
import { BuildLog } from './build-log.tsx';
import { BuildRequest, buildOf, type WantedBuild } from './build-request.tsx';
import { ContainerfileEditor } from './containerfile-editor.tsx';
import { PlatformsTable } from './platforms-table.tsx';
import { RolloutTable } from './rollout-table.tsx';
import { StateTag } from './state-tag.tsx';

interface ConfigCardProps {
  readonly config: NodeImageModel;
  readonly token: string;
}

/** A MachineOSConfig: its image, what is in the way, the build by architecture, and its nodes. */
export function ConfigCard({ config, token }: ConfigCardProps): ReactElement {
  const [log, setLog] = useQuery('log');
  const [editing, setEditing] = useQuery('edit');
  const { wanted, wishing, askFor, close } = useBuildWish(config, token);
  const { key } = config;
  // `KEY:arm64`, or `KEY:` for the assembly
  const shown = log.startsWith(`${key}:`) ? log.slice(key.length + 1) : undefined;
  return (
    <TitledCard title={config.name}>
      <Stack hasGutter>
        <Facts config={config} />
        <Remarks config={config} />
        {config.platforms.length > 0 && (
          <PlatformsTable
            config={config}
            onLog={(architecture) => setLog(`${key}:${architecture}`)}
            onBuild={askFor}
          />
        )}
        <Actions config={config} onLog={() => setLog(`${key}:`)} onEdit={() => setEditing(key)} />
        {shown !== undefined && (
          <BuildLog config={config} architecture={shown} token={token} onClose={() => setLog('')} />
        )}
        {config.rollout.length > 0 && <RolloutTable config={config} />}
      </Stack>
      {wanted !== undefined && (
        <BuildRequest config={config} wanted={wanted} wishing={wishing} onClose={close} />
      )}
      {editing === key && (
        <ContainerfileEditor config={config} token={token} onClose={() => setEditing('')} />
      )}
    </TitledCard>
  );
}

/** The build that somebody is about to ask for; undefined: none. */
function useBuildWish(config: NodeImageModel, token: string) {
  const [wanted, setWanted] = useState<WantedBuild>();
  const wishing = useProposal(token);
  const askFor = (build: WantedBuild) => {
    setWanted(build);
    void wishing.show(buildOf(config, build));
  };
  const close = () => {
    wishing.forget();
    setWanted(undefined);
  };
  return { wanted, wishing, askFor, close };
}

function Facts({ config }: Pick<ConfigCardProps, 'config'>): ReactElement {
  const { facts, states, phases, columns } = useWords(nodeImagesWords);
  const { state, nodes, image, digest, build } = config;
  return (
    <DescriptionList isCompact isHorizontal>
      <Fact term={columns.state}>
        <StateTag state={state} names={states} />
      </Fact>
      <Fact term={facts.nodes}>{nodes}</Fact>
      <Fact term={facts.image}>
        {image || facts.noImage}
        {digest !== '' && !image.endsWith(digest) && <div className="console-quiet">{digest}</div>}
      </Fact>
      <Fact term={facts.build}>
        {build === undefined ? (
          facts.noBuild
        ) : (
          <>
            <StateTag state={build.phase} names={phases} /> {build.name}
            <div className="console-quiet">
              {facts.startedAt}: <Age at={build.startedAt} />
            </div>
            {build.message}
          </>
        )}
      </Fact>
    </DescriptionList>
  );
}

function Remarks({ config }: Pick<ConfigCardProps, 'config'>): ReactElement | null {
  const { remarks, fix: what } = useWords(nodeImagesWords);
  if (config.remarks.length === 0) return null;
  return (
    <section aria-label={remarks}>
      {config.remarks.map(({ level, text, fix }) => (
        <Alert
          key={text}
          variant={level}
          isInline
          isPlain
          title={text}
          component="h3"
          className="console-text"
        >
          {fix !== '' && `${what}: ${fix}`}
        </Alert>
      ))}
    </section>
  );
}

interface ActionsProps extends Pick<ConfigCardProps, 'config'> {
  readonly onLog: () => void;
  readonly onEdit: () => void;
}

function Actions({ config, onLog, onEdit }: ActionsProps): ReactElement {
  const { edit, assemblyLog } = useWords(nodeImagesWords);
  return (
    <Flex>
      <FlexItem>
        <Button variant="secondary" onClick={onEdit}>
          {edit}
        </Button>
      </FlexItem>
      {config.build !== undefined && (
        <FlexItem>
          <Button variant="link" onClick={onLog}>
            {assemblyLog}
          </Button>
        </FlexItem>
      )}
    </Flex>
  );
}
