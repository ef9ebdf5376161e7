import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog, FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { RecoveryCodes } from '#staff/entities/session/recovery-codes.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ownSessionsKey } from './own-sessions-card.tsx'
import styles from './spaced.module.css'

const queryKey = ['own-recovery-codes']

export function RecoveryCodesCard() {
  const query = useQuery({ queryKey, queryFn: async () => (await staffCall('ownRecoveryCodes')).data.left })
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, isPending, error, clearError } = useStaffAction(
    async () => setCodes((await staffCall('replaceRecoveryCodes', { body: {} })).data.recoveryCodes),
    { invalidates: [queryKey, ownSessionsKey] },
  )
  const open = () => {
    clearError()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    setCodes(null)
  }
  return (
    <Card title="Recovery codes">
      <QueryResult query={query}>
        {(left) => (
          <div className={styles.spaced}>
            <p>Each works once, when your phone or passkey is not at hand. {describeLeft(left)}</p>
            <Actions>
              <Button variant="secondary" onClick={open}>
                Make new recovery codes
              </Button>
            </Actions>
          </div>
        )}
      </QueryResult>
      {isOpen && !codes && (
        <FormDialog
          title="Make new recovery codes"
          intro={<p>You get ten new ones. The earlier ones no longer work, and your sessions on other devices end.</p>}
          error={error}
          submit="Make new codes"
          isPending={isPending}
          onSubmit={() => void run()}
          onClose={close}
        />
      )}
      {/* Also when the other dialog was closed meanwhile: the earlier codes no longer work, and these come only once. */}
      {codes && (
        <Dialog title="Keep your recovery codes" onClose={close}>
          <Banner tone="warning" title="They are shown only now">
            The earlier codes no longer work. Print these or write them down, and keep them where only you can reach
            them.
          </Banner>
          <RecoveryCodes codes={codes}>
            <Button onClick={close}>I have kept them</Button>
          </RecoveryCodes>
        </Dialog>
      )}
    </Card>
  )
}

const describeLeft = (left: number): string =>
  left === 0 ? 'You have none left.' : left === 1 ? 'You have one left.' : `You have ${left} left.`
