// The layout of /app: sidebar, top bar, and the cache of what the user has read from the server.
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { useRefreshWhenSeen, useUserRefresh } from '#applicant/entities/session/refresh-user.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { onReconnect } from '#applicant/offline/connection.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Footer } from '../layouts/footer.tsx'
import { createQueryClient, refetchFailed } from './query-client.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

export function Component() {
  const { user } = useSession()
  const [failure, setFailure] = useState('')
  useUserRefresh((message) => {
    toast.error(message)
    setFailure(message)
  })
  useRefreshWhenSeen()
  return <UserShell key={user?.userId}>{user ? <Outlet /> : <MissingUser failure={failure} />}</UserShell>
}

function UserShell({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  const exercise = useOwnExercise()
  useEffect(() => onReconnect(() => void refetchFailed(client)), [client])
  return (
    <QueryClientProvider client={client}>
      <div className={styles.shell}>
        <Sidebar />
        <div className={styles.column}>
          <TopBar />
          <main id="content" className={styles.main}>
            {children}
          </main>
          <Footer exercise={exercise} />
        </div>
      </div>
    </QueryClientProvider>
  )
}

/** There is a token but no stored user: the user is being read from the server, or that has failed. */
function MissingUser({ failure }: { failure: string }) {
  if (!failure) return <PageSpinner />
  return (
    <Banner tone="error" title={failure}>
      <Button variant="secondary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </Banner>
  )
}
