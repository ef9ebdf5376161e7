// The staff themselves: signing in, invitations, and who somebody is.
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { StaffMe } from '#shared/api/staff/session.ts'
import { listPermissions } from '#shared/roles/permissions.ts'
import { createOwnPasskeyService } from './passkeys/own-passkeys.ts'
import { createPasskeySignInService } from './passkeys/passkey-sign-in.ts'
import { createAcceptanceService } from './people/acceptance.ts'
import { createInvitationService, type InvitationDependencies } from './people/invitations.ts'
import { createPeopleService } from './people/people.ts'
import { createGrantPresenter, readChange } from './people/people-presenter.ts'
import { listProposals } from './people/people-store.ts'
import { createRecoveryService } from './people/recovery.ts'
import { suspendUnused } from './people/suspend-unused.ts'
import { deleteExpiredAttempts } from './sign-in/challenge-store.ts'
import { createOwnPasswordService } from './sign-in/own-password.ts'
import { createOwnSignInService } from './sign-in/own-sign-in.ts'
import { createStaffSessionLookup } from './sign-in/session-store.ts'
import { createSignInService } from './sign-in/sign-in.ts'
import { listExercises } from './store.ts'
import { createViewService } from './views/service.ts'

export { assertSecondPerson, createSecondPersonCheck } from './second-person.ts'
export { listRelatedStaff } from './store.ts'

export type StaffService = ReturnType<typeof createStaffService>

export function createStaffService(dependencies: InvitationDependencies) {
  const { staffDatabase, clock, deviceCookies } = dependencies
  const { db } = staffDatabase
  return {
    deviceCookies,
    sessions: createStaffSessionLookup(db, clock),
    signIn: createSignInService(dependencies),
    ownSignIn: createOwnSignInService(dependencies),
    ownPassword: createOwnPasswordService(dependencies),
    passkeySignIn: createPasskeySignInService(dependencies),
    passkeys: createOwnPasskeyService(dependencies),
    invitations: createInvitationService(dependencies),
    acceptance: createAcceptanceService(dependencies),
    recovery: createRecoveryService(dependencies),
    people: createPeopleService(dependencies),
    views: createViewService(dependencies),

    /** Nightly. */
    async prune(): Promise<void> {
      await deleteExpiredAttempts(db, clock())
      await suspendUnused(dependencies)()
    },

    /** Who is signed in, with what the roles allow. */
    async describeMe({ staffId, name, email, grants, freshUntil }: StaffPrincipal): Promise<StaffMe> {
      const exercises = await listExercises(db)
      const present = createGrantPresenter(exercises)
      const proposals = await listProposals(db, [staffId])
      const isEverywhere = grants.some(({ exerciseId }) => exerciseId === null)
      const own = exercises.filter(({ id }) => isEverywhere || grants.some(({ exerciseId }) => exerciseId === id))
      return {
        id: staffId,
        name,
        email,
        roles: grants.map(present),
        permissions: listPermissions(grants),
        exercises: own.map(({ year, title, isCurrent, archivedAt }) => ({
          year,
          title,
          isCurrent,
          isArchived: archivedAt !== null,
        })),
        waiting: proposals.flatMap(({ proposal, maker }) => {
          const { add } = readChange(proposal.change)
          return add.length > 0 ? [{ roles: add.map(present), proposedBy: maker }] : []
        }),
        freshUntil: freshUntil && freshUntil > clock() ? freshUntil.toISOString() : null,
      }
    },
  }
}
