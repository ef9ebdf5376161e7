import { Link } from 'react-router'
import { TextLink, textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { paths } from '#shared/routes.ts'
import styles from './nin-error.module.css'

interface Props {
  message: string
  /** Sentences below the message, one for each fact that differs. */
  details: readonly string[]
  /** Whether to link to the form, which stays open without a verified NIN. */
  linkToForm: boolean
}

export const NinError = ({ message, details, linkToForm }: Props) => (
  <Banner tone="error" title={<WithContactLink text={message} />}>
    {details.length > 0 && (
      <ul className={styles.details}>
        {details.map((sentence) => (
          <li key={sentence}>
            <WithContactLink text={withoutPrefix(sentence)} />
          </li>
        ))}
      </ul>
    )}
    {linkToForm && <TextLink to={paths.application}>Continue with your form</TextLink>}
  </Banner>
)

/** The title has said it. */
const withoutPrefix = (sentence: string) =>
  sentence.replace(/^Contact customer service: (.)/, (_, first: string) => first.toUpperCase())

/** Turns the first 'contact us' into a link. */
function WithContactLink({ text }: { text: string }) {
  const [match] = /contact (us|customer service)/i.exec(text) ?? []
  if (!match) return text
  const [before = '', ...after] = text.split(match)
  const isAlone = !/\p{L}/u.test(before + after.join(''))
  return (
    <>
      {before}
      <Link to={paths.contact} className={isAlone ? textLinkClass : undefined}>
        {match}
      </Link>
      {after.join(match)}
    </>
  )
}
