// Edits any list: its entries as cards, and a button that adds one.
import { Plus } from 'lucide-react'
import { useId, useMemo } from 'react'
import { toLowerCaseLabel } from '#shared/forms/field.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { focusControl } from '#web/ui/feedback/error-summary.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { AnyList } from '../state/any-section.ts'
import { useFormState } from '../state/form-context.tsx'
import { getEntries } from '../state/form-state.ts'
import { validateMemoized } from '../state/memoized-validation.ts'
import { useVisibleErrors } from '../state/use-visible-errors.ts'
import type { VisibleErrors } from '../state/visible-errors.ts'
import { EntryCard } from './entry-card.tsx'
import { RemovedNotice } from './removed-notice.tsx'
import styles from './sections.module.css'
import { useListActions } from './use-list-actions.ts'

interface Props {
  name: string
  list: AnyList
}

export function ListStep({ name, list }: Props) {
  const entryIds = useFormState((state) => state.entryIds[name]) ?? []
  const { removed, movedId, toggle, move, remove, add, undoRemove, closeUndo } = useListActions(name)
  const heading = useId()

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <ListHeading name={name} list={list} id={heading} />
      <EntryCards name={name} list={list} onToggle={toggle} onMove={move} onRemove={remove} />
      <VisuallyHidden>
        <span role="status">
          {movedId && entryIds.includes(movedId) && describeMove(list, entryIds.indexOf(movedId), entryIds.length)}
        </span>
      </VisuallyHidden>
      {removed && (
        <RemovedNotice
          key={removed.entryId}
          entryTitle={list.summary(removed.values as never) || `${list.noun} ${removed.index + 1}`}
          onUndo={undoRemove}
          onClose={() => {
            closeUndo()
            focusControl(name)
          }}
        />
      )}
      {entryIds.length < list.max ? (
        <Button variant="secondary" id={name} onClick={add}>
          <Icon icon={Plus} />
          Add {toLowerCaseLabel(list.noun)}
        </Button>
      ) : (
        <p className={styles.hint} id={name} tabIndex={-1}>
          {describeLimit(list)}
        </p>
      )}
    </section>
  )
}

function ListHeading({ name, list, id }: Props & { id: string }) {
  const error = useVisibleErrors(name)[name]
  return (
    <div className={styles.head}>
      <h2 id={id}>
        {list.title}
        {list.min === 0 && <span className={styles.optional}> (optional)</span>}
      </h2>
      {list.hint && <p className={styles.hint}>{list.hint}</p>}
      {error && <p className={styles.error}>{error}</p>}
    </div>
  )
}

interface CardsProps extends Props {
  onToggle(entryId: string): void
  onMove(entryId: string, by: -1 | 1): void
  onRemove(entryId: string): void
}

function EntryCards({ name, list, onToggle, onMove, onRemove }: CardsProps) {
  const entries = useFormState(({ answers }) => getEntries(answers, name))
  const entryIds = useFormState((state) => state.entryIds[name]) ?? []
  const expanded = useFormState((state) => state.expanded)
  const errors = useVisibleErrors(name)
  const incomplete = useIncompleteEntries(name, list, entries)
  if (entries.length === 0) return null
  return (
    <ol className={styles.entries}>
      {entries.map((values, i) => {
        const entryId = entryIds[i] ?? ''
        return (
          <EntryCard
            key={entryId}
            name={name}
            list={list}
            entryId={entryId}
            number={i + 1}
            count={entries.length}
            values={values}
            isExpanded={expanded.has(entryId)}
            isComplete={!incomplete.has(i)}
            errors={filterErrors(errors, entryId)}
            onToggle={onToggle}
            onMove={onMove}
            onRemove={onRemove}
          />
        )
      })}
    </ol>
  )
}

/** Why there is no button to add one more. */
const describeLimit = ({ min, max, title }: AnyList) =>
  min === max
    ? `Exactly ${max} ${toLowerCaseLabel(title)} are asked for, so no more can be added.`
    : `At most ${max} entries belong here, so no more can be added.`

const describeMove = ({ noun }: AnyList, index: number, count: number) => `${noun} is now ${index + 1} of ${count}`

/** The indexes of entries with any error, visible or not. */
function useIncompleteEntries(name: string, list: AnyList, entries: readonly unknown[]): ReadonlySet<number> {
  return useMemo(() => {
    const errorPaths = validateMemoized({ [name]: list }, { [name]: entries }, [name]).keys()
    return new Set([...errorPaths].map((path) => Number(path.split('.')[1])))
  }, [name, list, entries])
}

const filterErrors = (errors: VisibleErrors, entryId: string): VisibleErrors =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => id.startsWith(`${entryId}.`)))
