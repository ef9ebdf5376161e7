import { Fragment } from 'react'
import styles from './wrapped-text.module.css'

const applicationNumber = /(APP-\d{4}-\d{1,9})/
/** With nothing beside it. */
const emailAddress = /^[^\s@]+@[^\s@]+$/

/** Lines end where a reader expects it: not within an application number, and in an email address after @ or before a dot. */
export function WrappedText({ text }: { text: string }) {
  const isEmail = emailAddress.test(text)
  const parts = text.split(isEmail ? /(@|(?=\.))/ : applicationNumber)
  if (parts.length === 1) return text
  return (
    <span>
      {parts.map((part = '', index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other id.
        <Fragment key={index}>
          {index % 2 === 0 ? part : isEmail ? part : <span className={styles.number}>{part}</span>}
          {isEmail && index % 2 === 1 && <wbr />}
        </Fragment>
      ))}
    </span>
  )
}
