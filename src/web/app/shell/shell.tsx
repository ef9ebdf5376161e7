// Around every page of /app: sidebar, top bar, and what one person has read of the server.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useFreshUser } from '#web/lib/fresh-user.ts'
import { useSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.ts'
import { PageOutlet } from '../page-outlet.tsx'
import { createQueryClient } from './query-client.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

export function Component() {
  const { user } = useSession()
  useFreshUser(toast.error)
  return <PersonalShell key={user?.userId} />
}

function PersonalShell() {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <div className={styles.shell}>
        <Sidebar />
        <div className={styles.column}>
          <TopBar />
          <main id="content" className={styles.main}>
            <PageOutlet />
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}
