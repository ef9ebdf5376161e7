import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './publication-page.module.css'

interface Props {
  /** Of the publication. */
  id: string
  number: string
  onClose: () => void
}

/** The email as this applicant gets it. */
export function EmailPreview({ id, number, onClose }: Props) {
  const email = useQuery({
    queryKey: ['publication', id, 'email', number],
    queryFn: async ({ signal }) => (await staffCall('publicationEmail', { params: { id, number }, signal })).data,
    staleTime: 0,
  })
  return (
    <Dialog title={`Email of ${number}`} onClose={onClose}>
      <QueryResult query={email} lines={['line', 'block']} loading="Loading the email…">
        {({ to, subject, text }) => (
          <>
            <FactList
              facts={[
                ['To', to],
                ['Subject', subject],
              ]}
            />
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its content scrolls, also by keyboard */}
            <section className={styles.email} tabIndex={0} aria-label="Text of the email">
              {text}
            </section>
          </>
        )}
      </QueryResult>
      <Actions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </Actions>
    </Dialog>
  )
}
