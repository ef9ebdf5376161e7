import type { AnySingle } from '../state/any-section.ts'
import { useFormPart } from '../state/form-context.tsx'
import { useShownComplaints } from '../state/use-visible-errors.ts'
import styles from './questions.module.css'
import { Question } from './questions.tsx'

/** One question that stands alone; its label is title enough. */
export function SingleField({ name, single }: { name: string; single: AnySingle }) {
  const answer = useFormPart(({ answers }) => answers[name])
  const complaints = useShownComplaints(name)
  return (
    <div className={styles.questions}>
      <Question
        place={{ section: name }}
        field={single.field}
        entry={{}}
        answer={answer}
        complaint={complaints[name]}
      />
    </div>
  )
}
