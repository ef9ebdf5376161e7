import { useId } from 'react'
import type { Entry } from '#shared/forms/field.ts'
import type { AnyGroup } from '../state/any-section.ts'
import { useFormPart } from '../state/form-context.tsx'
import { useShownComplaints } from '../state/use-visible-errors.ts'
import { Questions } from './questions.tsx'
import styles from './sections.module.css'

/** Some questions that are asked once. */
export function GroupFields({ name, group }: { name: string; group: AnyGroup }) {
  const item = useFormPart(({ answers }) => answers[name] as Entry)
  const complaints = useShownComplaints(name)
  const heading = useId()
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{group.title}</h2>
      <Questions at={{ section: name }} fields={group.fields} entry={item} complaints={complaints} />
    </section>
  )
}
