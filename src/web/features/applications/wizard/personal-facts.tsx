// The first step's facts: what the account says, and the photo, which can be set here.
import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { applicantFacts } from '#shared/application/applicant.ts'
import { fullName } from '#shared/format/names.ts'
import { loadPatiently } from '#web/lib/lazy/load-with-retry.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FactList } from '#web/ui/layout/fact-list.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Photos } from '../slip/photos.tsx'
import styles from './personal-facts.module.css'

export const PersonalFacts = ({ user }: { user: User }) => (
  <section className={styles.facts} aria-labelledby="account-facts">
    <h2 id="account-facts">As the institute holds it</h2>
    <div className={styles.photo}>
      <Photos name={fullName(user)} ninPassport={user.ninPassport} passport={user.passport} />
      <PassportPhoto has={user.passport !== null} />
    </div>
    <FactList facts={applicantFacts(user)} />
  </section>
)

function PassportPhoto({ has }: { has: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function save(photo: File) {
    setBusy(true)
    setProblem('')
    const { changePhoto } = await loadPatiently(() => import('#web/entities/photo/change-photo.ts'))
    const outcome = await changePhoto(photo)
    setBusy(false)
    setProblem(outcome.problem)
    if (outcome.problem) toast.error(outcome.problem)
    else toast.success(outcome.message)
  }

  return (
    <div className={styles.setter}>
      <Button look="secondary" busy={isBusy} onClick={() => input.current?.click()}>
        <Icon of={Camera} />
        {has ? 'Change passport photo' : 'Add passport photo'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        aria-label="Passport photo"
        onChange={(event) => {
          const [photo] = event.target.files ?? []
          event.target.value = ''
          if (photo) void save(photo)
        }}
      />
      <p className={styles.hint}>JPEG or PNG, up to 5 MB. It is saved as soon as you choose it.</p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </div>
  )
}
