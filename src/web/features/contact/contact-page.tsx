import { useState } from 'react'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { type ComplaintFields, emptyComplaint } from './complaint.ts'
import { ComplaintForm } from './complaint-form.tsx'
import styles from './contact-page.module.css'

/** Takes complaints and questions of applicants and of people without an account. */
export function Component() {
  // Held above the tabs, so that switching between them loses nothing.
  const [fields, setFields] = useState(emptyComplaint)
  const onChange = (changed: Partial<ComplaintFields>) => setFields((current) => ({ ...current, ...changed }))
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
            {
              name: 'existing',
              label: 'Existing Applicant',
              panel: <ComplaintForm sender="existing" fields={fields} onChange={onChange} />,
            },
            {
              name: 'new',
              label: 'New Applicant',
              panel: <ComplaintForm sender="new" fields={fields} onChange={onChange} />,
            },
          ]}
        />
      </div>
    </div>
  )
}
