// The reasons that reviewers choose from. They are a part of the program, so that the same sentence always says the same.

import { Card } from '#kit/ui/layout/card.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { type RejectionReasonDescription, rejectionReasons, reviewParts } from '#shared/decisions/rejection-reasons.ts'
import { SettingsMenu } from './settings-menu.tsx'
import styles from './settings-page.module.css'

export const Component = () => (
  <>
    <div className={styles.head}>
      <PageTitle>Reasons</PageTitle>
      <p className={styles.sub}>
        What reviewers choose when they reject, hold or return an application. The applicant reads the kind and the
        sentence once the decision is published, in the words of that day.
      </p>
    </div>
    <SettingsMenu />
    {groupByKind(Object.values(rejectionReasons)).map(([kind, reasons]) => (
      <Card key={kind} title={kind}>
        <PlainTable
          caption={kind}
          headings={['Sentence', 'About', 'Note of the reviewer']}
          rows={reasons.map(({ sentence, about, needsNote }) => ({
            key: sentence,
            cells: [sentence, about ? reviewParts[about] : 'The whole application', needsNote ? 'Needed' : 'Optional'],
          }))}
        />
      </Card>
    ))}
  </>
)

function groupByKind(reasons: readonly RejectionReasonDescription[]): [string, RejectionReasonDescription[]][] {
  const groups = new Map<string, RejectionReasonDescription[]>()
  for (const reason of reasons) groups.set(reason.type, [...(groups.get(reason.type) ?? []), reason])
  return [...groups]
}
