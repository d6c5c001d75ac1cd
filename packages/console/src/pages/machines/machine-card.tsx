import {
  Alert,
  Button,
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  DescriptionList,
} from '@patternfly/react-core';
import { type ReactElement, useId } from 'react';
import {
  type MachineRow,
  type MachinesModel,
  machineQuestion,
  machinesModel,
} from '../../models/machines-model.ts';
import { valueText } from '../../models/value-text.ts';
import { Fact } from '../../parts/fact.tsx';
import { useAnswer } from '../../parts/use-answer.ts';
import { useWords } from '../../words/language-context.ts';
import { machinesWords } from '../../words/machines-words.ts';
import { ProblemLabel } from './problem-label.tsx';

interface MachineCardProps {
  /** `namespace/name`, as the address has it. */
  readonly machine: string;
  readonly page: MachinesModel;
  readonly token: string;
  readonly onClose: () => void;
}

/** The machine that the address names: where it runs, what it boots from, and what is wrong. */
export function MachineCard({ machine, page, token, onClose }: MachineCardProps): ReactElement {
  const words = useWords(machinesWords);
  const title = useId();
  return (
    <Card component="section" aria-labelledby={title}>
      <CardHeader
        actions={{
          actions: (
            <Button variant="link" onClick={onClose}>
              {words.close}
            </Button>
          ),
        }}
      >
        <CardTitle component="h2" id={title} className="console-text">
          {words.open(valueText(machine))}
        </CardTitle>
      </CardHeader>
      <CardBody aria-live="polite">
        <MachineBody machine={machine} page={page} token={token} />
      </CardBody>
    </Card>
  );
}

/** Of the page where it is there; else the console is asked. */
function MachineBody({ machine, page, token }: Omit<MachineCardProps, 'onClose'>): ReactElement {
  const words = useWords(machinesWords);
  const onPage = page.rows.find(({ key }) => key === machine);
  const body = onPage === undefined ? machineQuestion(machine) : undefined;
  const { answer } = useAnswer({ name: 'find-machines', body, token, stamp: String(page.count) });
  const found = answer === undefined ? undefined : machinesModel(answer);
  const row = onPage ?? found?.rows[0];
  if (row !== undefined) return <MachineFacts row={row} />;
  if (found === undefined) return <p>{words.asking}</p>;
  if (found.problem === '') return <p className="console-text">{words.gone(valueText(machine))}</p>;
  return (
    <Alert variant="danger" isInline title={words.notSeen} component="h3">
      <span className="console-text">{found.problem}</span>
    </Alert>
  );
}

function MachineFacts({ row }: { readonly row: MachineRow }): ReactElement {
  const { facts, deciders, columns, unknown, nothingWrong } = useWords(machinesWords);
  const { architecture, decidedBy, status, bootSource, bootSourceArchitecture, nodes, findings } = row;
  return (
    <DescriptionList isCompact isHorizontal>
      <Fact term={facts.status}>{status || facts.noStatus}</Fact>
      <Fact term={columns.architecture}>{architecture || unknown}</Fact>
      <Fact term={facts.decidedBy}>{deciders[decidedBy] ?? decidedBy}</Fact>
      <Fact term={facts.bootSource}>
        {bootSource || facts.noBootSource}
        {bootSourceArchitecture !== '' && ` (${bootSourceArchitecture})`}
      </Fact>
      <Fact term={facts.nodes}>{nodes}</Fact>
      {findings.length === 0 && <Fact term={columns.problem}>{nothingWrong}</Fact>}
      {findings.map((finding) => (
        <Fact key={finding.reason} term={columns.problem}>
          <ProblemLabel finding={finding} />
          <div>{finding.message}</div>
          <div>
            <span className="console-quiet">{columns.fix}: </span>
            {finding.fix}
          </div>
        </Fact>
      ))}
    </DescriptionList>
  );
}
