// Roles that a second administrator must approve. The person who proposed them can only withdraw them.

import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { describeGrants } from '#staff/entities/session/describe-grant.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { usePersonAction } from './use-person-action.ts'

type Proposal = StaffPersonDetails['proposals'][number]

export function PersonProposals({ person }: { person: StaffPersonDetails }) {
  const me = useMe()
  const { run, isPending, error } = usePersonAction(
    person.id,
    async (proposal: Proposal, decision: 'approve' | 'decline') => {
      const { data } = await staffCall('decideProposal', { params: { id: proposal.id }, body: { decision } })
      return data.state === 'approved' ? 'The roles are approved.' : 'The proposal is declined.'
    },
  )
  if (person.proposals.length === 0) return null

  const createActions = (proposal: Proposal) => {
    const isOwn = proposal.madeBy.id === me.id
    return (
      <Actions key="actions">
        {isOwn || person.id === me.id ? (
          <p>Another administrator must approve it.</p>
        ) : !proposal.isSecondPerson ? (
          <p>{staffErrors.second_person_related.message}</p>
        ) : (
          <Button variant="secondary" busy={isPending} onClick={() => void run(proposal, 'approve')}>
            Approve
          </Button>
        )}
        <Button variant={isOwn ? 'secondary' : 'quiet'} busy={isPending} onClick={() => void run(proposal, 'decline')}>
          {isOwn ? 'Take back' : 'Decline'}
        </Button>
      </Actions>
    )
  }

  return (
    <Card title="Waits for a second administrator">
      <FormError>{error}</FormError>
      <RowTable
        caption="Waits for a second administrator"
        headings={['To give', 'To take', 'Proposed', 'Decision']}
        phone={{ named: ['To give', 'To take'], last: 'Decision' }}
        rows={person.proposals.map((proposal) => ({
          key: proposal.id,
          cells: [
            describeGrants(proposal.add),
            proposal.remove.length > 0 && describeGrants(proposal.remove),
            `${formatDateTime(proposal.madeAt)}, ${proposal.madeBy.name}`,
            createActions(proposal),
          ],
        }))}
      />
    </Card>
  )
}
