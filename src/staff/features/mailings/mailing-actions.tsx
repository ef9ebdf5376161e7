// What can be written to the applicants that are chosen in the list.
import { useState } from 'react'
import type { MailingFilter } from '#shared/api/staff/lists/mailings.ts'
import { type MailingKind, mailingKinds } from '#shared/staff/mailings.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { type Choice, countChosen } from '../../ui/list/list-choice.ts'
import { MailingDialog } from './mailing-dialog.tsx'

const kinds = Object.keys(mailingKinds) as MailingKind[]

interface Props {
  choice: Choice
  /** The year of the exercise. */
  exercise: number | undefined
}

export function MailingActions({ choice, exercise }: Props) {
  const [kind, setKind] = useState<MailingKind | null>(null)
  return (
    <>
      {kinds.map((one) => (
        <Button key={one} variant="secondary" onClick={() => setKind(one)}>
          {mailingKinds[one]}
        </Button>
      ))}
      {kind && (
        <MailingDialog
          kind={kind}
          filter={toMailingFilter(choice, exercise)}
          expected={countChosen(choice)}
          onClose={() => setKind(null)}
        />
      )}
    </>
  )
}

/** What the server fixes. Applicants who were named one by one are chosen whatever the list is filtered by now. */
function toMailingFilter(choice: Choice, exercise: number | undefined): MailingFilter {
  const year = exercise === undefined ? {} : { exercise }
  if (choice.kind === 'some') return { ...year, userIds: [...choice.keys] }
  const { exercise: _, ...filter } = choice.filter
  return { ...filter, ...year, ...(choice.except.length > 0 && { except: [...choice.except] }) }
}
