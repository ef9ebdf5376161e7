// What the person may do with a publication in its state.

import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { mayTake } from '#shared/decisions/publications.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { usePublicationAction } from './use-publication-action.ts'

interface Props {
  publication: PublicationDetails
}

type Act = 'approve' | 'propose' | 'change' | 'return'

/** What the publication's state and the person's roles allow. */
function usePossibleActs({ publication: { exercise, state, madeBy, proposedBy } }: Props): {
  acts: Set<Act>
  isOwn: boolean
} {
  const may = useMayChange(exercise)
  const { id } = useMe()
  const isOwn = madeBy.id === id || proposedBy?.id === id
  const acts = new Set<Act>()
  if (may('publication:make')) {
    if (mayTake(state, 'change')) acts.add('change')
    if (mayTake(state, 'propose') && state !== 'proposed') acts.add('propose')
  }
  if (may('publication:approve')) {
    if (mayTake(state, 'approve')) acts.add('approve')
    if (mayTake(state, 'return')) acts.add('return')
  }
  return { acts, isOwn }
}

export function PublicationActions({ publication }: Props) {
  const [open, setOpen] = useState<'approve' | 'return' | 'change' | null>(null)
  const { acts, isOwn } = usePossibleActs({ publication })
  const close = () => setOpen(null)
  return (
    <>
      {acts.has('approve') && !publication.isSecondPerson && (
        <p>
          {isOwn
            ? 'You made or proposed this publication, so another person must approve it.'
            : staffErrors.second_person_related.message}
        </p>
      )}
      <Actions>
        {acts.has('approve') && publication.isSecondPerson && (
          <Button onClick={() => setOpen('approve')}>Approve</Button>
        )}
        {acts.has('propose') && <ProposeButton publication={publication} />}
        {acts.has('change') && (
          <Button variant="secondary" onClick={() => setOpen('change')}>
            Change
          </Button>
        )}
        {acts.has('return') && (
          <Button variant="secondary" onClick={() => setOpen('return')}>
            {isOwn ? 'Take back' : 'Send back'}
          </Button>
        )}
      </Actions>
      {open === 'approve' && <ApproveDialog publication={publication} onClose={close} />}
      {open === 'return' && <ReturnDialog publication={publication} isOwn={isOwn} onClose={close} />}
      {open === 'change' && <ChangeDialog publication={publication} onClose={close} />}
    </>
  )
}

function ProposeButton({ publication: { id, version } }: Props) {
  const { run, isPending, error } = usePublicationAction(
    id,
    () => staffCall('proposePublication', { params: { id }, body: { version } }),
    { describe: () => 'Proposed. Another person must approve it.' },
  )
  return (
    <>
      <Button busy={isPending} onClick={() => void run()}>
        Propose
      </Button>
      <FormError>{error}</FormError>
    </>
  )
}
