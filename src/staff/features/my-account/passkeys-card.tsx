import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { Passkey } from '#shared/api/staff/passkeys.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { maxShortName } from '#shared/staff/text-limits.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { ownPasskeysKey, useOwnPasskeys } from '#staff/entities/session/own-passkeys.ts'
import { canUsePasskeys, makePasskey } from '#staff/entities/session/passkeys.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './spaced.module.css'

type OpenDialog = { of: 'add' } | { of: 'rename' | 'remove'; passkey: Passkey } | null

export function PasskeysCard() {
  const query = useOwnPasskeys()
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Passkeys">
      <div className={styles.spaced}>
        <p>
          A passkey signs you in with the fingerprint, face or PIN of your device, without password and code. Add one on
          each device that you work with.
        </p>
        <QueryResult query={query}>{(data) => <PasskeyList passkeys={data.passkeys} onOpen={setOpen} />}</QueryResult>
        {canUsePasskeys() ? (
          <Actions>
            <Button variant="secondary" onClick={() => setOpen({ of: 'add' })}>
              Add a passkey
            </Button>
          </Actions>
        ) : (
          <p>This browser has no passkeys at this address. Use a newer browser, or open the staff pages with https.</p>
        )}
      </div>
      {open?.of === 'add' && <AddDialog onClose={close} />}
      {open?.of === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.of === 'remove' && <RemoveDialog passkey={open.passkey} onClose={close} />}
    </Card>
  )
}

function PasskeyList({ passkeys, onOpen }: { passkeys: Passkey[]; onOpen: (dialog: OpenDialog) => void }) {
  if (passkeys.length === 0) return <p>You have none yet.</p>
  return (
    <RowTable
      caption="Your passkeys"
      headings={['Name', 'Added', 'Last used', 'Actions']}
      phone={{ end: 'Actions', named: ['Added', 'Last used'] }}
      rows={passkeys.map((passkey) => ({
        key: passkey.id,
        cells: [
          passkey.name,
          formatDateTime(passkey.addedAt),
          passkey.lastUsedAt ? formatDateTime(passkey.lastUsedAt) : 'Never',
          <Actions key="actions">
            <Button
              variant="quiet"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => onOpen({ of: 'rename', passkey })}
            >
              Rename
            </Button>
            <Button
              variant="quiet"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => onOpen({ of: 'remove', passkey })}
            >
              Remove
            </Button>
          </Actions>,
        ],
      }))}
    />
  )
}

const nameHint = 'By which you recognise it, for example “Work laptop”.'

function AddDialog({ onClose }: { onClose: () => void }) {
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const name = String(form.get('name')).trim()
      const options = await staffCall('prepareNewPasskey', { body: {} })
      const response = await makePasskey(options.data)
      await staffCall('addPasskey', { body: { response, ...(name && { name }) } })
      return 'The passkey is added.'
    },
    { fields: ['name'], invalidates: [ownPasskeysKey], invalidatesOnError: true, onDone: onClose },
  )
  return (
    <Dialog
      title="Add a passkey"
      intro={<p>Your browser asks where to make it: on this device, on your phone or on a security key.</p>}
      onClose={onClose}
    >
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        <TextInput
          label="Name"
          name="name"
          optional
          hint={nameHint}
          maxLength={maxShortName}
          error={errors.name}
          autoFocus
        />
        <DialogActions busy={isPending} onCancel={onClose}>
          Continue
        </DialogActions>
      </FormStack>
    </Dialog>
  )
}

interface PasskeyDialogProps {
  passkey: Passkey
  onClose: () => void
}

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const { run, isPending, error, errors } = useStaffAction(
    (form: FormData) => staffCall('renamePasskey', { params: { id }, body: { name: String(form.get('name')) } }),
    { fields: ['name'], invalidates: [ownPasskeysKey], invalidatesOnError: true, onDone: onClose },
  )
  return (
    <Dialog title="Rename the passkey" onClose={onClose}>
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        <TextInput
          label="Name"
          name="name"
          hint={nameHint}
          defaultValue={name}
          maxLength={maxShortName}
          error={errors.name}
          autoFocus
        />
        <DialogActions busy={isPending} onCancel={onClose}>
          Rename
        </DialogActions>
      </FormStack>
    </Dialog>
  )
}

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('removePasskey', { params: { id } })
      return 'The passkey is removed.'
    },
    { invalidates: [ownPasskeysKey], invalidatesOnError: true, onDone: onClose },
  )
  return (
    <Dialog
      title="Remove the passkey"
      intro={
        <p>
          “{name}” no longer signs you in, and your sessions on other devices end. Delete it in the settings of its
          device as well.
        </p>
      }
      onClose={onClose}
    >
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        <DialogActions busy={isPending} onCancel={onClose}>
          Remove
        </DialogActions>
      </FormStack>
    </Dialog>
  )
}

const DialogActions = ({ children, busy, onCancel }: { children: string; busy: boolean; onCancel: () => void }) => (
  <Actions>
    <Button type="submit" busy={busy}>
      {children}
    </Button>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  </Actions>
)
