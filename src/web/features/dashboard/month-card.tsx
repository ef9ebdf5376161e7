import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { longDate } from '#shared/format/dates.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { dayOf, noonOf } from './day-of.ts'
import styles from './month-card.module.css'

type Mark = 'today' | 'exam' | 'deadline'

const markWords: Record<Mark, string> = { today: 'Today', exam: 'Exam', deadline: 'Deadline' }

/** The month, with today, the day of the exam and the deadline marked. Nothing to choose: it only tells. */
export function MonthCard({ examDate }: { examDate: string | null }) {
  const { deadline } = useExercise()
  const marks: Record<Mark, Date | null> = {
    today: noonOf(new Date()),
    exam: dayOf(examDate),
    deadline: dayOf(deadline),
  }
  return (
    <Card className={styles.card}>
      <DayPicker
        aria-label="Calendar"
        weekStartsOn={1}
        showOutsideDays
        modifiers={{ exam: marks.exam ?? false, deadline: marks.deadline ?? false }}
        modifiersClassNames={{ exam: styles.exam ?? '', deadline: styles.deadline ?? '' }}
        classNames={calendarClasses}
        labels={{ labelGridcell: dayWords }}
        components={{
          Chevron: ({ orientation }) => <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />,
        }}
      />
      <ul className={styles.legend}>
        {allMarks.map((mark) => {
          const day = marks[mark]
          return (
            day && (
              <li key={mark}>
                <span className={styles[mark]} aria-hidden="true" /> {markWords[mark]}: {longDate(day)}
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}

const allMarks = Object.keys(markWords) as Mark[]

/** "7 December 2026, exam": what a mark says by its look is said in words too. */
const dayWords = (day: Date, marked: Partial<Record<string, boolean>> = {}) =>
  [longDate(noonOf(day)), ...allMarks.filter((mark) => marked[mark]).map((mark) => markWords[mark].toLowerCase())].join(
    ', ',
  )

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
