// Moves an account to another post, fee or charge: all that the list had wrong about it, without a list.

import { useState } from 'react'
import { createFieldError } from '#kit/http/api-error.ts'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { getPostKey } from '#shared/staff/exercise-settings.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { PostSelect, readPost } from '#staff/entities/exercise/post-select.tsx'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  details: ApplicantDetails
  onClose: () => void
}

const amountLabels = { fee: 'Application fee', charge: 'Charge' } as const
const amounts = ['fee', 'charge'] as const

export function MoveDialog({ details: { facts, version }, onClose }: Props) {
  const { userId, school, department, role } = facts
  // The fields hold these also when the facts were read again.
  const [opened] = useState(facts)
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const chosen = readPost(form)
      if (!chosen) throw createFieldError('post', 'Choose a post.')
      // A post that nobody changed is that of now, which a colleague may have chosen meanwhile.
      const post = getPostKey(chosen) === getPostKey(opened) ? { school, department, role } : chosen
      const [fee, charge] = amounts.map((name) => readAmount(form, name, opened[name]))
      const body = { post, fee, charge, reason: String(form.get('reason')), version: known }
      const { data } = await staffCall('moveApplicant', { params: { userId }, body })
      return data.proposal ? 'Proposed. Another person must approve it.' : 'Saved. The applicant is told by email.'
    },
    {
      fields: ['post', ...amounts, 'reason'],
      invalidates: [['applicant', userId]],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(version, thrown)
  return (
    <FormDialog
      title="Change post or fee"
      intro={
        <p>
          The post can change until the application is submitted, fee and charge until the applicant has an RRR. Once
          the fee is paid another person must approve the post.
        </p>
      }
      error={error}
      submit="Save"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <PostSelect exercise={facts.exercise} post={facts} error={errors.post} />
      {amounts.map((name) => (
        <TextInput
          key={name}
          label={amountLabels[name]}
          hint="In naira."
          name={name}
          inputMode="decimal"
          defaultValue={String(facts[name])}
          error={errors[name]}
        />
      ))}
      <TextInput
        label="Reason"
        hint="Goes into the record, not to the applicant."
        name="reason"
        maxLength={maxReason}
        error={errors.reason}
      />
    </FormDialog>
  )
}

/** Undefined while it is as before: an amount that nobody changed is not asked about. */
function readAmount(form: FormData, name: (typeof amounts)[number], before: number | string): number | undefined {
  const typed = String(form.get(name)).replace(/[\s,₦]/g, '')
  const amount = Number(typed)
  if (typed === '' || Number.isNaN(amount)) throw createFieldError(name, 'Enter naira in figures, such as 12000.')
  return amount === Number(before) ? undefined : amount
}
