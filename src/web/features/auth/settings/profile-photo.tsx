import { Camera, UserRound } from 'lucide-react'
import { useRef } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { fullName } from '#shared/format/names.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Icon } from '#web/ui/layout/icon.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './profile-photo.module.css'

interface Props {
  user: User
  busy: boolean
  failure: string
  onChosen: (photo: File) => void
}

/** The photo with a camera on it: image files only. */
export function ProfilePhoto({ user, busy, failure, onChosen }: Props) {
  const input = useRef<HTMLInputElement>(null)

  function choose(files: FileList | null) {
    const [photo] = files ?? []
    if (!photo) return toast.error(notices.photo.none)
    onChosen(photo)
    // The same file chosen again is a choice too.
    if (input.current) input.current.value = ''
  }

  return (
    <div className={styles.row}>
      <div className={styles.photo}>
        {user.passport ? (
          <img src={user.passport} alt={`${fullName(user)}, as uploaded`} />
        ) : (
          <UserRound size={56} aria-hidden="true" />
        )}
        <button type="button" className={styles.camera} disabled={busy} onClick={() => input.current?.click()}>
          {busy ? <Spinner /> : <Icon of={Camera} />}
          <VisuallyHidden>Change your photo</VisuallyHidden>
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        hidden
        aria-label="Profile photo"
        onChange={(event) => choose(event.target.files)}
      />
      <div>
        <h2>Profile photo</h2>
        <p className={styles.hint}>
          A passport photo: JPEG or PNG, at most 5 MB. It is saved as soon as you choose it.
        </p>
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      </div>
    </div>
  )
}
