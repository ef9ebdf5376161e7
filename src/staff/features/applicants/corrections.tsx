// Corrections of an applicant's facts. Once the NIN is verified, another person must approve.

import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { getLabel } from '#shared/format/labels.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import {
  accountFactLabels,
  correctableFactLabels,
  maxEmailLength,
  maxFactLength,
  movableFactLabels,
} from '#shared/policy/correctable-facts.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { FormColumns } from '#staff/entities/form-columns/form-columns.tsx'
import { PlaceSelects } from '#staff/entities/place/place-selects.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { toSentence } from './sentence.ts'

interface Props {
  details: ApplicantDetails
  /** What is proposed can only be declined then. */
  isArchived: boolean
  isOpen: boolean
  onClose: () => void
}

/** Those that are typed; the others are chosen. */
const textFacts = ['surname', 'firstName', 'middleName', 'email', 'phone', 'dateOfBirth', 'placeOfBirth'] as const

export const Corrections = ({ details, isArchived, isOpen, onClose }: Props) => (
  <Card title="Corrections">
    {isOpen && <CorrectionForm details={details} onClose={onClose} />}
    {details.corrections.length > 0 && <CorrectionTable details={details} isArchived={isArchived} />}
  </Card>
)

function CorrectionForm({ details: { facts, version }, onClose }: Pick<Props, 'details' | 'onClose'>) {
  const { userId } = facts
  // The fields hold these also when the facts were read again: what differs from them was typed.
  const [opened] = useState(facts)
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const changed = listChanges(form, opened)
      const body = { ...changed, reason: String(form.get('reason')), version: known }
      const { data } = await staffCall('correctApplicant', { params: { userId }, body })
      return data.proposal ? 'Proposed. Another person must approve it.' : 'Corrected. The applicant is told by email.'
    },
    {
      fields: [...Object.keys(correctableFactLabels), 'reason'],
      invalidates: [['applicant', userId]],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormStack onSubmit={run}>
      <FormError>{error}</FormError>
      <FormColumns>
        {textFacts.map((name) => (
          <TextInput
            key={name}
            label={correctableFactLabels[name]}
            name={name}
            type={name === 'dateOfBirth' ? 'date' : 'text'}
            maxLength={name === 'email' ? maxEmailLength : maxFactLength}
            defaultValue={facts[name]}
            error={errors[name]}
          />
        ))}
        <Select label="Gender" name="gender" options={genders} defaultValue={facts.gender} />
        <PlaceSelects labels={correctableFactLabels} place={facts} errors={errors} />
      </FormColumns>
      <TextInput
        label="Reason"
        hint="Goes into the record, not to the applicant."
        name="reason"
        maxLength={maxReason}
        error={errors.reason}
      />
      <Actions>
        <Button type="submit" busy={isPending}>
          Save the correction
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </Actions>
    </FormStack>
  )
}

/** Only what differs is sent: a correction names its columns. */
function listChanges(form: FormData, facts: ApplicantDetails['facts']): Record<string, string> {
  const known = facts as unknown as Record<string, string>
  return Object.fromEntries(
    Object.keys(correctableFactLabels).flatMap((name) => {
      const typed = String(form.get(name) ?? '').trim()
      return typed === known[name] ? [] : [[name, typed]]
    }),
  )
}

const CorrectionTable = ({ details: { corrections, facts }, isArchived }: Pick<Props, 'details' | 'isArchived'>) => (
  <RowTable
    caption="Corrections"
    headings={['When', 'What', 'Reason', 'By', 'State']}
    phone={{ title: 'What', end: 'State' }}
    rows={corrections.map(({ id, at, columns, reason, madeBy, isOwn, isSecondPerson, state }) => ({
      key: id,
      cells: [
        <ShortMoment key="at" moment={at} />,
        columns.map((name) => getLabel(accountFactLabels, name)).join(', '),
        reason,
        madeBy,
        state === 'proposed' ? (
          <Decide key="decide" {...{ id, columns, isOwn, isSecondPerson, isArchived }} userId={facts.userId} />
        ) : (
          toSentence(state)
        ),
      ],
    }))}
  />
)

interface DecideProps
  extends Pick<ApplicantDetails['corrections'][number], 'id' | 'columns' | 'isOwn' | 'isSecondPerson'> {
  userId: string
  isArchived: boolean
}

function Decide({ id, columns, isOwn, isSecondPerson, isArchived, userId }: DecideProps) {
  const may = useMay()
  const { run, isPending } = useStaffAction(
    async (decision: 'approve' | 'decline') => {
      const { data } = await staffCall('decideCorrection', { params: { id }, body: { decision } })
      return data.state === 'applied' ? 'The correction is applied.' : 'The correction is declined.'
    },
    {
      invalidates: [['applicant', userId], ['applicants'], ['counts']],
      invalidatesOnError: true,
      toastsErrors: true,
    },
  )
  const permission = columns.some((name) => name in movableFactLabels) ? 'account:issue' : 'account:correct'
  if (!may(permission)) return 'Waits for another person'
  return (
    <Actions>
      {isSecondPerson && !isArchived && (
        <Button variant="secondary" busy={isPending} onClick={() => void run('approve')}>
          Approve
        </Button>
      )}
      {!isSecondPerson && (
        <p>{(isOwn ? staffErrors.second_person_required : staffErrors.second_person_related).message}</p>
      )}
      <Button variant="quiet" busy={isPending} onClick={() => void run('decline')}>
        Decline
      </Button>
    </Actions>
  )
}
