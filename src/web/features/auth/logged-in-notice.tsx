import { useSearchParams } from 'react-router'
import { readFileLink } from '#shared/api/file-link.ts'
import { formatFullName } from '#shared/format/names.ts'
import { getPathAfterLogin } from '#shared/policy/next-route.ts'
import { useSession } from '#web/entities/session/session.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink, textLinkClass } from '#web/ui/actions/text-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
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
      <p>
        {file ? (
          <a href={file} className={textLinkClass}>
            Open the file
          </a>
        ) : (
          <TextLink to={getPathAfterLogin(user)}>Continue</TextLink>
        )}
      </p>
      <Button variant="secondary" busy={leave.isPending} onClick={() => leave.run()}>
        Logout
      </Button>
    </Banner>
  )
}
