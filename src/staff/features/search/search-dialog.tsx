// Finds an applicant, an application, a complaint or a page of the menu by what is typed.
import { useQuery } from '@tanstack/react-query'
import { Banknote, FileText, MessagesSquare, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { controlClass } from '#kit/ui/inputs/field.tsx'
import { Icon, type IconComponent } from '#kit/ui/layout/icon.tsx'
import { type Found, maxSearchLength, minSearchLength } from '#shared/api/staff/search.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { addQuery, getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './search-dialog.module.css'

export interface SearchedPage {
  label: string
  to: string
  icon: IconComponent
}

interface Props {
  /** Those of the menu that the person may open. */
  pages: readonly SearchedPage[]
  onClose: () => void
}

interface Option {
  to: string
  icon: IconComponent
  title: string
  /** What it is, and what tells it from others of the same name. */
  about: string
  isPage: boolean
}

/** Between two keys of somebody who types. */
const debounceMs = 200

export function SearchDialog({ pages, onClose }: Props) {
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  /** Enter came before the answer. */
  const [isWaiting, setWaiting] = useState(false)
  const text = typed.trim()
  const { query, isAnswered } = useSearch(text, isWaiting)
  const options = [...findPages(pages, text), ...(query.data?.found.map(query.present) ?? [])]
  const active = options[Math.min(chosen, options.length - 1)]

  const open = ({ to }: Option) => {
    onClose()
    void navigate(to)
  }
  useEffect(() => {
    if (!isWaiting || !isAnswered) return
    setWaiting(false)
    if (active) open(active)
  })

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen((chosen + 1) % Math.max(1, options.length)),
    ArrowUp: () => setChosen((chosen + options.length - 1) % Math.max(1, options.length)),
    Enter: () => (active && (active.isPage || isAnswered) ? open(active) : setWaiting(!isAnswered)),
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <label className={styles.label} htmlFor={`${id}-field`}>
        Name, number or page
      </label>
      <input
        id={`${id}-field`}
        className={controlClass}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-found`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${options.indexOf(active)}`}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={maxSearchLength}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
          setWaiting(false)
        }}
        onKeyDown={(event: KeyboardEvent) => {
          const act = keys[event.key]
          if (!act || event.nativeEvent.isComposing) return
          event.preventDefault()
          act()
        }}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        A user ID, name, email address, phone number, RRR, application or complaint number
      </p>
      <div className={styles.results}>
        <div
          id={`${id}-found`}
          role="listbox"
          aria-label="Found"
          className={styles.found}
          hidden={options.length === 0}
        >
          {options.map((option, n) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            <div
              key={option.to}
              id={`${id}-${n}`}
              ref={option === active ? scrollIntoView : null}
              role="option"
              aria-selected={option === active}
              className={styles.option}
              onClick={() => open(option)}
            >
              <Icon icon={option.icon} />
              <span className={styles.text}>
                <span className={styles.title}>{option.title}</span>
                <span className={styles.about}>{option.about}</span>
              </span>
            </div>
          ))}
        </div>
        <p role="status" className={styles.status}>
          {query.error
            ? ''
            : describeState({ text, isAnswered, count: options.length, more: query.data?.more ?? false })}
        </p>
        {query.error && (
          <Banner tone="error" title="The search did not work">
            <p>{describeFailure(query.error)}</p>
            <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
              Try again
            </Button>
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

/** @param isHurried asks at once, not when somebody has stopped typing */
function useSearch(text: string, isHurried: boolean) {
  const { exercise } = useChosenExercise()
  const [settled, setSettled] = useState('')
  const q = isHurried ? text : settled
  useEffect(() => {
    // Else what has been answered would be asked for once more after the pause.
    if (isHurried) return setSettled(text)
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, isHurried])
  const isLongEnough = (one: string) => one.length >= minSearchLength
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', q, exercise?.year],
    // An older one is aborted when its key goes.
    queryFn: async ({ signal }) =>
      (await staffCall('staffSearch', { query: { q, exercise: exercise?.year }, signal })).data,
    enabled: isLongEnough(q),
    placeholderData: (earlier) => earlier,
  })
  const isAnswered = !isLongEnough(text) || (q === text && !isPlaceholderData && (data !== undefined || error !== null))
  const present = (one: Found) => presentFound(one, exercise?.year)
  return {
    query: {
      data: isLongEnough(text) ? data : undefined,
      error: isLongEnough(text) ? error : null,
      isFetching,
      refetch,
      present,
    },
    isAnswered,
  }
}

function findPages(pages: readonly SearchedPage[], text: string): Option[] {
  const wanted = text.toLowerCase()
  if (wanted.length < minSearchLength) return []
  return pages
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, to, icon }) => ({ to, icon, title: label, about: 'Page', isPage: true }))
}

function presentFound({ kind, key, name, post, year, opens }: Found, chosenYear: number | undefined): Option {
  const otherYear = year !== null && year !== chosenYear ? `Exercise ${year}` : null
  const about = [key, post, otherYear].filter(Boolean).join(', ')
  if (kind === 'application')
    return { to: getEntryPath(staffPaths.applications, key), icon: FileText, title: name, about, isPage: false }
  if (kind === 'rrr')
    return {
      to: getEntryPath(staffPaths.payments, key),
      icon: Banknote,
      title: `Payment of ${name}`,
      about,
      isPage: false,
    }
  if (kind === 'complaint')
    return {
      to: getEntryPath(staffPaths.complaints, key),
      icon: MessagesSquare,
      title: name ? `Complaint of ${name}` : 'Complaint',
      about,
      isPage: false,
    }
  const list = addQuery(staffPaths.applicants, { q: key, ...(year !== null && { exercise: String(year) }) })
  const to = opens ? getEntryPath(staffPaths.applicants, key) : list
  return { to, icon: UserRound, title: name, about, isPage: false }
}

interface SearchState {
  text: string
  isAnswered: boolean
  count: number
  more: boolean
}

function describeState({ text, isAnswered, count, more }: SearchState): string {
  if (text.length < minSearchLength) return ''
  if (!isAnswered) return 'Searching…'
  if (count === 0) return 'Nothing found. Check the spelling, or search in a list.'
  const found = `${formatCount(count)} found`
  return more ? `${found}. There are more: type more of the name.` : `${found}.`
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
