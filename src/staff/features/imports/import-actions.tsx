// Issuing the accounts of a list, and taking them back.

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { CheckedImport } from '#shared/api/staff/imports.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useFreshSignIn } from '#staff/entities/session/fresh-sign-in.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { formatAccounts } from './import-state.tsx'

interface Props {
  list: CheckedImport
}

interface DialogProps extends Props {
  onClose: () => void
}

export function ImportActions({ list }: Props) {
  const [open, setOpen] = useState<'apply' | 'discard' | null>(null)
  const close = () => setOpen(null)
  const { state, good, applied } = list
  const canDiscard = state === 'checked' || state === 'failed' || (state === 'applied' && applied > 0)
  return (
    <>
      <Actions>
        {state === 'checked' && good > 0 && (
          <Button onClick={() => setOpen('apply')}>Issue {formatAccounts(good)}</Button>
        )}
        {canDiscard && (
          <Button variant={state === 'applied' ? 'danger' : 'secondary'} onClick={() => setOpen('discard')}>
            {state === 'applied' ? 'Take the accounts back' : 'Discard the list'}
          </Button>
        )}
        <ButtonLink variant="secondary" to={staffPaths.newImport}>
          Upload another list
        </ButtonLink>
        <ButtonLink variant="quiet" to={staffPaths.imports}>
          All lists
        </ButtonLink>
      </Actions>
      {open === 'apply' && <ApplyDialog list={list} onClose={close} />}
      {open === 'discard' && <DiscardDialog list={list} onClose={close} />}
    </>
  )
}

/** Reads the list and all lists again. */
function useRefresh(id: string) {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['import', id] }),
      client.invalidateQueries({ queryKey: ['imports'] }),
    ])
  }
}

function ApplyDialog({ list: { id, good }, onClose }: DialogProps) {
  const runFresh = useFreshSignIn()
  const refresh = useRefresh(id)
  const [typedError, setTypedError] = useState<string>()
  const { run, isPending, error } = useAction(async (form: FormData) => {
    const count = Number(String(form.get('count')).replace(/[\s,]/g, ''))
    setTypedError(count === good ? undefined : `Type ${formatCount(good)} to go on.`)
    if (count !== good) return
    await runFresh(() => staffCall('applyImport', { params: { id }, body: { count } }))
    await refresh()
    onClose()
  })
  return (
    <FormDialog
      title={`Issue ${formatAccounts(good)}`}
      intro={
        <p>
          {good === 1 ? 'One applicant gets' : `${formatCount(good)} applicants get`} an account and an email with user
          ID and first password. An email cannot be called back.
        </p>
      }
      error={error ? describeFailure(error) : null}
      submit="Issue"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label="How many accounts will be issued"
        hint={`Type ${formatCount(good)}.`}
        name="count"
        inputMode="numeric"
        autoComplete="off"
        error={typedError}
      />
    </FormDialog>
  )
}

function DiscardDialog({ list: { id, state, applied }, onClose }: DialogProps) {
  const runFresh = useFreshSignIn()
  const refresh = useRefresh(id)
  const isIssued = state === 'applied'
  const { run, isPending, error } = useAction(async () => {
    await runFresh(() => staffCall('discardImport', { params: { id } }))
    toast.success(isIssued ? `${formatAccounts(applied)} taken back.` : 'The list is discarded.')
    await refresh()
    onClose()
  })
  return (
    <FormDialog
      title={isIssued ? `Take ${formatAccounts(applied)} back` : 'Discard the list'}
      intro={
        <p>
          {isIssued
            ? 'The accounts are removed, which is possible while no applicant of the list has logged in. Emails that were sent stay with the applicants, and their user IDs stop working.'
            : 'Its lines are removed. Nothing was issued from it.'}
        </p>
      }
      error={error ? describeFailure(error) : null}
      submit={isIssued ? 'Take back' : 'Discard'}
      isDangerous={isIssued}
      isPending={isPending}
      onSubmit={() => void run()}
      onClose={onClose}
    />
  )
}
