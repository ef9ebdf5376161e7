// Edits any list, and knows none of them by name.
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { inSentence } from '#shared/forms/field.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { focusControl } from '#web/ui/feedback/error-summary.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { AnyList } from '../state/any-section.ts'
import type { RemovedEntry } from '../state/entries.ts'
import { useForm, useFormPart } from '../state/form-context.tsx'
import { entriesOf } from '../state/form-state.ts'
import { knownComplaints } from '../state/memoized-validation.ts'
import { useShownComplaints } from '../state/use-visible-errors.ts'
import type { ShownComplaints } from '../state/visible-errors.ts'
import { EntryCard } from './entry-card.tsx'
import { focusCard, focusFirstIn } from './focus.ts'
import { RemovedNotice } from './removed-notice.tsx'
import styles from './sections.module.css'

export function ListStep({ name, list }: { name: string; list: AnyList }) {
  const { form, queue } = useForm()
  const items = useFormPart(({ answers }) => entriesOf(answers, name))
  const rows = useFormPart((state) => state.rows[name]) ?? []
  const open = useFormPart((state) => state.open)
  const complaints = useShownComplaints(name)
  const incomplete = useIncomplete(name, list, items)
  const [removed, setRemoved] = useState<RemovedEntry | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const [moved, setMoved] = useState<{ row: string } | null>(null)
  const section = useRef<HTMLElement>(null)
  const heading = useId()

  // The new card has to stand on the page before the focus can go into it.
  useEffect(() => {
    if (added) focusFirstIn(added)
  }, [added])
  // A card that moved takes the focus along, also when the button that moved it is gone at the end of the list.
  useEffect(() => {
    if (moved) focusCard(moved.row)
  }, [moved])

  const toggle = useCallback((row: string) => form.toggleCard(row), [form])
  const move = useCallback(
    (row: string, by: -1 | 1) => {
      form.moveEntry(name, row, by)
      setMoved({ row })
    },
    [form, name],
  )
  const remove = useCallback(
    (row: string) => {
      queue.removeRow(row)
      setAdded(null)
      setRemoved(form.removeEntry(name, row))
    },
    [form, queue, name],
  )
  const undo = () => {
    if (!removed) return
    form.putBackEntry(name, removed)
    setRemoved(null)
    setAdded(removed.row)
  }

  return (
    <section className={styles.section} aria-labelledby={heading} ref={section}>
      <div className={styles.head}>
        <h2 id={heading}>
          {list.title}
          {list.min === 0 && <span className={styles.optional}> (optional)</span>}
        </h2>
        {list.hint && <p className={styles.hint}>{list.hint}</p>}
        {complaints[name] && <p className={styles.complaint}>{complaints[name]}</p>}
      </div>
      {items.length > 0 && (
        <ol className={styles.entries}>
          {items.map((item, i) => {
            const row = rows[i] ?? ''
            return (
              <EntryCard
                key={row}
                name={name}
                list={list}
                row={row}
                number={i + 1}
                count={items.length}
                item={item}
                isOpen={open.has(row)}
                isComplete={!incomplete.has(i)}
                complaints={complaintsOf(complaints, row)}
                onToggle={toggle}
                onMove={move}
                onRemove={remove}
              />
            )
          })}
        </ol>
      )}
      <VisuallyHidden>
        <span role="status">
          {moved && rows.includes(moved.row) && movedWords(list, rows.indexOf(moved.row), rows.length)}
        </span>
      </VisuallyHidden>
      {removed && (
        <RemovedNotice
          what={list.summary(removed.item as never) || `${list.noun} ${removed.index + 1}`}
          onUndo={undo}
          onClose={() => {
            setRemoved(null)
            focusControl(name)
          }}
        />
      )}
      {items.length < list.max ? (
        <Button look="secondary" id={name} onClick={() => setAdded(form.addEntry(name))}>
          <Icon of={Plus} />
          Add {inSentence(list.noun)}
        </Button>
      ) : (
        <p className={styles.hint} id={name} tabIndex={-1}>
          {fullWords(list)}
        </p>
      )}
    </section>
  )
}

/** Why there is no button to add one more. */
const fullWords = ({ min, max, title }: AnyList) =>
  min === max
    ? `Exactly ${max} ${inSentence(title)} are asked for, so no more can be added.`
    : `At most ${max} entries belong here, so no more can be added.`

const movedWords = ({ noun }: AnyList, index: number, count: number) => `${noun} is now ${index + 1} of ${count}`

/** Which entries something is still missing from, by their index. */
function useIncomplete(name: string, list: AnyList, items: readonly unknown[]): ReadonlySet<number> {
  return useMemo(() => {
    const paths = knownComplaints({ [name]: list }, { [name]: items }, [name]).keys()
    return new Set([...paths].map((path) => Number(path.split('.')[1])))
  }, [name, list, items])
}

const complaintsOf = (complaints: ShownComplaints, row: string): ShownComplaints =>
  Object.fromEntries(Object.entries(complaints).filter(([id]) => id.startsWith(`${row}.`)))
