// Around every page of /app: sidebar, top bar, and what one person has read of the server.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFreshUser } from '#web/entities/session/fresh-user.ts'
import { useSession } from '#web/entities/session/session.ts'
import { onLineBack } from '#web/lib/offline/connection.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Opening } from '../app-skeleton.tsx'
import { PageOutlet } from '../page-outlet.tsx'
import { createQueryClient, readFailedAgain } from './query-client.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

export function Component() {
  const { user } = useSession()
  const [failure, setFailure] = useState('')
  useFreshUser((sentence) => {
    toast.error(sentence)
    setFailure(sentence)
  })
  return <PersonalShell key={user?.userId}>{user ? <PageOutlet /> : <UnknownUser failure={failure} />}</PersonalShell>
}

function PersonalShell({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useEffect(() => onLineBack(() => void readFailedAgain(client)), [client])
  return (
    <QueryClientProvider client={client}>
      <div className={styles.shell}>
        <Sidebar />
        <div className={styles.column}>
          <TopBar />
          <main id="content" className={styles.main}>
            {children}
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** There is a token, and nothing is kept of its owner: the server is being asked, or could not be. */
function UnknownUser({ failure }: { failure: string }) {
  if (!failure) return <Opening />
  return (
    <Banner tone="error" role="alert" title={failure}>
      <Button look="secondary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </Banner>
  )
}
