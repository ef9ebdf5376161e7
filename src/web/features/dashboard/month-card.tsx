import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { longDate } from '#shared/words/dates.ts'
import { useExercise } from '#web/lib/exercise.ts'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { dayOf } from './day-of.ts'
import styles from './month-card.module.css'

/** The month, with today, the day of the exam and the deadline marked. Nothing to choose: it only tells. */
export function MonthCard({ examDate }: { examDate: string | null }) {
  const { deadline } = useExercise()
  const exam = dayOf(examDate)
  const last = dayOf(deadline)
  return (
    <Card className={styles.card}>
      <DayPicker
        aria-label="Calendar"
        weekStartsOn={1}
        showOutsideDays
        modifiers={{ exam: exam ?? false, deadline: last ?? false }}
        modifiersClassNames={{ exam: styles.exam ?? '', deadline: styles.deadline ?? '' }}
        classNames={calendarClasses}
        components={{
          Chevron: ({ orientation }) => <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />,
        }}
      />
      {(exam || last) && (
        <ul className={styles.legend}>
          {exam && (
            <li>
              <span className={styles.exam} aria-hidden="true" /> Exam: {longDate(exam)}
            </li>
          )}
          {last && (
            <li>
              <span className={styles.deadline} aria-hidden="true" /> Deadline: {longDate(last)}
            </li>
          )}
        </ul>
      )}
    </Card>
  )
}

const calendarClasses = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.turn ?? '',
  button_next: styles.turn ?? '',
  month_caption: styles.caption ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  today: styles.today ?? '',
  outside: styles.outside ?? '',
}
