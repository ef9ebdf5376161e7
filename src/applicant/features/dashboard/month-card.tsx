import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { getServerTime, useServerTime } from '#applicant/http/server-clock.ts'
import { Card } from '#kit/ui/layout/card.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { formatCalendarDay, parseCalendarDay, toCalendarDay } from './calendar-day.ts'
import styles from './month-card.module.css'

type CalendarMark = 'today' | 'exam' | 'deadline'

const allMarks: readonly CalendarMark[] = ['today', 'exam', 'deadline']

interface Props {
  examDate: string | null
  isInterview: boolean
}

/** The month with today, the exam and the deadline marked. It only informs; no day can be selected. */
export function MonthCard({ examDate, isInterview }: Props) {
  const { deadline } = useOwnExercise()
  const now = useServerTime() ?? getServerTime()
  const days: Record<CalendarMark, Date | null> = {
    today: toCalendarDay(now),
    exam: parseCalendarDay(examDate),
    deadline: parseCalendarDay(deadline),
  }
  const markLabels: Record<CalendarMark, string> = {
    today: 'Today',
    exam: isInterview ? 'Interview' : 'Exam',
    deadline: 'Deadline',
  }
  // The current one until another was chosen.
  const [month, setMonth] = useState<Date | null>(null)
  // Phones have no room for a month that most applicants need not see.
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 48rem)').matches)
  const showMonthOf = (day: Date) => {
    setMonth(day)
    setOpen(true)
  }
  return (
    <Card className={styles.card}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles.summary}>Calendar</summary>
        <DayPicker
          lang="en-NG"
          weekStartsOn={1}
          showOutsideDays
          month={month ?? days.today ?? now}
          onMonthChange={setMonth}
          {...(days.today && { today: days.today })}
          modifiers={{ exam: days.exam ?? false, deadline: days.deadline ?? false }}
          modifiersClassNames={{ exam: styles.exam ?? '', deadline: styles.deadline ?? '' }}
          classNames={calendarClasses}
          labels={{
            labelGridcell: (day, modifiers) => labelDay(markLabels, day, modifiers),
            labelNav: () => 'Months',
            labelPrevious: () => 'Previous month',
            labelNext: () => 'Next month',
          }}
          components={{
            Chevron: ({ orientation }) => <Icon icon={orientation === 'left' ? ChevronLeft : ChevronRight} />,
          }}
        />
      </details>
      <ul className={styles.legend}>
        {allMarks.map((mark) => {
          const day = days[mark]
          return (
            day && (
              <li key={mark}>
                <button type="button" className={styles.jump} onClick={() => showMonthOf(day)}>
                  <span className={styles[mark]} aria-hidden="true" /> {markLabels[mark]}: {formatCalendarDay(day)}
                </button>
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}

/** "7 December 2026, exam": marks are visible only by colour, so the label names them. */
const labelDay = (
  markLabels: Record<CalendarMark, string>,
  day: Date,
  modifiers: Partial<Record<string, boolean>> = {},
) =>
  [
    formatCalendarDay(day),
    ...allMarks.filter((mark) => modifiers[mark]).map((mark) => markLabels[mark].toLowerCase()),
  ].join(', ')

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
