// The photos on the first step: the register's, and the applicant's own, which can be set here.
import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { usePhotoCrop } from '#applicant/entities/photo/use-photo-crop.tsx'
import { useAction } from '#kit/query/use-action.ts'
import { loadWithRetry } from '#kit/routing/load-with-retry.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Icon } from '#kit/ui/layout/icon.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { formatFullName } from '#shared/format/names.ts'
import { fileTypeGroups, listFileTypes } from '#shared/forms/file-types.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import { Photos } from '../slip/photos.tsx'
import styles from './passport-photo.module.css'

export const PassportPhoto = ({ user }: { user: User }) => (
  <div className={styles.photo}>
    <Photos name={formatFullName(user)} ninPassport={user.ninPassport} passport={user.passport} />
    <PhotoUpload isSet={user.passport !== null} />
  </div>
)

function PhotoUpload({ isSet }: { isSet: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const save = useAction(
    async (photo: File) => {
      const { changePhoto } = await loadWithRetry(() => import('#applicant/entities/photo/change-photo.ts'))
      toast.success(await changePhoto(photo))
    },
    { onError: (error) => toast.error(errorMessage(error)) },
  )

  const crop = usePhotoCrop({ save: save.run, busy: save.isPending })

  return (
    <div className={styles.upload}>
      {!isSet && <Banner tone="warning" title="You have not added a passport photo." />}
      <Button variant="secondary" busy={crop.busy} onClick={() => input.current?.click()}>
        <Icon icon={Camera} />
        {isSet ? 'Change passport photo' : 'Add passport photo'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={fileTypeGroups.images.join(',')}
        aria-label="Passport photo"
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          event.target.value = ''
          if (photo) void crop.select(photo)
        }}
      />
      <p className={styles.hint}>
        {listFileTypes('images')}, up to {uploadLimits.label}. It is saved as soon as you choose it.
      </p>
      {crop.cropper}
      <p role="alert" className={styles.error}>
        {errorMessage(save.error)}
      </p>
    </div>
  )
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : '')
