import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import { changePhoto } from '#web/entities/photo/change-photo.ts'
import { useSession } from '#web/entities/session/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import styles from './settings-page.module.css'

/** The profile photo can be changed; the rest is what the institute holds (specification, section 2). */
export function Component() {
  const { user } = useSession()
  const [pending, setPending] = useState<File | null>(null)
  const [uploading, setUploading] = useState(false)
  const [failure, setFailure] = useState('')

  /** Choosing a photo saves it at once; one that could not be saved stays pending, for Update. */
  async function save(photo: File) {
    setPending(photo)
    setUploading(true)
    setFailure('')
    const { message, problem } = await changePhoto(photo)
    setUploading(false)
    if (problem) {
      toast.error(problem)
      return setFailure(problem)
    }
    setPending(null)
    toast.success(message)
  }

  function update(event: FormEvent) {
    event.preventDefault()
    if (pending) void save(pending)
  }

  if (!user) return null
  return (
    <div className={styles.page}>
      <PageTitle>Account Setting</PageTitle>
      <Card>
        <form onSubmit={update} className={styles.form}>
          <ProfilePhoto user={user} busy={uploading} failure={failure} onChosen={save} />
          <FactList
            facts={[
              ['First name', user.firstName],
              ['Middle name', user.middleName],
              ['Surname', user.surName],
              ['Phone', user.phone],
              ['Email', user.email],
            ]}
          />
          <p className={styles.note}>
            Names, phone and email are as the institute holds them. <Link to={screens.contact}>Contact us</Link> if one
            of them is wrong.
          </p>
          <div className={styles.actions}>
            <Button type="submit" busy={uploading}>
              Update
            </Button>
            <Link to={screens.updatePassword}>Change your password</Link>
          </div>
        </form>
      </Card>
      <OwnSessions />
    </div>
  )
}
