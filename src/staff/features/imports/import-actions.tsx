// Issuing the accounts of a list, and taking them back.

import { useState } from 'react'
import { createFieldError } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { CheckedImport } from '#shared/api/staff/imports.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useIsArchived } from '#staff/entities/exercise/use-may-change.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

interface Props {
  list: CheckedImport
}

interface DialogProps extends Props {
  onClose: () => void
}

export function ImportActions({ list }: Props) {
  const [open, setOpen] = useState<'apply' | 'discard' | null>(null)
  const close = () => setOpen(null)
  const { exercise, state, good, applied } = list
  const isArchived = useIsArchived(exercise)
  const canDiscard = state === 'checked' || state === 'failed' || (state === 'applied' && applied > 0 && !isArchived)
  return (
    <>
      <Actions>
        {state === 'checked' && good > 0 && !isArchived && (
          <Button onClick={() => setOpen('apply')}>Issue {formatCounted(good, 'account')}</Button>
        )}
        {canDiscard && (
          <Button variant={state === 'applied' ? 'danger' : 'secondary'} onClick={() => setOpen('discard')}>
            {state === 'applied' ? 'Take the accounts back' : 'Discard the list'}
          </Button>
        )}
        {!isArchived && (
          <ButtonLink variant="secondary" to={staffPaths.newImport}>
            Upload another list
          </ButtonLink>
        )}
      </Actions>
      {open === 'apply' && <ApplyDialog list={list} onClose={close} />}
      {open === 'discard' && <DiscardDialog list={list} onClose={close} />}
    </>
  )
}

function ApplyDialog({ list: { id, good }, onClose }: DialogProps) {
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const count = Number(String(form.get('count')).replace(/[\s,]/g, ''))
      if (count !== good) throw createFieldError('count', `Enter ${formatCount(good)} to continue.`)
      await staffCall('applyImport', { params: { id }, body: { count } })
    },
    { fields: ['count'], invalidates: [['import', id], ['imports']], invalidatesOnError: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={`Issue ${formatCounted(good, 'account')}`}
      intro={
        <p>
          {formatCounted(good, 'applicant gets', 'applicants get')} an account and an email with user ID and first
          password. An email cannot be called back.
        </p>
      }
      error={error}
      submit="Issue"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label="How many accounts will be issued"
        hint={`Enter ${formatCount(good)}.`}
        name="count"
        inputMode="numeric"
        error={errors.count}
      />
    </FormDialog>
  )
}

/** It sends what the person saw when it was opened: a colleague may issue the accounts meanwhile. */
function DiscardDialog({ list, onClose }: DialogProps) {
  const [{ id, state, applied }] = useState(list)
  const isIssued = state === 'applied'
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('discardImport', { params: { id }, query: { state } })
      return isIssued ? `${formatCounted(applied, 'account')} taken back.` : 'The list is discarded.'
    },
    { invalidates: [['import', id], ['imports']], invalidatesOnError: true, onDone: onClose },
  )
  return (
    <FormDialog
      title={isIssued ? `Take ${formatCounted(applied, 'account')} back` : 'Discard the list'}
      intro={
        <p>
          {isIssued
            ? 'The accounts are removed, which is possible while no applicant of the list has logged in. Emails that were sent stay with the applicants, and their user IDs stop working.'
            : 'Its lines are removed. Nothing was issued from it.'}
        </p>
      }
      error={error}
      submit={isIssued ? 'Take back' : 'Discard'}
      isDangerous={isIssued}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    />
  )
}
