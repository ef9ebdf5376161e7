import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { RecoveryCodes } from '#staff/entities/session/recovery-codes.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ownSessionsKey } from './own-sessions-card.tsx'
import styles from './spaced.module.css'

const queryKey = ['own-recovery-codes']

export function RecoveryCodesCard() {
  const query = useQuery({ queryKey, queryFn: async () => (await staffCall('ownRecoveryCodes')).data.left })
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Recovery codes">
      <QueryResult query={query}>
        {(left) => (
          <div className={styles.spaced}>
            <p>Each works once, when your phone or passkey is not at hand. {describeLeft(left)}</p>
            <Actions>
              <Button variant="secondary" onClick={() => setOpen(true)}>
                Make new recovery codes
              </Button>
            </Actions>
          </div>
        )}
      </QueryResult>
      {isOpen && <ReplaceDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

const describeLeft = (left: number): string =>
  left === 0 ? 'You have none left.' : left === 1 ? 'You have one left.' : `You have ${left} left.`

function ReplaceDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { run, isPending, error } = useStaffAction(
    async () => setCodes((await staffCall('replaceRecoveryCodes', { body: {} })).data.recoveryCodes),
    { invalidates: [queryKey, ownSessionsKey] },
  )
  if (codes)
    return (
      <Dialog title="Keep your recovery codes" onClose={onClose}>
        <Banner tone="warning" title="They are shown only now">
          The earlier codes no longer work. Print these or write them down, and keep them where only you can reach them.
        </Banner>
        <RecoveryCodes codes={codes}>
          <Button onClick={onClose}>I have kept them</Button>
        </RecoveryCodes>
      </Dialog>
    )
  return (
    <Dialog title="Make new recovery codes" onClose={onClose}>
      <FormStack onSubmit={run}>
        <p>You get ten new ones. The earlier ones no longer work, and your sessions on other devices end.</p>
        <FormError>{error}</FormError>
        <Actions>
          <Button type="submit" busy={isPending}>
            Make new codes
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
