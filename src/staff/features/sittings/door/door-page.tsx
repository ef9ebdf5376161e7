import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { type DoorPerson, readList } from '#staff/entities/attendance/door-storage.ts'
import { useMe, useStaffSession } from '#staff/entities/session/staff-session.ts'
import styles from './door.module.css'
import { DoorDesk } from './door-desk.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { id: personId, name } = useMe()
  const { data: session } = useStaffSession()
  return <DoorDesk sitting={id} person={{ id: personId, name }} isSignedIn={session?.isOver === false} />
}

const retryMs = 10_000
const nobody: DoorPerson = { id: '', name: '' }

/** In the place of every page of the staff while the server cannot say who is signed in: for whom opened it last. */
export function OfflineDoor() {
  const { id = '' } = useParams()
  const { refetch } = useStaffSession()
  const [person, setPerson] = useState<DoorPerson | null>(null)
  useEffect(() => {
    void readList(id, null)
      // The desk says that it cannot be read.
      .catch(() => null)
      .then((stored) => setPerson(stored?.person ?? nobody))
  }, [id])
  useEffect(() => {
    const retry = () => void refetch()
    const timer = setInterval(retry, retryMs)
    addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      removeEventListener('online', retry)
    }
  }, [refetch])
  return (
    <main id="content" className={styles.plain}>
      <Banner tone="warning" role="status" title="There is no connection">
        <p>
          {person?.name ? `This is the list of ${person.name}. ` : ''}What is marked stays on this device until then.
        </p>
      </Banner>
      {person ? <DoorDesk sitting={id} person={person} isSignedIn={false} /> : <PageSpinner />}
    </main>
  )
}
