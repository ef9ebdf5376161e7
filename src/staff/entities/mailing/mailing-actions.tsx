// What can be written to the applicants that are chosen in the list.
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import type { MailingFilter } from '#shared/api/staff/lists/mailings.ts'
import { type MailingKind, mailingKinds } from '#shared/staff/mailings.ts'
import type { ExpectedCount } from '#staff/entities/selection/frozen-selection.tsx'
import { MailingDialog } from './mailing-dialog.tsx'

const kinds = Object.keys(mailingKinds) as MailingKind[]

interface Props {
  /** Who is chosen. */
  filter: MailingFilter
  /** How many the list says that they are. */
  expected: ExpectedCount
}

export function MailingActions({ filter, expected }: Props) {
  const [kind, setKind] = useState<MailingKind | null>(null)
  return (
    <>
      {kinds.map((one) => (
        <Button key={one} variant="secondary" onClick={() => setKind(one)}>
          {mailingKinds[one]}
        </Button>
      ))}
      {kind && <MailingDialog {...{ kind, filter, expected }} onClose={() => setKind(null)} />}
    </>
  )
}
