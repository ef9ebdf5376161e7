// One entry of a list: a title made from its content, and its questions while it stands open.
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import { memo, useId } from 'react'
import type { Entry } from '#shared/forms/field.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Status } from '#web/ui/feedback/status.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import type { AnyList } from '../state/any-section.ts'
import type { ShownComplaints } from '../state/visible-errors.ts'
import styles from './entry-card.module.css'
import { Questions } from './questions.tsx'

export interface EntryCardProps {
  name: string
  list: AnyList
  row: string
  /** From 1. */
  number: number
  count: number
  item: Entry
  isOpen: boolean
  /** Whatever is missing, shown yet or not. */
  isComplete: boolean
  complaints: ShownComplaints
  onToggle(row: string): void
  onMove(row: string, by: -1 | 1): void
  onRemove(row: string): void
}

/** Only the card whose entry, place or complaints changed is drawn anew: lists may be long and phones slow. */
export const EntryCard = memo(Card, (before, after) =>
  (Object.keys(after) as (keyof EntryCardProps)[]).every((key) =>
    key === 'complaints' ? areSame(before[key], after[key]) : before[key] === after[key],
  ),
)

function Card(card: EntryCardProps) {
  const { name, list, row, number, count, item, isOpen, isComplete, complaints, onToggle, onMove, onRemove } = card
  const body = useId()
  const noun = `${list.noun} ${number}`
  const title = list.summary(item as never) || noun
  return (
    <li className={styles.card} id={row} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => onToggle(row)}>
            <span className={styles.chevron} aria-hidden="true">
              <Icon of={ChevronDown} />
            </span>
            <span className={styles.words}>
              <span className={styles.noun}>{noun}</span>
              {title !== noun && <span className={styles.summary}>{title}</span>}
            </span>
          </button>
        </h3>
        {!isOpen && (
          <div className={styles.status}>
            <Status kind={isComplete ? 'done' : 'waiting'}>{isComplete ? 'Complete' : 'Not complete'}</Status>
          </div>
        )}
        <div className={styles.tools}>
          {canMove(list) && count > 1 && (
            <>
              <span className={styles.way}>
                {number > 1 && <IconButton icon={ArrowUp} label={`Move ${noun} up`} onClick={() => onMove(row, -1)} />}
              </span>
              <span className={styles.way}>
                {number < count && (
                  <IconButton icon={ArrowDown} label={`Move ${noun} down`} onClick={() => onMove(row, 1)} />
                )}
              </span>
            </>
          )}
          <IconButton icon={Trash2} label={`Remove ${noun}`} onClick={() => onRemove(row)} />
        </div>
      </div>
      <div className={styles.body} id={body} hidden={!isOpen}>
        {isOpen && <Questions at={{ section: name, row }} fields={list.fields} entry={item} complaints={complaints} />}
      </div>
    </li>
  )
}

/** The order stands on every slip; where exactly so many are asked for, they are equals. */
const canMove = ({ min, max }: AnyList) => min !== max

function areSame(before: ShownComplaints, after: ShownComplaints) {
  const keys = Object.keys(after)
  return keys.length === Object.keys(before).length && keys.every((key) => before[key] === after[key])
}
