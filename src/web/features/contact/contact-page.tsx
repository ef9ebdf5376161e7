import { useState } from 'react'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { blankLetter, type Letter } from './complaint.ts'
import { ComplaintForm } from './complaint-form.tsx'
import styles from './contact-page.module.css'

/** Complaints and questions, from applicants and from people who are not yet. */
export function Component() {
  // Above the tabs, so that changing between them loses nothing.
  const [letter, setLetter] = useState<Letter>(blankLetter)
  const form = { letter, onChange: (typed: Partial<Letter>) => setLetter((now) => ({ ...now, ...typed })) }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>Contact us</PageTitle>
        <p>Tell us what went wrong or what you need to know. We answer by email.</p>
      </div>
      <div className={styles.sheet}>
        <Tabs
          label="Who is writing"
          tabs={[
            { name: 'existing', words: 'Existing Applicant', panel: <ComplaintForm {...form} from="existing" /> },
            { name: 'new', words: 'New Applicant', panel: <ComplaintForm {...form} from="new" /> },
          ]}
        />
      </div>
    </div>
  )
}
