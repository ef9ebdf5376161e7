import { useSearchParams } from 'react-router'
import { useSession } from '#applicant/entities/session/session.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button, buttonClass } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { readFileLink } from '#shared/api/applicant/file-link.ts'
import { formatFullName } from '#shared/format/names.ts'
import { getPathAfterLogin } from '#shared/policy/next-route.ts'
import styles from './logged-in-notice.module.css'
import { logout } from './logout.ts'
import { useFileLink } from './use-file-link.ts'

/** On the login page: somebody is logged in already, who need not log in again. */
export function LoggedInNotice() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const file = user?.passChange ? null : readFileLink(query)
  const hasReturned = useFileLink(file)
  const leave = useAction(logout)
  if (!user) return null
  return (
    <Banner tone="info" title={`You are logged in as ${formatFullName(user)} (${user.userId}).`}>
      {hasReturned && <p>If the file did not open, log out and log in again.</p>}
      <div className={styles.actions}>
        {file ? (
          <a href={file} className={buttonClass('primary')}>
            Open the file
          </a>
        ) : (
          <ButtonLink to={getPathAfterLogin(user)}>Continue</ButtonLink>
        )}
        <Button variant="quiet" busy={leave.isPending} onClick={() => leave.run()}>
          Logout
        </Button>
      </div>
    </Banner>
  )
}
