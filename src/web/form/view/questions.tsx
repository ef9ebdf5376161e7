// The questions of a group or of one entry, as far as they are asked, in one column or, where there is room, in two.
import { type Entry, type Field, isAsked } from '#shared/forms/field.ts'
import type { Fields } from '#shared/forms/section.ts'
import { classes } from '#web/ui/styles/classes.ts'
import { controls } from '../controls/controls.ts'
import { useForm } from '../state/form-context.tsx'
import { type Place, placeId } from '../state/form-state.ts'
import type { ShownComplaints } from '../state/visible-errors.ts'
import { afterPress } from './focus-after-action.ts'
import styles from './questions.module.css'

interface Props {
  /** The section, and the entry in it. */
  at: Omit<Place, 'key'>
  fields: Fields
  entry: Entry
  complaints: ShownComplaints
}

export const Questions = ({ at, fields, entry, complaints }: Props) => (
  <div className={styles.questions} data-questions="">
    {Object.entries(fields)
      .filter(([, field]) => isAsked(field, entry))
      .map(([key, field]) => {
        const place = { ...at, key }
        return (
          <Question
            key={key}
            place={place}
            field={field}
            entry={entry}
            answer={entry[key]}
            complaint={complaints[placeId(place)]}
          />
        )
      })}
  </div>
)

interface QuestionProps {
  place: Place
  field: Field
  entry: Entry
  answer: unknown
  complaint: string | undefined
}

export function Question({ place, ...rest }: QuestionProps) {
  const { form } = useForm()
  const Control = controls[rest.field.kind]
  return (
    <div className={classes(styles.question, wide.has(rest.field.kind) && styles.wide)}>
      <Control
        {...rest}
        place={place}
        onAnswer={(answer) => form.answer(place, answer)}
        onLeave={() => afterPress(() => form.leave(place))}
      />
    </div>
  )
}

const wide: ReadonlySet<Field['kind']> = new Set(['paragraph', 'files'])
