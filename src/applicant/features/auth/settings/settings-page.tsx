import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { changePhoto, getPhotoMessage } from '#applicant/entities/photo/change-photo.ts'
import { usePhotoCrop } from '#applicant/entities/photo/use-photo-crop.tsx'
import { useSession } from '#applicant/entities/session/session.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { applicantLabels } from '#shared/application/applicant.ts'
import { paths } from '#shared/routes.ts'
import { OwnSessions } from './own-sessions.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import styles from './settings-page.module.css'

const ownFacts = ['firstName', 'middleName', 'surName', 'phone', 'email'] as const

/**
 * The profile photo can be changed; the other facts are read-only.
 * @param children cards of other features, below
 */
export function Component({ children }: { children?: ReactNode }) {
  const { user } = useSession()
  /** A photo that could not be saved; Update tries again. */
  const [unsaved, setUnsaved] = useState<File | null>(null)
  const save = useAction(
    async (photo: File) => {
      setUnsaved(photo)
      toast.success(await changePhoto(photo))
      setUnsaved(null)
    },
    { onError: (error) => toast.error(getPhotoMessage(error)) },
  )

  const crop = usePhotoCrop({ save: save.run, busy: save.isPending })

  function update(event: FormEvent) {
    event.preventDefault()
    if (unsaved) void save.run(unsaved)
  }

  if (!user) return null
  return (
    <div className={styles.page}>
      <PageTitle>Account Setting</PageTitle>
      <Card>
        <form onSubmit={update} className={styles.form}>
          <ProfilePhoto user={user} busy={crop.busy} error={getPhotoMessage(save.error)} onSelect={crop.select} />
          {crop.cropper}
          <FactList facts={ownFacts.map((key) => [applicantLabels[key], user[key]])} />
          <p className={styles.note}>
            These come from your account. <Link to={paths.contact}>Contact us</Link> if one is wrong.
          </p>
          <div className={styles.actions}>
            <Button type="submit" variant="secondary" busy={crop.busy}>
              Update
            </Button>
            <TextLink to={paths.updatePassword}>Change your password</TextLink>
          </div>
        </form>
      </Card>
      <OwnSessions />
      {children}
    </div>
  )
}
