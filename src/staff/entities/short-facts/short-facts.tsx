import type { ComponentProps } from 'react'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import styles from './short-facts.module.css'

/** Facts most of which are short: on a phone two stand beside each other, each below its label. */
export const ShortFacts = (props: ComponentProps<typeof FactList>) => (
  <div className={styles.facts}>
    <FactList {...props} />
  </div>
)
