import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

export interface Tab {
  name: string
  words: string
  panel: ReactNode
}

interface Props {
  /** What the tabs choose between, for screen readers. */
  label: string
  /** The first one is open at first. */
  tabs: readonly [Tab, ...Tab[]]
  onChange?: (name: string) => void
}

/** Tabs with arrow keys. */
export const Tabs = ({ label, tabs, onChange }: Props) => (
  <Radix.Root defaultValue={tabs[0].name} {...(onChange && { onValueChange: onChange })}>
    <Radix.List className={styles.list} aria-label={label}>
      {tabs.map(({ name, words }) => (
        <Radix.Trigger className={styles.tab} key={name} value={name}>
          {words}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map(({ name, panel }) => (
      <Radix.Content className={styles.panel} key={name} value={name}>
        {panel}
      </Radix.Content>
    ))}
  </Radix.Root>
)
