import { Camera, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatFullName } from '#shared/format/names.ts'
import { fileTypeGroups, listFileTypes } from '#shared/forms/file-types.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import styles from './profile-photo.module.css'

interface Props {
  user: User
  busy: boolean
  error: string
  onSelect: (photo: File) => void
}

/** The photo and a camera button that selects another one, image files only. */
export function ProfilePhoto({ user, busy, error, onSelect }: Props) {
  const input = useRef<HTMLInputElement>(null)

  function select(files: FileList | null) {
    const [photo] = files ?? []
    if (!photo) return toast.error(messages.photo.none)
    onSelect(photo)
    // Otherwise selecting the same file again would fire no event.
    if (input.current) input.current.value = ''
  }

  return (
    <div className={styles.row}>
      <div className={styles.photo}>
        {user.passport ? (
          <img src={user.passport} alt={`${formatFullName(user)}, as uploaded`} />
        ) : (
          <UserRound size={56} aria-hidden="true" />
        )}
        <button
          type="button"
          className={styles.camera}
          aria-disabled={busy || undefined}
          onClick={() => busy || input.current?.click()}
        >
          {busy ? <Spinner /> : <Icon icon={Camera} />}
          <VisuallyHidden>Change your photo</VisuallyHidden>
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept={fileTypeGroups.images.join(',')}
        hidden
        aria-label="Profile photo"
        onChange={(event) => select(event.target.files)}
      />
      <div>
        <h2>Profile photo</h2>
        <p className={styles.hint}>
          A passport photo: {listFileTypes('images')}, at most {uploadLimits.label}. It is saved as soon as you choose
          it.
        </p>
        <p role="alert" className={styles.error}>
          {error}
        </p>
      </div>
    </div>
  )
}
