import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tabs.module.css'

export interface Tab {
  name: string
  words: string
  panel: ReactNode
}

interface Props {
  /** What the tabs choose between, for screen readers. */
  label: string
  /** The first one is open at first. Only the open panel exists: what was typed in another one is for its owner to keep. */
  tabs: readonly [Tab, ...Tab[]]
}

/**
 * Tabs as the ARIA practices describe them: one stop of the Tab key, arrows between them.
 * Our own: radix writes style attributes, which the policy of a prerendered page refuses.
 */
export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(tabs[0].name)

  const shown = tabs.find(({ name }) => name === open)

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex(({ name }) => name === open)
    const next = tabs[keyTarget(event.key, at, tabs.length)]
    if (!next) return
    event.preventDefault()
    setOpen(next.name)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }

  return (
    <div>
      <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ name, words }) => (
          <button
            key={name}
            type="button"
            role="tab"
            className={styles.tab}
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === open}
            aria-controls={name === open ? `${id}-${name}-panel` : undefined}
            tabIndex={name === open ? 0 : -1}
            onClick={() => setOpen(name)}
          >
            {words}
          </button>
        ))}
      </div>
      {shown && (
        <div
          key={open}
          role="tabpanel"
          className={styles.panel}
          id={`${id}-${open}-panel`}
          aria-labelledby={`${id}-${open}`}
        >
          {shown.panel}
        </div>
      )}
    </div>
  )
}

/** The tab that a key leads to, around the ends; -1 when the key is none of ours. */
function keyTarget(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
