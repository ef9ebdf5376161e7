import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tabs.module.css'

export interface Tab {
  name: string
  label: string
  panel: ReactNode
}

interface Props {
  /** For screen readers: what the tabs choose between. */
  label: string
  /** The first one is open at first. Only the open panel is mounted, so the caller must keep what was typed in another. */
  tabs: readonly [Tab, ...Tab[]]
}

/**
 * Tabs after the ARIA practices: one stop of the Tab key, arrows between them.
 * Not Radix: it writes style attributes, which the policy of a prerendered page refuses.
 */
export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(tabs[0].name)

  const openTab = tabs.find(({ name }) => name === open)

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
        {tabs.map(({ name, label }) => (
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
            {label}
          </button>
        ))}
      </div>
      {openTab && (
        <div
          key={open}
          role="tabpanel"
          className={styles.panel}
          id={`${id}-${open}-panel`}
          aria-labelledby={`${id}-${open}`}
        >
          {openTab.panel}
        </div>
      )}
    </div>
  )
}

/** The index of the tab to which a key leads, wrapping around; -1 for any other key. */
function keyTarget(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return -1
}
