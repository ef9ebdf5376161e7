import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useExercise } from '#applicant/entities/exercise/exercise.ts'
import { RegistryContactFacts } from '#applicant/entities/exercise/registry-contact.tsx'
import { useSession } from '#applicant/entities/session/session.ts'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { Tabs } from '#kit/ui/layout/tabs.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { listContactFacts } from '#shared/format/registry-contact.ts'
import { type ComplaintFields, type ComplaintSender, emptyComplaint } from './complaint.ts'
import { ComplaintForm, useComplaintSending } from './complaint-form.tsx'
import styles from './contact-page.module.css'

/** Takes complaints and questions of applicants and of people without an account. */
export function Component() {
  const { contact } = useExercise()
  const hasContact = listContactFacts(contact).length > 0
  return (
    <div className={classNames(styles.page, hasContact && styles.wide)}>
      <div className={styles.head}>
        <PageTitle>Contact us</PageTitle>
        <p>Tell us what went wrong or what you need to know. We answer by email.</p>
      </div>
      <RegistryContactFacts contact={contact} className={styles.registry} />
      <div className={styles.sheet}>
        <ComplaintForms key={useWriter()} />
      </div>
    </div>
  )
}

/**
 * Counts who has written here: nothing of one applicant, such as the number of a complaint, is left for the next, who has
 * logged in in another window. Who logs in or out may still be writing.
 */
function useWriter(): number {
  const userId = useSession().user?.userId
  const [writer, setWriter] = useState({ userId, count: 0 })
  if (userId && userId !== writer.userId) setWriter({ userId, count: writer.count + (writer.userId ? 1 : 0) })
  return writer.count
}

function ComplaintForms() {
  // Held above the tabs, so that switching between them loses nothing.
  const [fields, setFields] = useState(emptyComplaint)
  const knownUserId = useKnownFields(setFields)
  const onChange = (changed: Partial<ComplaintFields>) => setFields((current) => ({ ...current, ...changed }))
  // What was typed while the complaint was on its way is not sent yet.
  const onSent = (sent: ComplaintFields) =>
    setFields((current) => (current === sent ? { ...emptyComplaint, userId: knownUserId } : current))
  const sending = {
    existing: useComplaintSending('existing', fields, onSent),
    new: useComplaintSending('new', fields, onSent),
  }
  const formOf = (sender: ComplaintSender) => (
    <ComplaintForm sender={sender} fields={fields} sending={sending[sender]} onChange={onChange} />
  )
  return (
    <Tabs
      label="Who is writing"
      tabs={[
        { name: 'existing', label: 'Existing Applicant', panel: formOf('existing') },
        { name: 'new', label: 'New Applicant', panel: formOf('new') },
      ]}
    />
  )
}

/** Fills in who is logged in, and the application that the link is about. After hydration, and never over typed text. */
function useKnownFields(setFields: Dispatch<SetStateAction<ComplaintFields>>): string {
  const { user } = useSession()
  const [query] = useSearchParams()
  const about = query.get('about')
  const userId = user?.userId ?? ''
  useEffect(() => {
    const complain = about && isApplicationNumber(about) ? `About my application ${about}:\n` : ''
    setFields((typed) => ({ ...typed, userId: typed.userId || userId, complain: typed.complain || complain }))
  }, [about, userId, setFields])
  return userId
}

/** A link can be made by anybody, so that nothing but a number is taken from it. */
const isApplicationNumber = (text: string) => /^APP-\d{4}-\d{6,9}$/.test(text)
