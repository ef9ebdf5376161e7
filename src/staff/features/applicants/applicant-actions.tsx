// What staff can do for an applicant who asks for help.

import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import { ActionBar, FoldedActionBar } from '#staff/entities/action-bar/action-bar.tsx'
import { WithdrawDialog } from '#staff/entities/application/withdraw-dialog.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './applicant-page.module.css'
import { HoldDialog } from './holds.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PasswordSlipDialog } from './password-slip-dialog.tsx'

interface Props {
  details: ApplicantDetails
  /** What changes it is not offered then. */
  isArchived: boolean
  /** Absent without the permission. */
  onCorrect: (() => void) | undefined
}

type Offer = readonly [isOffered: boolean, dialog: NonNullable<OpenDialog>, label: string]
type OpenDialog = 'move' | 'reset' | 'slip' | 'nin' | 'hold' | 'withdraw' | null

/** A phone shows as many beside the correction. */
const fewActions = 1

export function ApplicantActions({ details, isArchived, onCorrect }: Props) {
  const { facts, holds, withdrawal } = details
  const may = useMay()
  const mayChange: typeof may = (permission) => !isArchived && may(permission)
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  const isOnHold = holds.some(({ ended }) => ended === null)
  const dialogs: Record<NonNullable<OpenDialog>, ReactNode> = {
    move: <MoveDialog details={details} onClose={close} />,
    reset: <ResetDialog userId={facts.userId} email={facts.email} onClose={close} />,
    slip: <PasswordSlipDialog userId={facts.userId} onClose={close} />,
    nin: <NinDialog userId={facts.userId} onClose={close} />,
    hold: <HoldDialog userId={facts.userId} isOnHold={isOnHold} onClose={close} />,
    withdraw: <WithdrawDialog number={facts.number ?? ''} userId={facts.userId} onClose={close} />,
  }
  const offers: readonly Offer[] = [
    [may('nin:reveal') && facts.nin !== '', 'nin', 'Show the NIN'],
    [mayChange('account:issue') && facts.number === null, 'move', 'Change post or fee'],
    [may('account:recover'), 'reset', 'Send a new password link'],
    [mayChange('account:issue') && !facts.passwordChanged, 'slip', 'Print a password slip'],
  ]
  /** What stops the applicant. */
  const grave: readonly Offer[] = [
    [mayChange('account:hold'), 'hold', isOnHold ? 'End the hold' : 'Put on hold'],
    [
      mayChange('application:withdraw') && facts.number !== null && !withdrawal && !isOnHold,
      'withdraw',
      'Withdraw the application',
    ],
  ]
  const correct = onCorrect && !isArchived && <Button onClick={onCorrect}>Correct facts</Button>
  const others = <OfferButtons offers={offers} variant="secondary" onOpen={setOpen} />
  const graveOnes = <OfferButtons offers={grave} variant="danger" onOpen={setOpen} />
  return (
    <>
      {[...offers, ...grave].filter(([isOffered]) => isOffered).length > fewActions ? (
        <FoldedActionBar first={correct} grave={graveOnes}>
          {others}
        </FoldedActionBar>
      ) : (
        <ActionBar grave={graveOnes}>
          {correct}
          {others}
        </ActionBar>
      )}
      {open && dialogs[open]}
    </>
  )
}

interface OfferButtonsProps {
  offers: readonly Offer[]
  variant: ButtonVariant
  onOpen: (dialog: OpenDialog) => void
}

const OfferButtons = ({ offers, variant, onOpen }: OfferButtonsProps) =>
  offers.map(
    ([isOffered, dialog, label]) =>
      isOffered && (
        <Button key={dialog} variant={variant} onClick={() => onOpen(dialog)}>
          {label}
        </Button>
      ),
  )

interface ResetProps {
  userId: string
  email: string
  onClose: () => void
}

function ResetDialog({ userId, email, onClose }: ResetProps) {
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('resetApplicantPassword', { params: { userId }, body: {} })
      return `A link is on its way to ${email}.`
    },
    { invalidates: [['applicant', userId]], onDone: onClose },
  )
  return (
    <FormDialog
      title="Send a new password link"
      intro={<p>The applicant gets an email with a link at {email}. The old password works until a new one is set.</p>}
      error={error}
      submit="Send the link"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    />
  )
}

function NinDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [nin, setNin] = useState('')
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const body = { reason: String(form.get('reason')) }
      setNin((await staffCall('revealNin', { params: { userId }, body })).data.nin)
    },
    { fields: ['reason'] },
  )
  return (
    <FormDialog
      title="Show the NIN"
      intro={<p>Who looked at the NIN and why is recorded.</p>}
      error={error}
      submit="Show the NIN"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
      instead={nin && <p className={styles.nin}>{nin}</p>}
    >
      <TextInput label="Reason" name="reason" error={errors.reason} maxLength={maxReason} />
    </FormDialog>
  )
}
