import type { AnySingle } from './any-section.ts'
import { useFormPart } from './form-context.tsx'
import styles from './questions.module.css'
import { Question } from './questions.tsx'
import { useShownComplaints } from './use-shown-complaints.ts'

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
