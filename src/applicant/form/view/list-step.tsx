// Edits any list: its entries as cards, and a button that adds one.
import { Plus } from 'lucide-react'
import { useId, useLayoutEffect, useMemo } from 'react'
import { useForm, useFormState } from '#applicant/form/form-context.tsx'
import { useVisibleErrors } from '#applicant/form/use-visible-errors.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { focusControl } from '#kit/ui/feedback/error-summary.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import hiddenStyles from '#kit/ui/styles/hidden.module.css'
import { toLowerCaseLabel } from '#shared/forms/field.ts'
import type { AnyList } from '../state/any-section.ts'
import { getEntries, getSectionId } from '../state/form-state.ts'
import { validateMemoized } from '../state/memoized-validation.ts'
import { getAnsweredEntries } from '../state/ready-entries.ts'
import type { VisibleErrors } from '../state/visible-errors.ts'
import { EntryCard } from './entry-card.tsx'
import styles from './list-step.module.css'
import { RemovedNotice } from './removed-notice.tsx'
import sectionStyles from './sections.module.css'
import { useListActions } from './use-list-actions.ts'

interface Props {
  name: string
  list: AnyList
  /** The step's title says the same. */
  isTitleHidden?: boolean | undefined
}

export function ListStep({ name, list, isTitleHidden }: Props) {
  const { form } = useForm()
  // Before the first paint, so that a required list is never seen empty.
  useLayoutEffect(() => form.addReadyEntries(name), [form, name])
  const entryIds = useFormState((state) => state.entryIds[name]) ?? []
  const ready = useFormState((state) => state.ready)
  const { removed, movedId, toggle, move, remove, add, undoRemove, closeUndo } = useListActions(name)
  const heading = useId()

  return (
    <section id={getSectionId(name)} tabIndex={-1} className={sectionStyles.section} aria-labelledby={heading}>
      <ListHeading name={name} list={list} id={heading} isTitleHidden={isTitleHidden} />
      <EntryCards name={name} list={list} onToggle={toggle} onMove={move} onRemove={remove} />
      <VisuallyHidden>
        <span role="status">
          {movedId && entryIds.includes(movedId) && describeMove(list, entryIds.indexOf(movedId), entryIds.length)}
        </span>
      </VisuallyHidden>
      {removed && entryIds.length < list.max && (
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
          {!entryIds.some((id) => ready.has(id)) && describeLimit(list)}
        </p>
      )}
    </section>
  )
}

function ListHeading({ name, list, id, isTitleHidden }: Props & { id: string }) {
  const error = useVisibleErrors(name)[name]
  return (
    <div className={styles.head}>
      <h2 id={id} className={isTitleHidden ? hiddenStyles.hidden : undefined}>
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
  const incomplete = useIncompleteEntries(name, entries)
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
    ? `You have added all ${max} ${toLowerCaseLabel(title)}.`
    : `You have added ${max} entries, the most that this list takes.`

const describeMove = ({ noun }: AnyList, index: number, count: number) => `${noun} is now ${index + 1} of ${count}`

/** The indexes of entries with any error, visible or not, and of those that are only ready. */
function useIncompleteEntries(name: string, entries: readonly unknown[]): ReadonlySet<number> {
  const { form } = useForm()
  const ready = useFormState((state) => state.ready)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the whole state, only these two change the result.
  return useMemo(() => {
    const state = form.getState()
    const errorPaths = validateMemoized(form.sections, state, [name]).keys()
    const unanswered = getAnsweredEntries(state, name).flatMap((entry, i) => (entry === null ? [i] : []))
    return new Set([...[...errorPaths].map((path) => Number(path.split('.')[1])), ...unanswered])
  }, [form, name, entries, ready])
}

const filterErrors = (errors: VisibleErrors, entryId: string): VisibleErrors =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => id.startsWith(`${entryId}.`)))
