// Above the rows of a list: what is chosen, and what can be done with it.

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { formatCappedCount, formatCount } from '#shared/format/numbers.ts'
import styles from './choice-bar.module.css'
import { countChosen, isChosen, maxChosen, type RowCount } from './list-choice.ts'
import type { ListChoice } from './use-list-choice.ts'

interface Props {
  /** Plural and regular, such as "applications". */
  noun: string
  /** Of the rows on the page. */
  keys: readonly string[]
  /** Of the whole list. */
  total: RowCount
  choice: ListChoice
  /** What can be done with the chosen rows. */
  children: ReactNode
}

export function ChoiceBar({
  noun,
  keys,
  total,
  choice: { choice, isFull, change, chooseAll, clear },
  children,
}: Props) {
  // The buttons go with what they did.
  const pageBox = useRef<HTMLInputElement>(null)
  const chosen = countChosen(choice)
  const here = keys.filter((key) => isChosen(choice, key)).length
  const isWholePage = here === keys.length
  return (
    <section className={styles.bar} aria-label={`Chosen ${noun}`}>
      {keys.length > 0 && (
        <PageCheckbox
          ref={pageBox}
          label={keys.length === 1 ? 'Choose the one on this page' : `Choose all ${keys.length} on this page`}
          isChecked={isWholePage}
          isMixed={here > 0 && !isWholePage}
          onChange={(isAdded) => change(keys, isAdded)}
        />
      )}
      <p role="status">{describeChosen(chosen, noun, choice.kind === 'all' ? 0 : chosen.value - here)}</p>
      {chosen.value > 0 && (
        <>
          <div className={styles.scope}>
            {isWholePage && total.value > keys.length && choice.kind === 'some' && (
              <Button
                variant="quiet"
                onClick={() => {
                  chooseAll(total)
                  pageBox.current?.focus()
                }}
              >
                Choose all {formatCappedCount(total)} that the list shows
              </Button>
            )}
            <Button
              variant="quiet"
              onClick={() => {
                clear()
                pageBox.current?.focus()
              }}
            >
              Clear selection
            </Button>
          </div>
          <Actions>{children}</Actions>
        </>
      )}
      <FormError>
        {isFull
          ? `At most ${formatCount(maxChosen)} ${noun} can be chosen or taken out one by one. Choose all that a filter shows instead.`
          : null}
      </FormError>
    </section>
  )
}

function describeChosen(chosen: RowCount, noun: string, elsewhere: number): string {
  if (chosen.value === 0) return ''
  const what = chosen.value === 1 && !chosen.more ? noun.slice(0, -1) : noun
  const others = elsewhere > 0 ? `, ${formatCount(elsewhere)} of them not on this page` : ''
  return `${formatCappedCount(chosen)} ${what} chosen${others}.`
}

interface CheckboxProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  isChecked: boolean
  isMixed: boolean
  onChange: (isChecked: boolean) => void
}

function PageCheckbox({ ref, label, isChecked, isMixed, onChange }: CheckboxProps) {
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed
  }, [ref, isMixed])
  return <Checkbox ref={ref} label={label} checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
}
