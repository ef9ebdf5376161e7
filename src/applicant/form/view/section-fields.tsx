import { useId } from 'react'
import { useFormState } from '#applicant/form/form-context.tsx'
import { useVisibleErrors } from '#applicant/form/use-visible-errors.ts'
import type { EntryValues } from '#shared/forms/field.ts'
import type { Section } from '#shared/forms/section.ts'
import type { AnyGroup, AnySingle } from '../state/any-section.ts'
import { getSectionId } from '../state/form-state.ts'
import { LazyListStep } from './lazy-list-step.tsx'
import questionStyles from './questions.module.css'
import { Question, Questions } from './questions.tsx'
import styles from './sections.module.css'

interface SectionFieldsProps {
  name: string
  section: Section
  /** Of the step: a section's own heading does not repeat it. */
  stepTitle?: string
}

/** The questions of a section, whatever its shape. */
export function SectionFields({ name, section, stepTitle }: SectionFieldsProps) {
  switch (section.shape) {
    case 'single':
      return <SingleField name={name} single={section} />
    case 'group':
      return <GroupFields name={name} group={section} />
    case 'list':
      return <LazyListStep name={name} list={section} isTitleHidden={section.title === stepTitle} />
  }
}

/** One question on its own. It needs no heading beside its label. */
export function SingleField({ name, single }: { name: string; single: AnySingle }) {
  const answer = useFormState(({ answers }) => answers[name])
  const error = useVisibleErrors(name)[name]
  return (
    <div id={getSectionId(name)} className={questionStyles.questions}>
      <Question path={{ section: name }} field={single.field} entry={{}} answer={answer} error={error} />
    </div>
  )
}

/** Questions that are asked once, under their heading. */
export function GroupFields({ name, group }: { name: string; group: AnyGroup }) {
  const entry = useFormState(({ answers }) => answers[name] as EntryValues)
  const errors = useVisibleErrors(name)
  const heading = useId()
  return (
    <section id={getSectionId(name)} tabIndex={-1} className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{group.title}</h2>
      <Questions parent={{ section: name }} fields={group.fields} entry={entry} errors={errors} />
    </section>
  )
}
