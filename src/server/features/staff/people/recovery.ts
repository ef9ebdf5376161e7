// Who has lost password, app or passkey proves two things: a recovery code, and the mailbox to which the link goes.
import { AppError } from '#server/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { StaffClient } from '../sign-in/begin-session.ts'
import { redeemRecoveryCode } from '../sign-in/challenge-store.ts'
import { describeLogin } from '../sign-in/sign-in.ts'
import { findStaffByEmail, issueLink } from '../store.ts'
import type { InvitationDependencies } from './invitations.ts'

const validHours = 1
const nobody = '00000000-0000-0000-0000-000000000000'

export interface RecoveryRequest {
  email: string
  /** As the contract leaves it: without dashes. */
  code: string
}

export function createRecoveryService(dependencies: InvitationDependencies) {
  const { staffDatabase, throttle, encryption, refusals, clock, staffUrl } = dependencies
  const { db } = staffDatabase

  /** @returns null when nothing is sent */
  const sendLink = ({ email, code }: RecoveryRequest) =>
    db.transaction(async (tx) => {
      const found = await findStaffByEmail(tx, email)
      const person = found?.status === 'active' ? found : null
      const now = clock()
      // Asked for nobody as well, so that an unknown address takes as long as a wrong code.
      const isRight = await redeemRecoveryCode(tx, person?.id ?? nobody, code, now)
      const subject = found ? { subject: { kind: 'staff' as const, id: found.id } } : {}
      if (!person || !isRight) {
        refusals.record({ actor: 'guest', action: 'staff_recovery_refused', ...subject })
        return null
      }
      const link = await issueLink(tx, { staffId: person.id, kind: 'reset', now, lifetimeMs: validHours * 3_600_000 })
      const codeEncrypted = encryption.encrypt(link).toString('base64')
      const data = { name: person.name, codeEncrypted, staffUrl, validHours, event: 'signInReset' }
      await enqueue(tx, 'send_email', { email: 'staffInvitation', to: person.email, data })
      await audit(tx, { actor: 'guest', action: 'staff_recovery_started', ...subject })
      return { staffId: person.id }
    })

  return {
    /**
     * Uses a recovery code up and mails a link. What the person signs in with stays until the link is used.
     * @throws AppError `recovery_refused` for a wrong or used code, an unknown address and a suspended person alike;
     *   `too_many_requests`
     */
    async start(request: RecoveryRequest, client: StaffClient): Promise<void> {
      const login = { ...describeLogin(request.email, client, dependencies), secret: 'recovery_code' as const }
      const sent = await throttle.throttleLogin(login, () => sendLink(request))
      if (!sent) throw new AppError('recovery_refused')
    },
  }
}
