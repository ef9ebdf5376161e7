import { useSearchParams } from 'react-router'
import { useSession } from '#applicant/entities/session/session.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextLink, textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { readFileLink } from '#shared/api/applicant/file-link.ts'
import { formatFullName } from '#shared/format/names.ts'
import { getPathAfterLogin } from '#shared/policy/next-route.ts'
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
