// What the person may do about a money case in its state. One step is the next one; the others stand beside it.
import { type ReactNode, useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { MoneyCaseAction, MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { getDay } from '#shared/format/days.ts'
import { formatNaira } from '#shared/format/numbers.ts'
import { parseNaira } from '#shared/forms/amount.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import {
  type ApprovalStep,
  approvalSteps,
  maxCaseNote,
  maxRefundReference,
  unconfirmedRefund,
} from '#shared/staff/money-cases.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useCaseAction } from './use-case-action.ts'

interface Props {
  details: MoneyCaseDetails
}

type Act = MoneyCaseAction['act'] | ApprovalStep

/** In the order in which they stand; the first one that is possible is the next step. */
const buttons: Readonly<Record<Act, string>> = {
  approve_refund: 'Approve the refund',
  approve_write_off: 'Approve the write-off',
  record_refund: 'Record as paid out',
  ask: 'Ask Remita',
  propose_refund: 'Propose a refund',
  explain: 'Explain',
  propose_write_off: 'Propose a write-off',
  cancel_proposal: 'Cancel the proposal',
}
const acts = Object.keys(buttons) as Act[]
const actsAfterAnswer: readonly Act[] = [...acts.filter((act) => act !== 'ask'), 'ask']

export function CaseActions({ details }: Props) {
  const { steps, kind } = details
  const [open, setOpen] = useState<Exclude<Act, 'ask'> | null>(null)
  // What Remita has answered need not be asked first.
  const isAnswered = details.state === 'asked' && !details.isWaiting
  const possible = (isAnswered ? actsAfterAnswer : acts).filter((act) => steps.includes(act))
  return (
    <>
      <SecondPersonNeeded details={details} />
      {kind === 'missing_here' && steps.includes('explain') && <p>{unconfirmedRefund}</p>}
      {possible.length > 0 && (
        <Actions>
          {possible.map((act, at) =>
            act === 'ask' ? (
              <AskButton key={act} details={details} isNext={at === 0} />
            ) : (
              <Button key={act} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => setOpen(act)}>
                {buttons[act]}
              </Button>
            ),
          )}
        </Actions>
      )}
      {open && <StepDialog act={open} details={details} onClose={() => setOpen(null)} />}
    </>
  )
}

function SecondPersonNeeded({ details: { state, isSecondPerson, isOwnProposal } }: Props) {
  const may = useMay()
  const isWaiting = state === 'refund_due' || state === 'write_off_due'
  if (!isWaiting || isSecondPerson || !may('refund:approve')) return null
  return (
    <p>
      {isOwnProposal
        ? 'You have proposed this, so another person must approve it.'
        : staffErrors.second_person_related.message}
    </p>
  )
}

function AskButton({ details: { id, version }, isNext }: Props & { isNext: boolean }) {
  const { run, isPending } = useCaseAction(
    id,
    () => staffCall('stepMoneyCase', { params: { id }, body: { act: 'ask', version } }),
    { toastsErrors: true },
  )
  return (
    <Button variant={isNext ? 'primary' : 'secondary'} busy={isPending} onClick={() => void run()}>
      {buttons.ask}
    </Button>
  )
}

interface DialogProps extends Props {
  act: Exclude<Act, 'ask'>
  onClose: () => void
}

interface Description {
  intro: (details: MoneyCaseDetails) => ReactNode
  fields: readonly ('amount' | 'note' | 'refundedOn' | 'reference')[]
}

const descriptions: Readonly<Record<Exclude<Act, 'ask'>, Description>> = {
  approve_refund: {
    intro: ({ refund, proposedBy }) => (
      <>
        {proposedBy} has proposed that <strong>{formatNaira(refund ?? 0)}</strong> go back. Accounts pay it out once you
        approve it. Whether the RRR is paid does not change.
      </>
    ),
    fields: [],
  },
  approve_write_off: {
    intro: ({ amount, proposedBy }) => (
      <>
        {proposedBy} has proposed that nothing more is done about <strong>{formatNaira(amount)}</strong>. The case ends.
      </>
    ),
    fields: [],
  },
  record_refund: {
    intro: ({ refund }) => (
      <>Accounts have paid {formatNaira(refund ?? 0)} to the applicant. The case ends, and stays as it is.</>
    ),
    fields: ['refundedOn', 'reference'],
  },
  propose_refund: {
    intro: () => 'Another person approves it. The payment stays what Remita says that it is.',
    fields: ['amount', 'note'],
  },
  explain: { intro: () => 'The case ends: nothing is owed to anybody.', fields: ['note'] },
  propose_write_off: {
    intro: ({ amount }) => `Another person approves that nothing more is done about ${formatNaira(amount)}.`,
    fields: ['note'],
  },
  cancel_proposal: { intro: () => 'The case is open again, and another step can be taken.', fields: ['note'] },
}

/** It sends what the person saw when it was opened: what changes meanwhile is refused, and shown on the page. */
function StepDialog({ act, details, onClose }: DialogProps) {
  const [seen] = useState(details)
  const { intro, fields } = descriptions[act]
  const { run, isPending, error, errors } = useCaseAction(
    seen.id,
    (form: FormData) => take(act, seen, (name) => String(form.get(name) ?? '').trim()),
    { fields, onDone: onClose },
  )
  return (
    <FormDialog
      title={buttons[act]}
      intro={<p>{intro(seen)}</p>}
      error={error}
      submit={buttons[act]}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      {fields.includes('amount') && (
        <TextInput
          label="Amount"
          hint={`At most ${formatNaira(seen.refundable)}.`}
          name="amount"
          inputMode="decimal"
          defaultValue={formatNaira(seen.refundable)}
          error={errors.amount}
        />
      )}
      {fields.includes('refundedOn') && (
        <TextInput
          label="Paid out on"
          name="refundedOn"
          type="date"
          max={getDay(new Date()) ?? undefined}
          error={errors.refundedOn}
        />
      )}
      {fields.includes('reference') && (
        <TextInput
          label="Reference"
          hint="Of the accounts' own records, such as the number of the voucher. No bank account."
          name="reference"
          maxLength={maxRefundReference}
          error={errors.reference}
        />
      )}
      {fields.includes('note') && (
        <Textarea
          label="Why"
          hint="For colleagues. No bank account."
          name="note"
          rows={3}
          maxLength={maxCaseNote}
          error={errors.note}
        />
      )}
    </FormDialog>
  )
}

const isApproval = (act: Act): act is ApprovalStep => approvalSteps.some((one) => one === act)

function take(
  act: DialogProps['act'],
  { id, version, amount, refund }: MoneyCaseDetails,
  read: (name: string) => string,
) {
  const params = { id }
  if (isApproval(act))
    return staffCall('approveMoneyCase', { params, body: { act, amount: refund ?? amount, version } })
  return staffCall('stepMoneyCase', { params, body: { ...readAction(act, read), version } })
}

function readAction(act: Exclude<DialogProps['act'], ApprovalStep>, read: (name: string) => string) {
  const note = read('note')
  switch (act) {
    case 'propose_refund':
      return { act, amount: parseNaira(read('amount')), note }
    case 'record_refund':
      return { act, refundedOn: read('refundedOn'), reference: read('reference') }
    case 'explain':
    case 'cancel_proposal':
    case 'propose_write_off':
      return { act, note }
  }
}
