// One entry of a list: a title made from its answers, and its questions while the card is expanded.
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { memo, useId } from 'react'
import { IconButton } from '#kit/ui/actions/icon-button.tsx'
import { RemoveButton } from '#kit/ui/actions/remove-button.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import type { EntryValues } from '#shared/forms/field.ts'
import type { AnyList } from '../state/any-section.ts'
import type { VisibleErrors } from '../state/visible-errors.ts'
import styles from './entry-card.module.css'
import { Questions } from './questions.tsx'

interface EntryCardProps {
  name: string
  list: AnyList
  entryId: string
  /** From 1. */
  number: number
  count: number
  values: EntryValues
  isExpanded: boolean
  /** No error at all, visible or not. */
  isComplete: boolean
  errors: VisibleErrors
  onToggle(entryId: string): void
  onMove(entryId: string, by: -1 | 1): void
  onRemove(entryId: string): void
}

/** Renders again only when its own entry, position or errors change: lists may be long and phones slow. */
export const EntryCard = memo(Card, (before, after) =>
  (Object.keys(after) as (keyof EntryCardProps)[]).every((key) =>
    key === 'errors' ? areSameErrors(before[key], after[key]) : before[key] === after[key],
  ),
)

function Card(card: EntryCardProps) {
  const { name, list, entryId, number, values, isExpanded, isComplete, errors, onToggle } = card
  const body = useId()
  const noun = `${list.noun} ${number}`
  const title = list.summary(values as never)
  return (
    <li className={styles.card} id={entryId} data-open={isExpanded || undefined}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <button type="button" aria-expanded={isExpanded} aria-controls={body} onClick={() => onToggle(entryId)}>
            <span className={styles.chevron}>
              <Icon icon={ChevronDown} />
            </span>
            <span className={styles.text}>
              <span className={styles.noun}>{noun}</span>
              {title && <span className={styles.summary}>{title}</span>}
            </span>
          </button>
        </h3>
        {!isExpanded && (
          <div className={styles.status}>
            <Status kind={isComplete ? 'done' : 'waiting'}>{isComplete ? 'Complete' : 'Not complete'}</Status>
          </div>
        )}
        <Tools {...card} noun={noun} />
      </div>
      <div className={styles.body} id={body} hidden={!isExpanded}>
        {isExpanded && (
          <Questions
            parent={{ section: name, entryId }}
            fields={list.fields}
            entry={values}
            errors={errors}
            isAllOptional={list.min === 0}
          />
        )}
      </div>
    </li>
  )
}

const Tools = ({ list, entryId, number, count, noun, onMove, onRemove }: EntryCardProps & { noun: string }) => (
  <div className={styles.tools}>
    {canMove(list) && count > 1 && (
      <>
        <span className={styles.move}>
          {number > 1 && <IconButton icon={ArrowUp} label={`Move ${noun} up`} onClick={() => onMove(entryId, -1)} />}
        </span>
        <span className={styles.move}>
          {number < count && (
            <IconButton icon={ArrowDown} label={`Move ${noun} down`} onClick={() => onMove(entryId, 1)} />
          )}
        </span>
      </>
    )}
    <RemoveButton label={`Remove ${noun}`} onRemove={() => onRemove(entryId)} />
  </div>
)

/** Slips print a list in the applicant's order. It does not matter where the number of entries is fixed (referees). */
const canMove = ({ min, max }: AnyList) => min !== max

function areSameErrors(before: VisibleErrors, after: VisibleErrors) {
  const keys = Object.keys(after)
  return keys.length === Object.keys(before).length && keys.every((key) => before[key] === after[key])
}
